"""The pictures of a player and of the standings: what they show, and what never."""

import datetime as dt

import pytest

from tests.cases import cases
from tests.feeds.pictures.reading import colours_of, opened, words_of
from tests.listed_players import tournament_with_players
from tests.standings.tournaments import MOMENT, make_tournament, play_round
from tests.standings.withheld import ALL, TOP, withhold
from wk.hall.announcements.services import announce
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Result
from wk.tournament.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
STANDINGS, PLAYER = "/t/hal/standings.png", "/t/hal/players/1.png"


def shown(client, address):
    """Return what the picture at an address shows, in words."""
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return words_of(answer.content)


@pytest.fixture
def hal():
    """Round 1 complete, round 2 half in, round 3 confirmed; numbers 3 and 4 are namesakes."""
    made = make_tournament(["Anna", "Bram", "Jan", "Jan", "Els", "Femke", "Gijs", "Hans"], rounds=3)
    play_round(made, 1, {1: {1: 40, 2: 40, 3: -6, 4: 10}, 2: {5: 40, 6: 40, 7: 9, 8: 8}})
    play_round(made, 2, {1: {1: 20, 3: 50, 5: 10, 7: 0}, 2: [2, 4, 6, 8]})
    play_round(made, 3, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, state=Round.State.CONFIRMED)
    return made


def test_the_picture_of_a_player_tells_the_day(client, hal):
    assert shown(client, PLAYER) == (
        "Anna · WK hal · Standings during round 2 · rank 1 · 60 points, 8½ MP"
        " · Round 1: 4½ MP, 40 points, shared 1st, table 1"
        " · Round 2: 4 MP, 20 points, 2nd, table 1 · Round 3: table 1"
    )
    assert "rank 5= · 40 points, 4½ MP" in shown(client, "/t/hal/players/2.png")
    assert "Round 2: table 2" in shown(client, "/t/hal/players/2.png")


def test_the_picture_of_the_standings_tells_the_first_five(client, hal):
    assert shown(client, STANDINGS) == (
        "WK hal · Standings during round 2: Anna: rank 1 · 60 points, 8½ MP;"
        " Els: rank 2 · 50 points, 7½ MP; Jan (no. 3): rank 3 · 44 points, 7 MP;"
        " Gijs: rank 4 · 9 points, 5 MP; Bram: rank 5= · 40 points, 4½ MP; and 1 more on rank 5"
    )


def test_a_rank_shared_across_the_limit_says_how_many_more(client):
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: dict.fromkeys(range(1, 5), 40), 2: dict.fromkeys(range(5, 9), 40)})
    equal = client.get(STANDINGS).content
    assert words_of(equal).endswith("e: rank 1= · 40 points, 3½ MP; and 3 more on rank 1")
    Result.objects.filter(seat__entry__number__gt=5).update(points=39)
    fewer = client.get(STANDINGS).content
    assert words_of(fewer).endswith("e: rank 1= · 40 points, 3½ MP")
    lines = [opened(each).crop((60, 592, 400, 622)) for each in (equal, fewer)]
    inked = [sum(n for n, at in line.getcolors() if at < (200, 200, 200)) for line in lines]
    assert (inked[0] > 200, inked[1]) == (True, 0)


def test_there_is_a_picture_before_the_first_result(client):
    make_tournament(["Anna"])
    assert shown(client, PLAYER) == "Anna · WK hal"
    assert shown(client, STANDINGS) == "WK hal · 21 November 2026"


def test_a_player_who_never_sat_down_has_a_picture_with_the_name_only(client, hal):
    enter_many(tournament=hal, rows=[NewEntry("Laat")])
    assert shown(client, "/t/hal/players/9.png") == "Laat · WK hal"


