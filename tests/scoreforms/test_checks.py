"""Pages of the second pair of eyes: the pile, and a form beside its paper."""

import pytest
from django.urls import reverse

from tests.played import played
from tests.scoreforms.eyes import give, levels
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table

FORM = "/t/wk-test/forms/1/1/"

SECOND = f"{FORM}second/"

SETTLE = f"{FORM}settle/"

COUNT = f"{FORM}count/"

PILE = "/t/wk-test/forms/pile/"


@pytest.mark.parametrize("path", [PILE, SECOND, SETTLE])
def test_officials_only(client, waiting, path):
    assert client.get(path).url == f"{reverse('accounts:login')}?next={path}"


@pytest.mark.parametrize(
    ("path", "method"), [(PILE, "post"), (SECOND, "put"), (SETTLE, "delete"), (COUNT, "get")]
)
def test_wrong_methods(director_client, waiting, path, method):
    assert getattr(director_client, method)(path).status_code == 405


def test_letting_count_is_the_directors(clerk_client, waiting):
    assert clerk_client.post(COUNT, {"version": "1", "reason": "Haast"}).status_code == 403


# The pile


def pile(client):
    forms = client.get(PILE).context["forms"]
    return [(each.table.number, each.way, each.is_own) for each in forms]


def test_the_pile_is_empty_at_first(clerk_client, tournament):
    page = clerk_client.get(PILE)
    assert (page.context["forms"], page.context["first"]) == ([], None)
    assert 'class="empty"' in page.content.decode()


def test_the_pile_is_in_the_order_of_tables_and_tells_what_each_is_there_for(
    clerk_client, bea, waiting, tournament
):
    give(Table.objects.get(number=2), {"totals": [70, 60, 50, 40]}, bea)
    assert pile(clerk_client) == [(1, "look", True), (2, "type", False)]
    page = clerk_client.get(PILE, headers={"Accept-Language": "en"}).content.decode()
    assert "only totals were taken" in page
    assert "every form is checked" in page
    assert "Yours: somebody else looks." in page


def test_the_newest_lies_on_top_and_is_begun_with(clerk_client, bea, wanting, tournament):
    wanting("every", "sight")
    for number in (1, 2):
        place = Table.objects.get(number=number)
        give(place, played(place), bea)
    page = clerk_client.get(PILE)
    assert [each.table.number for each in page.context["forms"]] == [1, 2]
    assert page.context["first"].table.number == 2


@pytest.mark.parametrize(("method", "href"), [("sight", SECOND), ("blind", FORM)])
def test_the_pile_leads_to_where_a_form_is_looked_at(
    bea_client, table, clerk, wanting, method, href
):
    wanting("every", method)
    give(table, played(table), clerk)
    assert f'class="hero" href="{href}"' in bea_client.get(PILE).content.decode()


def test_what_was_typed_differently_leads_to_settling(clerk_client, differing):
    assert f'class="hero" href="{SETTLE}"' in clerk_client.get(PILE).content.decode()


def test_the_pile_takes_a_few_queries_however_high(
    bea_client, bea, clerk, wanting, table, django_assert_num_queries
):
    wanting("every", "sight")
    for number in (1, 2):
        place = Table.objects.get(number=number)
        give(place, played(place), clerk)
        with django_assert_num_queries(6):
            assert len(bea_client.get(PILE).context["forms"]) == number


# By sight


def test_a_form_is_shown_as_on_the_paper(bea_client, waiting, table):
    page = bea_client.get(SECOND)
    cells = [c.value for row in page.context["sheet"].rows for c in row.every_cell]
    written = table.round.rules.to_cells(waiting.content)
    assert [value for value in cells if value] == [
        written[f.path]
        for f in table.round.rules.layout(5, waiting.content).fields
        if written.get(f.path) and f.path != "first_dealer"
    ]
    assert f'href="{FORM}?copy"' in page.content.decode()


