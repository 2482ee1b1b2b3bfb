"""Pages of the second pair of eyes: the pile, a form beside its paper, and the page on which
somebody settles cell by cell what two typed differently."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.markup import closed_up
from tests.played import played
from tests.scoreforms.eyes import another, give, levels
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table

FORM = "/t/wk-test/forms/1/1/"
SECOND, SETTLE, COUNT = f"{FORM}second/", f"{FORM}settle/", f"{FORM}count/"
PILE = "/t/wk-test/forms/pile/"


@pytest.fixture
def table(short):
    """What is on the pages is the same however long a form is."""
    return short


def last_level(response):
    return [*get_messages(response.wsgi_request)][-1].level_tag


def totals(table):
    """What is taken of the form that was played there when only its totals are."""
    rules, seats = table.round.rules, table.seats.count()
    return {"totals": list(rules.progress(played(table), seats).totals)}


def test_these_pages_are_for_officials_and_letting_count_is_the_directors(
    client, clerk_client, director_client, waiting
):
    for path in (PILE, SECOND, SETTLE):
        assert client.get(path).url == f"{reverse('accounts:login')}?next={path}"
    sent = {"version": "1", "reason": "Haast"}
    assert client.post(COUNT, sent).status_code == 302
    assert clerk_client.post(COUNT, sent).status_code == 403
    for path, method in ((PILE, "post"), (SECOND, "put"), (SETTLE, "delete"), (COUNT, "get")):
        assert getattr(director_client, method)(path).status_code == 405


# The pile


def test_the_pile_is_empty_at_first(clerk_client, tournament):
    page = clerk_client.get(PILE)
    assert (page.context["forms"], page.context["first"]) == ([], None)
    assert 'class="empty"' in page.content.decode()


def test_the_pile_is_in_the_order_of_tables_and_tells_what_each_is_there_for(
    clerk_client, bea, waiting
):
    other = Table.objects.get(number=2)
    give(other, totals(other), bea)
    page = clerk_client.get(PILE, headers={"Accept-Language": "en"})
    assert [(each.table.number, each.way, each.is_own) for each in page.context["forms"]] == [
        (1, "look", True),
        (2, "type", False),
    ]
    words = page.content.decode()
    assert "only totals were taken" in words
    assert "every form is checked" in words
    assert "Yours: somebody else looks." in words


def test_the_newest_lies_on_top_and_is_begun_with(clerk_client, bea, wanting, table):
    wanting("every", "sight")
    for place in Table.objects.order_by("number"):
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
    assert f'class="hero" href="{href}"' in closed_up(bea_client.get(PILE).content.decode())


def test_what_was_typed_differently_leads_to_settling(clerk_client, differing):
    assert f'class="hero" href="{SETTLE}"' in closed_up(clerk_client.get(PILE).content.decode())
    assert clerk_client.get(SECOND).url == SETTLE


def test_the_pile_takes_a_few_queries_however_high(
    bea_client, clerk, wanting, table, django_assert_num_queries
):
    wanting("every", "sight")
    for height, place in enumerate(Table.objects.order_by("number"), 1):
        give(place, played(place), clerk)
        with django_assert_num_queries(6):
            assert len(bea_client.get(PILE).context["forms"]) == height


# By sight


def test_a_form_is_shown_as_on_the_paper(bea_client, waiting, table, django_assert_num_queries):
    with django_assert_num_queries(11):
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
    bea_client.post(SECOND, {"version": "1"})  # a double click
    assert list(Check.objects.values_list("author", "agrees")) == [(bea.pk, True)] * 2
    assert Result.objects.count() == 9


def test_who_typed_it_sees_it_and_cannot_confirm_it(clerk_client, waiting):
    assert "looked-at" not in clerk_client.get(SECOND).content.decode()
    answer = clerk_client.post(SECOND, {"version": "1"})
    assert (answer.url, last_level(answer)) == (SECOND, "error")
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


def test_a_stale_or_hostile_look_confirms_nothing(bea_client, table, clerk, waiting):
    for version in ("", "x", "0", "\0"):
        answer = bea_client.post(SECOND, {"version": version})
        assert (version, answer.url, last_level(answer)) == (version, SECOND, "error")
    assert bea_client.post(SECOND, {"version": "7"}).status_code == 404
    give(table, played(table, 2), clerk, expected_version=1)
    answer = bea_client.post(SECOND, {"version": "1"})  # replaced meanwhile
    assert (answer.url, last_level(answer)) == (SECOND, "error")
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


def test_blind_shows_it_to_who_typed_it_only_and_leads_others_to_typing(
    clerk_client, bea_client, table, clerk, wanting
):
    wanting("every", "blind")
    give(table, played(table), clerk)
    assert clerk_client.get(SECOND).context["sheet"].is_right
    assert bea_client.get(SECOND).url == FORM
    answer = bea_client.post(SECOND, {"version": "1"})
    assert (answer.url, Result.objects.count()) == (SECOND, 0)


def test_nothing_to_look_at_or_to_settle_leads_back_to_the_pile(clerk_client, table):
    assert [clerk_client.get(path).url for path in (SECOND, SETTLE)] == [PILE, PILE]


def test_the_walk_knows_who_comes_before_and_after(bea_client, clerk, waiting):
    second = Table.objects.get(number=2)
    give(second, played(second), clerk)
    first = bea_client.get("/t/wk-test/forms/1/2/second/").context
    last = bea_client.get(SECOND).context
    assert (first["newer"], first["older"].table.number) == (None, 1)
    assert (last["newer"].table.number, last["older"]) == (2, None)
    assert [(c["position"], c["total"]) for c in (first, last)] == [(1, 2), (2, 2)]


# Without a second look


def test_the_director_lets_it_count_with_a_reason(director_client, waiting):
    right = {"version": "1", "reason": "Papier weg"}
    for wrong in ({}, right | {"reason": " "}, right | {"version": "x"}):
        answer = director_client.post(COUNT, wrong)
        assert (answer.url, last_level(answer)) == (PILE, "error")
    assert director_client.post(COUNT, right | {"version": "7"}).status_code == 404
    assert Result.objects.count() == 0
    answer = director_client.post(COUNT, right)
    assert (answer.url, last_level(answer)) == (PILE, "success")
    assert Version.objects.get(is_counted=True).reason == "Papier weg"


# Settling


def choices(table, index="0", **changed):
    """What a browser sends who takes what Kees (0) or Bea (1) typed, with changes."""
    paths = another(table)[1]
    sent = {f"choice.{path}": index for path in paths} | {f"other.{path}": "" for path in paths}
    return sent | {"action": "settle", "reason": ""} | changed


def test_only_the_cells_that_differ_are_asked_about(
    clerk_client, differing, table, django_assert_num_queries
):
    with django_assert_num_queries(8):
        page = clerk_client.get(SETTLE)
    lines = list(page.context["form"].cell_choices())
    found = [(line.cells[0].field.path, tuple(c.value for c in line.cells)) for line in lines]
    assert found == list(another(table)[1].items())
    assert {line.chosen for line in lines} == {""}


@pytest.mark.parametrize("index", ["0", "1"])
def test_what_was_chosen_counts(clerk_client, differing, table, index):
    answer = clerk_client.post(SETTLE, choices(table, index))
    assert (answer.url, last_level(answer)) == (PILE, "success")
    documents = [played(table), another(table)[0]]
    assert Version.objects.get(is_counted=True).content == documents[int(index)]


def test_neither_may_be_right(clerk_client, differing, table):
    one, other = another(table)[1]
    total = sum(int(was) for was, _now in another(table)[1].values())
    wanted = {one: "0", other: str(total)}
    if wanted[other] in another(table)[1][other]:
        wanted = {one: str(total), other: "0"}
    sent = choices(table, "other") | {f"other.{path}": text for path, text in wanted.items()}
    clerk_client.post(SETTLE, sent)
    counted = Version.objects.get(is_counted=True)
    to_cells = table.round.rules.to_cells
    assert to_cells(counted.content) == to_cells(played(table)) | wanted
    assert counted.source == Version.Source.CHOICE


def test_what_is_typed_and_not_chosen_was_meant(clerk_client, differing, table):
    sent = choices(table, "")
    sent |= {f"other.{path}": now for path, (_was, now) in another(table)[1].items()}
    clerk_client.post(SETTLE, sent)
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_cells_that_do_not_differ_cannot_be_changed(clerk_client, differing, table):
    cell = "deals.1.bids.0"
    sent = {f"choice.{cell}": "other", f"other.{cell}": "3", cell: "3"}
    clerk_client.post(SETTLE, choices(table) | sent)
    assert Version.objects.get(is_counted=True).content == played(table)


def test_what_is_not_chosen_wrong_or_only_looked_at_settles_nothing(clerk_client, differing, table):
    one, _other = another(table)[1]
    choice, other = f"choice.{one}", f"other.{one}"
    for sent, refused in (
        ({choice: ""}, [choice]),
        ({choice: "2"}, [choice]),
        ({choice: "other", other: "\0"}, [other]),
        ({"whole": "7"}, ["whole"]),
        ({"action": "vernietig"}, ["action"]),
        ({"reason": "x" * 301}, ["reason"]),
    ):
        answer = clerk_client.post(SETTLE, choices(table) | sent)
        assert (answer.status_code, [*answer.context["form"].errors]) == (200, refused)
    # Chosen against the rules, it does not count.
    answer = clerk_client.post(SETTLE, choices(table) | {choice: "1"})
    assert {p.place.deal for p in answer.context["problems"]} == {1}
    for text in ("", "veel"):
        answer = clerk_client.post(SETTLE, choices(table) | {choice: "other", other: text})
        assert {(p.path, p.place.deal) for p in answer.context["problems"]} == {(one, 1)}
    answer = clerk_client.post(SETTLE, choices(table, "1", action="preview"))
    progress = table.round.rules.progress
    was, now = (progress(d, 5).totals for d in (played(table), another(table)[0]))
    assert [(typed, chosen) for _entry, typed, chosen in answer.context["totals"]] == [
        ((before, after), after) for before, after in zip(was, now, strict=True)
    ]
    assert (Result.objects.count(), Version.objects.count()) == (0, 2)


def test_one_of_them_is_taken_as_it_is_and_settled_once(clerk_client, differing, table):
    clerk_client.post(SETTLE, {"whole": "1"})
    assert Version.objects.get(is_counted=True).content == another(table)[0]
    answer = clerk_client.post(SETTLE, {"whole": "0"})
    assert (answer.url, last_level(answer)) == (PILE, "info")
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_three_that_differ_stand_side_by_side(clerk_client, director, differing, table):
    give(table, played(table, 3), director)
    page = clerk_client.get(SETTLE)
    assert [version.number for version in page.context["versions"]] == [1, 2, 3]
    clerk_client.post(SETTLE, {"whole": "2"})
    assert Version.objects.get(is_counted=True).content == played(table, 3)
    assert clerk_client.get(SETTLE).url == PILE


@pytest.fixture
def late(table, clerk, bea) -> Check:
    """What Kees typed counts; Bea did not know and typed something else."""
    give(table, played(table), clerk)
    give(table, another(table)[0], bea)
    return Check.objects.get()


def test_a_clerk_sees_a_difference_about_what_counts_and_decides_nothing(bea_client, late, table):
    assert 'type="radio"' not in bea_client.get(SETTLE).content.decode()
    for whole in ("0", "1"):
        answer = bea_client.post(SETTLE, {"whole": whole, "reason": "Ik weet het zeker"})
        assert levels(answer) == ["error"]
    assert Version.objects.get(is_counted=True).content == played(table)
    assert Check.objects.get().adjudicated_by is None


def test_the_director_keeps_what_counts_with_one_button(director_client, late, director):
    assert 'type="radio"' in director_client.get(SETTLE).content.decode()
    director_client.post(SETTLE, {"whole": "0"})
    assert Version.objects.get(is_counted=True).number == 1
    assert Check.objects.get().adjudicated_by == director


def test_the_director_changes_what_counts_with_a_reason(director_client, late, table):
    sent = choices(table, "1")
    answer = director_client.post(SETTLE, sent)
    assert list(answer.context["form"].errors) == ["reason"]
    director_client.post(SETTLE, sent | {"reason": "Bea zag het goed"})
    counted = Version.objects.get(is_counted=True)
    assert (counted.number, counted.reason) == (3, "Bea zag het goed")


def test_deals_and_totals_are_taken_whole(director_client, table, clerk, bea):
    give(table, totals(table), clerk)
    give(table, played(table, 2), bea)
    form = director_client.get(SETTLE).context["form"]
    assert (form.is_mixed, list(form.cell_choices())) == (True, [])
    answer = director_client.post(SETTLE, {"action": "settle", "reason": "x"})
    assert list(answer.context["form"].errors) == ["__all__"]
    director_client.post(SETTLE, {"whole": "1", "reason": "De spelletjes kloppen"})
    assert Version.objects.get(is_counted=True).content == played(table, 2)