def test_nothing_is_told_while_results_are_withheld(client, director_client, hal):
    """Not even of rounds that are public: a picture goes on to others and stays there."""
    addresses = [STANDINGS, PLAYER, "/t/hal/players/8.png"]
    assert all("rank" in shown(client, address) for address in addresses)
    hal.rounds.filter(number=2).update(withheld=ALL)
    before = [client.get(address).content for address in addresses]
    assert [words_of(content) for content in before] == [
        "WK hal · 21 November 2026",
        "Anna · WK hal",
        "Hans · WK hal",
    ]

    @cases(
        ("what", "state", "points"),
        [
            (TOP, Round.State.STARTED, 7),
            (ALL, Round.State.STARTED, 8),
            (TOP, Round.State.CLOSED, 9),
            (ALL, Round.State.CLOSED, 10),
        ],
    )
    def looks_the_same_whatever_the_results(what, state, points):
        hal.rounds.filter(number=2).update(withheld=what, state=state)
        results = Result.objects.filter(seat__round__number=2)
        results.update(points=points, half_points=points % 4, place=points % 3)
        assert [client.get(address).content for address in addresses] == before
        assert [director_client.get(address).content for address in addresses] == before

    looks_the_same_whatever_the_results()


def test_an_official_gets_no_more_than_everybody(client, director_client, hal):
    for address in (PLAYER, STANDINGS):
        assert director_client.get(address).content == client.get(address).content


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Maria Wolfeschlegelsteinhausen-Bergerdorff van der Łódź-Kowal", None),
        ("W" * 80, None),
        ("Мария", "no. 1"),
    ],
)
def test_every_name_is_written_whole_within_the_margins(client, hal, name, written):
    hal.entries.filter(number=1).update(name=name)
    for address in (PLAYER, STANDINGS):
        content = client.get(address).content
        assert (written or name) in words_of(content)
        picture = opened(content)
        for left, right in ((0, 50), (1150, 1200)):
            edge = picture.crop((left, 110, right, 630))
            assert colours_of(edge) == {picture.getpixel((0, 629))}


@pytest.mark.parametrize("rounds", [1, 4, 5, 20])
def test_any_number_of_rounds_has_room(client, rounds):
    made = make_tournament("abcd", rounds=rounds)
    for number in range(1, rounds + 1):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    content = client.get(PLAYER).content
    assert f"Round {rounds}: 5 MP, 40 points, 1st, table 1" in words_of(content)
    picture = opened(content)
    paper = picture.getpixel((0, 629))
    assert colours_of(picture.crop((1145, 500, 1200, 501))) == {paper}
    # The last box ends at the margin.
    assert picture.getpixel((1139, 500)) != paper


@pytest.mark.parametrize("game", ["rubber-bridge", "kleurenwiezen"])
def test_other_games_have_pictures(client, game):
    people = [NewEntry(name) for name in "abcd"]
    made, _entries = tournament_with_players("WK", dt.date(2026, 11, 21), people, game=game)
    Tournament.objects.filter(pk=made.pk).update(slug="hal")
    made.refresh_from_db()
    play_round(made, 1, {1: {1: 400, 2: -300, 3: 400, 4: -300}})
    assert "Round 1: 4½ MP, 400 points" in shown(client, PLAYER)


def test_a_picture_changes_with_what_it_shows_and_is_kept_meanwhile(
    client, director, hal, kept_pages
):
    first = client.get(PLAYER)
    assert client.get(PLAYER).content == first.content
    assert "Content-Encoding" not in client.get(PLAYER, headers={"Accept-Encoding": "gzip"})
    announce(tournament=hal, text="Soep", minutes=0, author=director, now=MOMENT)
    assert client.get(PLAYER)["ETag"] == first["ETag"]
    Result.objects.filter(seat__entry__number=1, seat__round__number=2).update(points=21)
    assert "61 points" in shown(client, PLAYER)
    withhold(hal, ALL)
    assert shown(client, PLAYER) == "Anna · WK hal"


def test_wrong_methods_and_unknown_pictures(client, hal):
    for address in (PLAYER, STANDINGS):
        assert client.post(address).status_code == 405
        assert client.get(address.replace("hal", "nergens")).status_code == 404
    assert client.get("/t/hal/players/77.png").status_code == 404


def test_the_page_of_a_browser_around_a_picture_may_have_a_style_and_no_script(client, hal):
    for address in (PLAYER, STANDINGS):
        policy = client.get(address)["Content-Security-Policy"].split("; ")
        assert [each for each in policy if "unsafe" in each] == ["style-src 'unsafe-inline'"]
        assert "default-src 'self'" in policy


def test_number_of_queries(client, hal, django_assert_num_queries):
    for address, queries in ((STANDINGS, 5), (PLAYER, 10)):
        client.get(address)
        with django_assert_num_queries(queries):
            client.get(address)
