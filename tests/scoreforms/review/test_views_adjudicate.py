"""The page of adjudication, on which one of several typings is chosen cell by cell or whole."""

import re

import pytest

from tests.markup import last_message_level, on_one_line
from tests.played import played
from tests.scoreforms.submissions import (
    message_levels,
    submit,
    totals_document,
    with_two_other_cells,
)
from wk.scoreforms.models import Check, Result, Version

ENGLISH = {"headers": {"Accept-Language": "en"}}

ADJUDICATE, PILE = "/t/wk-test/forms/1/1/settle/", "/t/wk-test/forms/pile/"


def choice_request(table, index="0", **changed):
    """Return the POST data that takes the cells of Kees (0) or Bea (1), with changes."""
    paths = with_two_other_cells(table)[1]
    sent = {f"choice.{path}": index for path in paths} | {f"other.{path}": "" for path in paths}
    return sent | {"action": "settle", "reason": ""} | changed


def test_adjudication_asks_only_about_differing_cells(
    clerk_client, open_check, table, django_assert_num_queries
):
    with django_assert_num_queries(9):
        page = clerk_client.get(ADJUDICATE)
    lines = list(page.context["form"].cell_choices())
    found = [(line.cells[0].field.path, tuple(c.value for c in line.cells)) for line in lines]
    assert found == list(with_two_other_cells(table)[1].items())
    assert {line.chosen for line in lines} == {""}


def test_the_pile_leads_to_the_decision_and_not_around_it(
    clerk_client, director_client, open_check, table
):
    for reader in (clerk_client, director_client):
        page = reader.get(PILE, headers={"Accept-Language": "en"})
        page = on_one_line(page.content.decode())
        assert "1 form was typed differently: decide which is right." in page
        assert re.findall(rf'href="{ADJUDICATE}" ?>([^<]*)</a>', page) == [
            "1",
            "Decide which is right",
        ]
        assert ("Let it count" in page, "waits for a second pair of eyes" in page) == (False, False)


@pytest.mark.parametrize("index", ["0", "1"])
def test_the_chosen_cells_count(clerk_client, open_check, table, index):
    answer = clerk_client.post(ADJUDICATE, choice_request(table, index))
    assert (answer.url, last_message_level(answer)) == (PILE, "success")
    documents = [played(table), with_two_other_cells(table)[0]]
    assert Version.objects.get(is_counted=True).content == documents[int(index)]


def test_adjudication_may_take_a_third_value(clerk_client, open_check, table):
    one, other = with_two_other_cells(table)[1]
    total = sum(int(was) for was, _now in with_two_other_cells(table)[1].values())
    wanted = {one: "0", other: str(total)}
    if wanted[other] in with_two_other_cells(table)[1][other]:
        wanted = {one: str(total), other: "0"}
    sent = choice_request(table, "other") | {f"other.{path}": text for path, text in wanted.items()}
    clerk_client.post(ADJUDICATE, sent)
    counted = Version.objects.get(is_counted=True)
    to_cells = table.round.rules.to_cells
    assert to_cells(counted.content) == to_cells(played(table)) | wanted
    assert counted.source == Version.Source.CHOICE


def test_a_value_typed_without_a_choice_is_taken(clerk_client, open_check, table):
    sent = choice_request(table, "")
    sent |= {f"other.{path}": now for path, (_was, now) in with_two_other_cells(table)[1].items()}
    clerk_client.post(ADJUDICATE, sent)
    assert Version.objects.get(is_counted=True).content == with_two_other_cells(table)[0]


def test_cells_that_agree_cannot_be_changed(clerk_client, open_check, table):
    cell = "deals.1.bids.0"
    sent = {f"choice.{cell}": "other", f"other.{cell}": "3", cell: "3"}
    clerk_client.post(ADJUDICATE, choice_request(table) | sent)
    assert Version.objects.get(is_counted=True).content == played(table)


def test_invalid_choices_and_previews_adjudicate_nothing(clerk_client, open_check, table):
    one, _other = with_two_other_cells(table)[1]
    choice, other = f"choice.{one}", f"other.{one}"
    for sent, refused in (
        ({choice: ""}, [choice]),
        ({choice: "2"}, [choice]),
        ({choice: "other", other: "\0"}, [other]),
        ({"whole": "7"}, ["whole"]),
        ({"action": "vernietig"}, ["action"]),
        ({"reason": "x" * 301}, ["reason"]),
    ):
        answer = clerk_client.post(ADJUDICATE, choice_request(table) | sent)
        assert (answer.status_code, [*answer.context["form"].errors]) == (200, refused)
    # Chosen against the rules, it does not count.
    answer = clerk_client.post(ADJUDICATE, choice_request(table) | {choice: "1"})
    assert {p.place.deal for p in answer.context["problems"]} == {1}
    for text in ("", "veel"):
        answer = clerk_client.post(
            ADJUDICATE, choice_request(table) | {choice: "other", other: text}
        )
        assert {(p.path, p.place.deal) for p in answer.context["problems"]} == {(one, 1)}
    answer = clerk_client.post(ADJUDICATE, choice_request(table, "1", action="preview"))
    progress = table.round.rules.progress
    was, now = (progress(d, 5).totals for d in (played(table), with_two_other_cells(table)[0]))
    assert [(typed, chosen) for _entry, typed, chosen in answer.context["totals"]] == [
        ((before, after), after) for before, after in zip(was, now, strict=True)
    ]
    assert (Result.objects.count(), Version.objects.count()) == (0, 2)