def test_confirming_lets_it_count_and_goes_on_to_the_next(bea_client, bea, clerk, waiting):
    second = Table.objects.get(number=2)
    give(second, played(second), clerk)
    answer = bea_client.post("/t/wk-test/forms/1/2/second/", {"version": "1"})
    assert answer.url == SECOND
    answer = bea_client.post(SECOND, {"version": "1"}, follow=True)
    assert (answer.redirect_chain[0][0], levels(answer)) == (PILE, ["success", "success"])
    assert set(Version.objects.values_list("is_counted", flat=True)) == {True}
    assert set(Check.objects.values_list("author", "agrees")) == {(bea.pk, True)}


def test_a_double_click_is_one_look(bea_client, waiting):
    for _click in range(2):
        bea_client.post(SECOND, {"version": "1"})
    assert (Check.objects.count(), Result.objects.count()) == (1, 5)


def test_who_typed_it_sees_it_and_cannot_confirm_it(clerk_client, waiting):
    assert "looked-at" not in clerk_client.get(SECOND).content.decode()
    answer = clerk_client.post(SECOND, {"version": "1"}, follow=True)
    assert levels(answer) == ["error"]
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["", "x", "0", "9" * 20, "\0"])
def test_hostile_input_confirms_nothing(bea_client, waiting, version):
    answer = bea_client.post(SECOND, {"version": version}, follow=True)
    assert (levels(answer), Check.objects.count()) == (["error"], 0)


def test_a_version_that_does_not_exist_is_not_found(bea_client, waiting):
    assert bea_client.post(SECOND, {"version": "7"}).status_code == 404


def test_what_was_replaced_meanwhile_is_not_confirmed(bea_client, table, clerk, waiting):
    give(table, played(table, 2), clerk, expected_version=1)
    answer = bea_client.post(SECOND, {"version": "1"}, follow=True)
    assert (levels(answer), Result.objects.count()) == (["error"], 0)


def test_blind_shows_nothing_and_leads_to_typing(bea_client, table, clerk, wanting):
    wanting("every", "blind")
    give(table, played(table), clerk)
    assert bea_client.get(SECOND).url == FORM
    answer = bea_client.post(SECOND, {"version": "1"})
    assert (answer.url, Result.objects.count()) == (SECOND, 0)


def test_nothing_to_look_at_leads_back_to_the_pile(clerk_client, table):
    assert clerk_client.get(SECOND).url == PILE


def test_the_walk_knows_who_comes_before_and_after(bea_client, clerk, waiting):
    second = Table.objects.get(number=2)
    give(second, played(second), clerk)
    first = bea_client.get("/t/wk-test/forms/1/2/second/").context
    last = bea_client.get(SECOND).context
    assert (first["newer"], first["older"].table.number) == (None, 1)
    assert (last["newer"].table.number, last["older"]) == (2, None)
    assert [(c["position"], c["total"]) for c in (first, last)] == [(1, 2), (2, 2)]


def test_looking_takes_a_few_queries(bea_client, waiting, django_assert_num_queries):
    with django_assert_num_queries(11):
        bea_client.get(SECOND)


# Without a second look


def test_the_director_lets_it_count_with_a_reason(director_client, waiting):
    answer = director_client.post(COUNT, {"version": "1", "reason": "Papier weg"}, follow=True)
    assert levels(answer) == ["success"]
    assert Version.objects.get(is_counted=True).reason == "Papier weg"


@pytest.mark.parametrize(
    "sent",
    [{}, {"version": "1"}, {"version": "1", "reason": " "}, {"version": "x", "reason": "a"}]
    + [{"version": "1", "reason": text} for text in ("x" * 301, "\0", "\x1b[0m")],
)
def test_without_a_reason_or_with_hostile_input_it_waits_on(director_client, waiting, sent):
    answer = director_client.post(COUNT, sent, follow=True)
    assert (levels(answer), Result.objects.count()) == (["error"], 0)
