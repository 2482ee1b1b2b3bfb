"""Who is champion of which edition, and when that is public."""

import datetime as dt

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round, two_closed_rounds
from tests.standings.withheld import ALL, TOP, withhold
from wk.scoreforms.models import Result
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.standings.years.queries import editions
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db


def facts(edition):
    """Return rank, whether it is shared, number, match points and points of each row."""
    return [
        (
            p.ranked.rank,
            p.ranked.shared,
            p.number,
            p.ranked.tally.match_points,
            p.ranked.tally.points,
        )
        for p in edition.participants
    ]


def shown(tournament):
    """Return the same of the standings that everybody sees."""
    rows = visible_standings(result_visibility(tournament, sees_all=False)).rows
    return [(r.rank, r.shared, r.number, r.match_points, r.points) for r in rows]


def test_a_final_edition_has_the_ranks_of_its_standings():
    made = two_closed_rounds()
    [edition] = editions()
    assert edition.is_final
    assert facts(edition) == shown(made)
    assert [each.number for each in edition.champions] == [1]


def test_equal_players_are_champions_together():
    """A16."""
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: {5: 40, 6: 30, 7: 20, 8: 10}})
    close_rounds(made)
    [edition] = editions()
    assert facts(edition) == shown(made)
    assert [each.number for each in edition.champions] == [1, 5]


def open_again(made):
    made.rounds.filter(number=1).update(state=Round.State.STARTED)


def with_a_round_to_come(made):
    Tournament.objects.update(round_count=3)


def with_a_form_to_come(made):
    Result.objects.filter(seat__round__number=2).delete()


def only_drawn(made):
    made.rounds.filter(number=2).update(state=Round.State.CONFIRMED)


@pytest.mark.parametrize(
    "change",
    [
        open_again,
        with_a_round_to_come,
        with_a_form_to_come,
        only_drawn,
        lambda made: withhold(made, ALL),
        lambda made: withhold(made, TOP),
        lambda made: withhold(made, ALL, number=1),
    ],
)
def test_an_edition_that_is_not_over_or_held_back_has_no_ranks(change):
    made = two_closed_rounds()
    change(made)
    made.refresh_from_db()
    [edition] = editions()
    public = visible_standings(result_visibility(made, sees_all=False))
    assert (edition.is_final, public.is_final) == (False, False)
    assert edition.champions == public.champions == ()
    assert [(each.number, each.ranked) for each in edition.participants] == [
        (number, None) for number in (1, 2, 3, 4)
    ]


def test_a_form_that_never_comes_in_a_final_round_ends_the_edition_all_the_same():
    """A17."""
    made = two_closed_rounds()
    with_a_form_to_come(made)
    made.rounds.update(state=Round.State.FINAL)
    [edition] = editions()
    assert edition.is_final
    assert facts(edition) == shown(made)


def test_who_has_no_seat_took_no_part():
    made = make_tournament("abcde", rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    close_rounds(made)
    [edition] = editions()
    assert [each.number for each in edition.participants] == [1, 2, 3, 4]


def test_the_latest_edition_is_first_and_practice_is_left_out():
    for slug, year in (("een", 2024), ("oefen", 2026), ("twee", 2025)):
        made = make_tournament("abcd", slug=slug)
        Tournament.objects.filter(pk=made.pk).update(date=dt.date(year, 11, 21))
    found = editions()
    assert [each.tournament.slug for each in found] == ["twee", "een"]
    assert [(each.has_begun, each.participants) for each in found] == [(False, ())] * 2