def test_cells_without_a_choice_are_told_in_one_sentence(clerk_client, open_check, table, english):
    answer = clerk_client.post(ADJUDICATE, choice_request(table, ""))
    lines = list(answer.context["form"].cell_choices())
    first = lines[0].cells[0].accessible_name.en
    text = on_one_line(answer.content.decode())
    (summary,) = re.findall(r'<div class="error-summary".*?</div>', text)
    assert re.findall("<li>(.*?)</li>", summary) == [
        f'<a href="#{lines[0].field_id}">2 cells have no choice yet; the first is {first}.</a>'
    ]
    one, _other = with_two_other_cells(table)[1]
    answer = clerk_client.post(ADJUDICATE, choice_request(table) | {f"choice.{one}": ""})
    assert f"1 cell has no choice yet: {first}." in on_one_line(answer.content.decode())


def test_one_typing_is_taken_whole_and_only_once(clerk_client, open_check, table):
    clerk_client.post(ADJUDICATE, {"whole": "1"})
    assert Version.objects.get(is_counted=True).content == with_two_other_cells(table)[0]
    answer = clerk_client.post(ADJUDICATE, {"whole": "0"})
    assert (answer.url, last_message_level(answer)) == (PILE, "info")
    assert Version.objects.get(is_counted=True).content == with_two_other_cells(table)[0]


def test_three_different_typings_stand_side_by_side(clerk_client, director, open_check, table):
    submit(table, played(table, 3), director)
    page = clerk_client.get(ADJUDICATE)
    assert [version.number for version in page.context["versions"]] == [1, 2, 3]
    clerk_client.post(ADJUDICATE, {"whole": "2"})
    assert Version.objects.get(is_counted=True).content == played(table, 3)
    assert clerk_client.get(ADJUDICATE).url == PILE


@pytest.fixture
def late_difference(table, clerk, bea) -> Check:
    """The check of a form that counts, after Bea typed it differently without knowing."""
    submit(table, played(table), clerk)
    submit(table, with_two_other_cells(table)[0], bea)
    return Check.objects.get()


def test_a_clerk_cannot_adjudicate_a_form_that_counts(bea_client, late_difference, table):
    page = bea_client.get(ADJUDICATE, **ENGLISH).content.decode()
    parts = ('type="radio"', "<h2>Totals that follow</h2>", "As chosen")
    assert [page.count(part) for part in parts] == [0, 1, 0]
    for whole in ("0", "1"):
        answer = bea_client.post(ADJUDICATE, {"whole": whole, "reason": "Ik weet het zeker"})
        assert message_levels(answer) == ["error"]
    assert Version.objects.get(is_counted=True).content == played(table)
    assert Check.objects.get().adjudicated_by is None


def test_the_director_keeps_the_counted_form_without_a_reason(
    director_client, late_difference, director
):
    page = director_client.get(ADJUDICATE, **ENGLISH).content.decode()
    assert [words in page for words in ('type="radio"', "As chosen")] == [True, True]
    director_client.post(ADJUDICATE, {"whole": "0"})
    assert Version.objects.get(is_counted=True).number == 1
    assert Check.objects.get().adjudicated_by == director


def test_the_director_changes_the_counted_form_with_a_reason(
    director_client, late_difference, table
):
    sent = choice_request(table, "1")
    answer = director_client.post(ADJUDICATE, sent)
    assert list(answer.context["form"].errors) == ["reason"]
    director_client.post(ADJUDICATE, sent | {"reason": "Bea zag het goed"})
    counted = Version.objects.get(is_counted=True)
    assert (counted.number, counted.reason) == (3, "Bea zag het goed")


def test_a_difference_between_deals_and_totals_is_adjudicated_whole(
    director_client, table, clerk, bea
):
    submit(table, totals_document(table, played(table)), clerk)
    submit(table, played(table, 2), bea)
    form = director_client.get(ADJUDICATE).context["form"]
    assert (form.is_mixed, list(form.cell_choices())) == (True, [])
    answer = director_client.post(ADJUDICATE, {"action": "settle", "reason": "x"})
    assert list(answer.context["form"].errors) == ["__all__"]
    director_client.post(ADJUDICATE, {"whole": "1", "reason": "De spelletjes kloppen"})
    assert Version.objects.get(is_counted=True).content == played(table, 2)
