"""Who wins in each category, and who may see it."""

from fractions import Fraction

import pytest
from django.utils import timezone

from tests.hall.ceremony.conftest import let_announce
from tests.prizes.conftest import CLUBS, EVERYBODY, MARKED, ROUND, category
from wk.hall.models import CEREMONY_END
from wk.prizes.queries import prizes
from wk.prizes.services import hand_over
from wk.scoreforms.models import Result
from wk.standings.queries import standings
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def winners_of(tournament, *, sees_all=True):
    """Return rank, whether it is shared, and name of the winners of the only category."""
    (listed,) = prizes(tournament, sees_all=sees_all).lists
    return [(each.rank, each.is_shared, each.name) for each in listed.winners]


def handed_in(listed):
    """Return the number of winners of a list who have got their prize."""
    return sum(each.handed is not None for each in listed.winners)


def test_without_a_category_there_is_no_list(played):
    shown = prizes(played, sees_all=True)
    assert (shown.categories, shown.lists, shown.is_settled) == ((), (), True)


def test_the_standings_of_everybody_are_those_of_the_standings(played):
    category(played, EVERYBODY, prizes=3)
    expected = [(row.rank, row.shared, row.name) for row in standings(played).rows if row.rank <= 3]
    assert winners_of(played) == expected
    assert [name for _rank, _shared, name in expected] == ["Els", "Bram", "Anna"]


def test_marked_players_are_ranked_among_themselves(played):
    category(played, MARKED, 4, 6, 7, 8, prizes=2)
    assert winners_of(played) == [(1, False, "Hans"), (2, False, "Femke")]


def test_nobody_marked_gives_an_empty_list(played):
    category(played, MARKED)
    assert winners_of(played) == []


@pytest.mark.parametrize(
    ("round", "expected", "rounds"),
    [
        (None, [(1, True, "Bram"), (1, True, "Els")], [(2,), (2,)]),
        (1, [(1, False, "Els")], [(1,)]),
    ],
)
def test_the_best_round_is_that_of_the_most_points_and_ties_stay_ties(
    played, round, expected, rounds
):
    category(played, ROUND, round=round)
    assert winners_of(played) == expected
    (listed,) = prizes(played, sees_all=True).lists
    assert [each.rounds for each in listed.winners] == rounds
    assert [each.match_points for each in listed.winners] == [None] * len(expected)
    assert listed.has_ties is (len(expected) > 1)


def test_clubs_count_by_their_best_players_whatever_their_capitals(played):
    category(played, CLUBS, best=2, prizes=5)
    (listed,) = prizes(played, sees_all=True).lists
    rows = {row.name: row for row in standings(played).rows}
    assert [(each.name, each.members) for each in listed.winners] == [
        ("De Slag", ("Els", "Anna")),
        ("Troef", ("Bram", "Femke")),
    ]
    first = listed.winners[0]
    assert first.match_points == rows["Els"].match_points + rows["Anna"].match_points
    assert first.points == rows["Els"].points + rows["Anna"].points
    assert isinstance(first.match_points, Fraction)


def test_while_a_form_is_missing_officials_see_what_may_change_and_others_nothing(played):
    category(played, EVERYBODY)
    seats = played.rounds.get(number=2).tables.get(number=1).seats
    Result.objects.filter(seat__in=seats.all()).delete()
    shown = prizes(played, sees_all=True)
    assert (len(shown.lists), shown.is_settled) == (1, False)
    assert prizes(played, sees_all=False).lists == ()


def test_while_a_round_is_open_others_see_nothing(played):
    category(played, EVERYBODY)
    played.rounds.filter(number=2).update(state=Round.State.STARTED)
    shown = prizes(played, sees_all=True)
    assert (len(shown.lists), shown.is_settled, shown.is_public) == (1, False, False)
    assert prizes(played, sees_all=False).lists == ()


@pytest.mark.parametrize("what", [Round.Withheld.TOP, Round.Withheld.ALL])
@pytest.mark.parametrize("number", [1, 2])
def test_while_results_are_withheld_others_see_no_winner(played, what, number):
    category(played, EVERYBODY, prizes=8)
    assert len(prizes(played, sees_all=False).lists) == 1
    played.rounds.filter(number=number).update(withheld=what)
    shown = prizes(played, sees_all=False)
    assert (shown.lists, len(shown.categories)) == ((), 1)
    whole = prizes(played, sees_all=True)
    assert (len(whole.lists), whole.is_public) == (1, False)


def test_while_a_ceremony_has_places_to_announce_others_see_no_winner(played):
    category(played, EVERYBODY)
    for place, is_public in ((8, False), (1, False), (CEREMONY_END, True)):
        let_announce(played, place)
        assert prizes(played, sees_all=False).is_public is is_public
        assert len(prizes(played, sees_all=False).lists) == is_public


def test_at_the_end_of_a_ceremony_withheld_results_still_hide_the_winners(played):
    category(played, EVERYBODY)
    played.rounds.filter(number=2).update(withheld=Round.Withheld.TOP)
    let_announce(played, CEREMONY_END)
    assert prizes(played, sees_all=False).lists == ()


def test_the_notes_of_what_was_handed_out_are_for_officials(played, director):
    made = category(played, EVERYBODY)
    note = {"number": 5, "club": "", "author": director, "now": timezone.now()}
    hand_over(category=made, **note)
    (listed,), (public,) = (prizes(played, sees_all=sees).lists for sees in (True, False))
    assert (handed_in(listed), handed_in(public)) == (1, 0)


def test_a_prize_of_somebody_who_wins_no_more_is_told(played, director):
    made = category(played, EVERYBODY)
    hand_over(category=made, number=5, club="", author=director, now=timezone.now())
    Result.objects.filter(seat__entry__number=5).update(points=-99, half_points=0)
    (listed,) = prizes(played, sees_all=True).lists
    assert handed_in(listed) == 0
    assert [note.entry.name for note in listed.handed_to_others] == ["Els"]


def test_the_number_of_queries_does_not_grow_with_the_categories(played, django_assert_num_queries):
    category(played, EVERYBODY)
    with django_assert_num_queries(7):
        prizes(played, sees_all=True)
    for number, counts in enumerate((MARKED, ROUND, CLUBS)):
        category(played, counts, 1, 2, name=f"nog {number}", best=2)
    with django_assert_num_queries(7):
        prizes(played, sees_all=True)
