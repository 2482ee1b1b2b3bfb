"""The estimate of who wins: where the director wants it, and never of what is held back or sure."""

from fractions import Fraction

import pytest

from scoring.possible import PossibleRanks
from tests.standings.reading import STANDINGS, text_of
from tests.standings.test_possible import reach
from tests.standings.tournaments import count_form, make_tournament, play_round
from tests.standings.withheld import ALL, NOTHING, TOP, withhold
from wk.standings.formats import in_hundred
from wk.standings.odds import Estimate, Odds
from wk.standings.possible import favourites
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

METHOD = "was played out 2000 times, with points drawn from all that were scored so far"


def wanted(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(odds=True)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def one_table_to_come():
    """A last round of three tables of four: those of players 1 to 4 and 9 to 12 are in."""
    made = make_tournament("abcdefghijkl", rounds=1)
    first, last = {1: 70, 2: 60, 3: 40, 4: 10}, {9: 90, 10: 90, 11: 60, 12: 50}
    play_round(made, 1, {1: first, 2: [5, 6, 7, 8], 3: last})
    return made


def told(tournament, *, sees_all=False):
    visibility = result_visibility(tournament, sees_all=sees_all)
    found = favourites(visible_standings(visibility), visibility)
    return found and {row.number: share for row, share in found.players}


def pages(client):
    addresses = (STANDINGS, "/t/hal/players/1/", "/t/hal/players/5/", "/t/hal/players/9/")
    return [client.get(address) for address in addresses]


def test_nobody_sees_an_estimate_that_the_director_did_not_ask_for(client, one_table_to_come):
    assert [METHOD in text_of(page) for page in pages(client)] == [False] * 4
    assert told(one_table_to_come) is None
    wanted(one_table_to_come)
    # Number 9 cannot win any more, but may still leave the top three.
    assert [METHOD in text_of(page) for page in pages(client)] == [True] * 4


def test_the_estimate_in_words(client, one_table_to_come):
    shares = told(wanted(one_table_to_come))
    # Player 1 is passed by a single winner with 90 points, of which two in eight were scored: in 42
    # of 100 times one of four has these. A shared win counts for each.
    assert set(shares) == {1, 5, 6, 7, 8}
    assert Fraction(54, 100) < shares[1] < Fraction(62, 100)
    assert 1 <= sum(shares.values()) < Fraction(13, 10)
    standings, first, fifth, ninth = map(text_of, pages(client))
    times = in_hundred(shares[1])
    assert f"estimate: a wins {times} of 100 times" in standings
    assert f"estimate: Wins {times} of 100 times." in first
    assert f"Wins {in_hundred(shares[5])} of 100 times." in fifth
    assert "Wins" not in ninth
    assert "estimate: Ends in the top three more than 99 of 100 times." in ninth


def test_the_same_standings_have_the_same_estimate(client, one_table_to_come):
    wanted(one_table_to_come)
    before = [page.content.split(b"<main")[1] for page in pages(client)]
    one_table_to_come.odds = True
    one_table_to_come.save()  # another public version
    assert [page.content.split(b"<main")[1] for page in pages(client)] == before


def test_there_is_none_before_the_first_form_and_after_the_last(client, one_table_to_come):
    made = wanted(one_table_to_come)
    count_form(Table.objects.get(number=2), [5, 6, 7, 8])
    assert told(made) is None
    empty = make_tournament("abcd", slug="leeg", rounds=1)
    play_round(empty, 1, {1: [1, 2, 3, 4]})
    assert told(wanted(empty)) is None


def test_a_last_round_by_the_standings_is_played_out_so():
    made = make_tournament("abcdefgh", rounds=2)
    points = dict(enumerate([90, 80, 70, 60, 50, 40, 30, 20], 1))
    halves = [{n: points[n] for n in range(low, low + 4)} for low in (1, 5)]
    play_round(made, 1, {1: halves[0], 2: halves[1]}, state=Round.State.FINAL)
    by_lot = told(wanted(made))
    Tournament.objects.update(last_round=Tournament.LastRound.STANDINGS)
    by_standings = told(Tournament.objects.get())
    assert by_lot != by_standings
    assert set(by_lot) <= set(reach(made))


@pytest.mark.parametrize("game", ["rubber-bridge"])
def test_a_game_with_partners_has_none(game):
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: [5, 6, 7, 8]})
    assert told(wanted(made)) is not None
    Tournament.objects.update(game=game, options={"partners": "rotating"})
    assert told(Tournament.objects.get()) is None


@pytest.mark.parametrize("what", [TOP, ALL])
def test_what_is_withheld_gives_nothing_away(client, director_client, what):
    made = make_tournament("abcdefgh", rounds=2)
    points = dict(enumerate([90, 80, 70, 60, 50, 40, 30, 20], 1))
    halves = [{n: points[n] for n in range(low, low + 4)} for low in (1, 5)]
    play_round(made, 1, {1: halves[0], 2: halves[1]}, state=Round.State.FINAL)
    play_round(made, 2, {1: {1: 5, 2: 6, 3: 7, 4: 8}, 2: [5, 6, 7, 8]})
    made = wanted(made)
    assert told(made)
    withhold(made, what)
    assert told(made) is told(made, sees_all=True) is None
    before = read_by_all(client, director_client)
    assert not any(b'id="odds"' in page for page in before)
    for seat in Table.objects.get(round__number=2, number=1).seats.select_related("result"):
        seat.result.points = 100 - seat.result.points
        seat.result.half_points = 14 - seat.result.half_points
        seat.result.save()
    assert read_by_all(client)[:2] == before[:2]
    withhold(made, NOTHING)
    assert all(b'id="odds"' in page for page in read_by_all(client, director_client))


def read_by_all(*clients):
    """Return what each client reads of the standings and of player 5."""
    return [
        each.get(address).content.split(b"<main")[1]
        for each in clients
        for address in (STANDINGS, "/t/hal/players/5/")
    ]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 8), Odds(Fraction(1, 4), Fraction(3, 4))),
        ((1, 3), Odds(Fraction(1, 4), None)),  # certain of the top three
        ((2, 8), Odds(None, Fraction(3, 4))),
        ((1, 1), Odds(None, None)),
        ((4, 8), Odds(None, None)),
    ],
)
def test_what_is_excluded_or_certain_is_no_estimate(ranks, expected):
    assert Estimate(8, {1: 2}, {1: 6}).odds_of(1, PossibleRanks(*ranks)) == expected


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ((0, 2000), "fewer than 1"),
        ((9, 2000), "fewer than 1"),
        ((11, 2000), "1"),
        ((240, 2000), "12"),
        ((1989, 2000), "99"),
        ((1991, 2000), "more than 99"),
        ((2000, 2000), "more than 99"),
    ],
)
def test_an_estimate_is_never_0_or_100(share, words):
    assert in_hundred(Fraction(*share)) == words


def test_number_of_queries(client, one_table_to_come, django_assert_num_queries):
    """An estimate takes none but those of the standings, of which it is made."""
    made = wanted(one_table_to_come)
    visibility = result_visibility(made, sees_all=False)
    shown = visible_standings(visibility)
    with django_assert_num_queries(0):
        assert favourites(shown, visibility)
