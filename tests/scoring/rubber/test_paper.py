"""The line of points on the printed sheet of rubber bridge."""

from scoring.registry import game


def test_b_2_b_7_b_8_points_below_the_line_game_and_rubber_stand_in_one_line():
    assert game("rubber-bridge").layout(4).paper.scoring.nl == (
        "onder, per geboden slag: ♣ ♦ 20 · ♥ ♠ 30 · SA 40, verder 30 · manche 100"
        " · robber 2–0 700, 2–1 500"
    )
