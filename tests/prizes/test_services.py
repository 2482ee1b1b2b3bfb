"""Actions on prizes: categories, marks, and ticks for what was handed out."""

import pytest
from django.utils import timezone

from tests.prizes.conftest import CLUBS, EVERYBODY, MARKED, category
from wk.core.refusals import ActionRefused
from wk.prizes.services import (
    MOST_CATEGORIES,
    add_category,
    change_category,
    hand_over,
    mark_players,
    remove_category,
    take_back,
)
from wk.tournament.models import HandedPrize, PrizeCategory, Round

pytestmark = pytest.mark.django_db


def notes():
    """Return the category and the winner of each note."""
    found = HandedPrize.objects.order_by("pk").select_related("entry", "category")
    return [(each.category.name, each.entry.name if each.entry else each.club) for each in found]


def test_two_categories_cannot_have_one_name(played):
    category(played, MARKED, name="Jeugd")
    other = category(played, MARKED, name="Dames")
    with pytest.raises(ActionRefused):
        category(played, EVERYBODY, name="Jeugd")
    with pytest.raises(ActionRefused):
        change_category(category=other, name="Jeugd")
    assert [each.name for each in played.prize_categories.all()] == ["Jeugd", "Dames"]


def test_there_are_so_many_categories_at_most(played):
    for number in range(MOST_CATEGORIES):
        add_category(tournament=played, name=f"prijs {number}")
    with pytest.raises(ActionRefused):
        add_category(tournament=played, name="nog een")


def test_marks_are_those_of_the_last_time_and_unknown_numbers_are_left_out(played):
    made = category(played, MARKED, 1, 2)
    for _twice in range(2):
        mark_players(category=made, numbers=[2, 3, 99])
        assert list(made.entries.values_list("number", flat=True)) == [2, 3]


def test_a_removed_category_takes_its_marks_and_notes_along(played, director):
    made = category(played, EVERYBODY)
    hand_over(category=made, number=5, club="", author=director, now=timezone.now())
    remove_category(category=made)
    assert (PrizeCategory.objects.count(), notes()) == (0, [])
    with pytest.raises(ActionRefused):
        remove_category(category=made)


@pytest.mark.parametrize(
    ("counts", "winner", "told"),
    [
        (EVERYBODY, {"number": 5, "club": ""}, "Els"),
        (CLUBS, {"number": None, "club": "DE SLAG"}, "De Slag"),
    ],
)
def test_handing_out_twice_is_noted_once_and_can_be_taken_back(
    played, director, counts, winner, told
):
    made = category(played, counts, name="Prijs", best=2)
    by = {"author": director, "now": timezone.now()}
    assert [hand_over(category=made, **winner, **by) for _twice in range(2)] == [True, False]
    assert notes() == [("Prijs", told)]
    assert [take_back(category=made, **winner) for _twice in range(2)] == [True, False]
    assert notes() == []


@pytest.mark.parametrize("winner", [{"number": 1, "club": ""}, {"number": None, "club": "Troef"}])
def test_who_does_not_win_gets_nothing(played, director, winner):
    made = category(played, EVERYBODY)
    with pytest.raises(ActionRefused):
        hand_over(category=made, **winner, author=director, now=timezone.now())
    assert notes() == []


def test_nothing_is_handed_out_while_a_round_is_open(played, director):
    made = category(played, EVERYBODY)
    played.rounds.filter(number=2).update(state=Round.State.STARTED)
    with pytest.raises(ActionRefused):
        hand_over(category=made, number=5, club="", author=director, now=timezone.now())
    assert notes() == []
