"""The page of a draw says how good it is, beside what is possible."""

import pytest

from tests.draw.draw_cases import sizes_of
from wk.draw import DrawQuality, DrawRequest, draw
from wk.rounds.draw_quality import findings

NOBODY_TWICE = "Nobody meets anybody twice."
FAIRLY = "The tables of four are shared fairly: nobody sits there twice."


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


def findings_of_draw(players, rounds):
    """Return the findings about so many rounds of so many players."""
    request = DrawRequest(range(1, players + 1), sizes_of(players), [1], rounds=rounds)
    drawn = draw(request)
    tables = [each.tables for each in drawn.rounds]
    return findings(drawn.evaluation.quality, tables, in_pairs=False, by_lot=True)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (47, (NOBODY_TWICE, FAIRLY)),
        (120, (NOBODY_TWICE,)),
        (12, ("9 times two players meet again; fewer cannot be.",)),
        (16, (NOBODY_TWICE,)),
        (
            9,
            (
                "18 times two players meet again; fewer cannot be.",
                "4 times somebody sits at a table of four again; fewer cannot be.",
            ),
        ),
        (10, ("24 times two players meet again; fewer cannot be.",)),
        (
            23,
            (
                NOBODY_TWICE,
                "4 times somebody sits at a table of four again; fewer cannot be.",
            ),
        ),
    ],
)
def test_findings_of_three_rounds(players, expected):
    assert findings_of_draw(players, 3) == expected


def test_one_round_has_no_findings():
    assert findings_of_draw(47, 1) == ()


ALONE = [[(1, 2, 3, 4, 5), (6, 7, 8, 9)]] * 2
SMALLER = [[(1, 2, 3, 4), (5, 6, 7)]] * 2
PAIRS = [[(1, 3, 2, 4)]] * 2


@pytest.mark.parametrize(
    ("reached", "rounds", "in_pairs", "by_lot", "texts"),
    [
        (
            DrawQuality(1, 0, 1, 0),
            ALONE,
            False,
            True,
            [
                "1 time two players meet again; the least there could be is 0.",
                "1 time somebody sits at a table of four again; the least there could be is 0.",
            ],
        ),
        # By the standings it cannot be helped, and the least says nothing.
        (
            DrawQuality(7, 0, 3, 0),
            ALONE,
            False,
            False,
            ["7 times two players meet again.", "3 times somebody sits at a table of four again."],
        ),
        (
            DrawQuality(0, 0, 2, 2),
            SMALLER,
            False,
            True,
            [
                "Nobody meets anybody twice.",
                "2 times somebody sits at a smaller table again; fewer cannot be.",
            ],
        ),
        (
            DrawQuality(0, 0, 0, 0),
            SMALLER,
            False,
            True,
            ["Nobody meets anybody twice.", "Nobody sits at a smaller table twice."],
        ),
        (
            DrawQuality(1, 1, 0, 0),
            PAIRS,
            True,
            True,
            ["1 time two pairs meet again; fewer cannot be."],
        ),
        (DrawQuality(0, 0, 0, 0), PAIRS, True, True, ["No two pairs meet twice."]),
    ],
)
def test_words_of_findings(reached, rounds, in_pairs, by_lot, texts):
    assert [*findings(reached, rounds, in_pairs=in_pairs, by_lot=by_lot)] == texts
