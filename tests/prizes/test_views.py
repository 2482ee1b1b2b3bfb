"""The pages of the prizes: who sees what, and what a director and a clerk do there."""

import pytest

from tests.prizes.conftest import CLUBS, EVERYBODY, MARKED, category
from tests.standings.reading import text_of
from wk.prizes.queries import prizes
from wk.tournament.models import HandedPrize, PrizeCategory, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
PAGE = "/t/hal/prizes/"
JEUGD = {"name": "Jeugd", "prizes": "2", "counts": "marked", "round": "", "best": "3"}


def test_without_prizes_the_page_says_so(client, director_client, played):
    assert "There are no prizes yet." in text_of(client.get(PAGE))
    assert "Add a category" in text_of(director_client.get(PAGE))
    assert "Add a category" not in text_of(client.get(PAGE))


def test_everybody_reads_who_won_once_all_is_public(client, played):
    category(played, MARKED, 2, 3, name="Dames", prizes=2)
    page = text_of(client.get(PAGE))
    assert "Dames 2 prizes" in page
    assert "1 Bram Troef" in page
    assert "player is marked" not in page
    assert b"<form" not in client.get(PAGE).content


def test_the_public_page_pins_its_number_of_queries(client, played, django_assert_num_queries):
    category(played, MARKED, 2, 3)
    category(played, CLUBS, best=2)
    with django_assert_num_queries(8):
        client.get(PAGE)


def test_a_clerk_sees_the_winners_before_others_and_is_told_so(clerk_client, client, played):
    category(played, EVERYBODY, name="Wisselbeker")
    played.rounds.filter(number=2).update(withheld=Round.Withheld.ALL)
    page = text_of(clerk_client.get(PAGE))
    assert ("not public yet" in page, "1 Els De Slag" in page) == (True, True)
    public = text_of(client.get(PAGE))
    assert ("Wisselbeker" in public, "Els" in public) == (True, False)
    assert "Who wins is told at the ceremony" in public


def test_a_director_makes_a_category_and_goes_on_to_mark_players(director_client, played):
    answer = director_client.post(f"{PAGE}add/", JEUGD)
    made = PrizeCategory.objects.get()
    assert answer.url == f"{PAGE}{made.pk}/players/"
    assert (made.name, made.prizes, made.counts, made.round, made.best) == (
        *("Jeugd", 2, "marked", None, 3),
    )
    page = director_client.get(answer.url)
    assert [entry.number for entry in page.context["listed"]] == list(range(1, 9))
    assert director_client.post(answer.url, {"number": ["2", "3"]}).url == PAGE
    assert list(made.entries.values_list("number", flat=True)) == [2, 3]
    assert director_client.get(answer.url).context["ticked"] == {2, 3}
    assert director_client.post(answer.url).url == PAGE
    assert made.entries.count() == 0


def test_a_category_of_most_points_has_its_round(director_client, played):
    page = director_client.get(f"{PAGE}add/", headers={"Accept-Language": "en"}).content.decode()
    assert "For most points: which round" in page
    assert [number for number, _words in page_choices(director_client)] == ["", 1, 2]
    director_client.post(f"{PAGE}add/", JEUGD | {"counts": "round", "round": "1"})
    assert PrizeCategory.objects.get().round == 1


def page_choices(client):
    return client.get(f"{PAGE}add/").context["form"].fields["round"].choices


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("name", ""), ("name", "x" * 61), ("name", "nul\0"), ("prizes", "0"), ("prizes", "21")),
        *(("prizes", "veel"), ("counts", "geluk"), ("round", "3"), ("round", "0")),
        *(("best", "0"), ("best", "21")),
    ],
)
def test_invalid_fields_are_refused_at_the_field(director_client, played, field, value):
    answer = director_client.post(f"{PAGE}add/", JEUGD | {field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, [field])
    assert PrizeCategory.objects.count() == 0


def test_a_second_category_of_a_name_is_refused_at_its_name(director_client, played):
    category(played, EVERYBODY, name="Jeugd")
    answer = director_client.post(f"{PAGE}add/", JEUGD)
    assert list(answer.context["form"].errors) == ["name"]


def test_a_category_is_changed_and_removed(director_client, played):
    made = category(played, MARKED, 1, name="Jeugd")
    address = f"{PAGE}{made.pk}/"
    assert director_client.post(f"{address}edit/", JEUGD | {"prizes": "5"}).url == PAGE
    assert PrizeCategory.objects.get().prizes == 5
    bad = director_client.post(f"{address}edit/", JEUGD | {"name": ""})
    assert (bad.status_code, "Jeugd" in text_of(bad)) == (200, True)
    assert director_client.post(f"{address}remove/").url == PAGE
    assert PrizeCategory.objects.count() == 0
    assert director_client.post(f"{address}remove/").status_code == 404


def test_a_number_that_nobody_has_cannot_be_marked(director_client, played):
    made = category(played, MARKED, 1)
    answer = director_client.post(f"{PAGE}{made.pk}/players/", {"number": ["99"]})
    assert (answer.status_code, made.entries.count()) == (200, 1)


def test_a_clerk_ticks_what_was_handed_out_and_takes_the_tick_back(clerk_client, played):
    made = category(played, EVERYBODY)
    clubs = category(played, CLUBS, best=2)
    for each, winner in ((made, {"number": "5"}), (clubs, {"club": "De Slag"})):
        address = f"{PAGE}{each.pk}/handed/"
        for _twice in range(2):
            answer = clerk_client.post(address, winner)
            assert answer.url == f"{PAGE}#prize-{each.pk}"
        assert HandedPrize.objects.filter(category=each).count() == 1
        assert text_of(clerk_client.get(PAGE)).count("handed out at") == 1
        clerk_client.post(f"{address}back/", winner)
        assert HandedPrize.objects.count() == 0


@pytest.mark.parametrize("sent", [{}, {"number": "0"}, {"number": "8"}, {"club": "x" * 81}])
def test_a_tick_for_nobody_or_for_no_winner_is_refused(clerk_client, played, sent):
    made = category(played, EVERYBODY)
    answer = clerk_client.post(f"{PAGE}{made.pk}/handed/", sent, follow=True)
    assert [each.level_tag for each in answer.context["messages"]] == ["error"]
    assert HandedPrize.objects.count() == 0


def test_a_category_of_another_tournament_is_not_found(director_client, tournament, played):
    made = category(played, EVERYBODY)
    assert director_client.get(f"/t/wk-test/prizes/{made.pk}/edit/").status_code == 404


def test_equal_winners_are_left_to_the_director(client, played):
    category(played, PrizeCategory.Counts.ROUND)
    page = text_of(client.get(PAGE))
    assert page.count("1 = shared") == 2
    assert "The director decides who gets which prize." in page
    assert prizes(played, sees_all=False).lists[0].has_ties
