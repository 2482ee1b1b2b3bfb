"""The other editions of a player: the result where it is final and everybody may see it."""

from fractions import Fraction

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from tests.standings.withheld import ALL, TOP, withhold
from wk.scoreforms.models import Result
from wk.standings.editions import editions
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Entry, Round, Tournament

pytestmark = pytest.mark.django_db


def edition(slug, year, rounds=2):
    """Make an edition of two closed rounds of five players, of whom number 5 never sits."""
    made = make_tournament("abcde", slug=slug, rounds=rounds)
    Tournament.objects.filter(pk=made.pk).update(date=f"{year}-11-21")
    for number in (1, 2):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 30, 4: 10}})
    close_rounds(made)
    return made


@pytest.fixture
def of_one_person():
    """Return the newest entry of a person who plays every year, and the editions before it."""
    older = [edition("oud", 2023), edition("ouder", 2022)]
    newest = make_tournament("abcde")
    for made in older:
        for entry in newest.entries.all():
            Entry.objects.filter(tournament=made, number=entry.number).update(player=entry.player)
    return newest.entries.get(number=2), older


def told(entry):
    return [
        (
            each.entry.tournament.slug,
            each.result and (each.result.rank, each.result.shared, each.result.tally.match_points),
            each.players,
        )
        for each in editions(entry)
    ]


def test_the_result_is_that_of_the_final_standings(of_one_person, django_assert_num_queries):
    entry, older = of_one_person
    with django_assert_num_queries(3):
        found = told(entry)
    result = (2, True, Fraction(7))
    assert found == [("oud", result, 4), ("ouder", result, 4)]
    rows = visible_standings(result_visibility(older[0], sees_all=False)).rows
    [row] = [row for row in rows if row.number == 2]
    assert (row.rank, row.shared, row.match_points) == result
    assert len(rows) == 4


def test_who_never_sat_down_has_no_result(of_one_person):
    entry, _older = of_one_person
    assert told(entry.tournament.entries.get(number=5)) == [("oud", None, 4), ("ouder", None, 4)]


def still_to_come(made):
    made.rounds.get(number=2).tables.get().seats.get(number=1).result.delete()


@pytest.mark.parametrize(
    "change",
    [
        lambda made: withhold(made, TOP),
        lambda made: withhold(made, ALL, number=1),
        lambda made: made.rounds.filter(number=2).update(state=Round.State.STARTED),
        lambda made: Tournament.objects.filter(pk=made.pk).update(round_count=3),
        still_to_come,
    ],
)
def test_an_edition_without_final_public_standings_is_only_named(of_one_person, change):
    entry, [newer, _older] = of_one_person
    change(newer)
    assert told(entry) == [("oud", None, 0), ("ouder", (2, True, Fraction(7)), 4)]


def test_without_other_editions_one_query_is_enough(django_assert_num_queries):
    entry = make_tournament("a").entries.get()
    with django_assert_num_queries(1):
        assert editions(entry) == ()


def test_a17_a_form_that_never_came_is_worth_nothing(of_one_person):
    entry, [newer, _older] = of_one_person
    newer.rounds.update(state=Round.State.FINAL)
    Result.objects.filter(seat__entry__tournament=newer, seat__entry__number=2).delete()
    tally = editions(entry)[0].result.tally
    assert (tally.match_points, tally.points) == (0, 0)
