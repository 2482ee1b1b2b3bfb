"""The clerk's page: what becomes of a form, whole or totals only, and what is asked about it."""

import pytest
from django.utils import timezone

from tests.played import played
from tests.scoreforms.entering import (
    CHECK,
    DRAFT,
    ENTER,
    LIST,
    PRESENT,
    TOTALS,
    only_totals,
    set_up,
    states,
    typed,
)
from tests.scoreforms.eyes import levels
from wk.scoreforms.doubts import doubts, fingerprint
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Check, Draft, Presence, Version

# What becomes of a form that is handed in.


def test_a_form_counts_and_the_clerk_goes_to_the_next(clerk_client, table):
    assert clerk_client.post(ENTER, typed(table)).url == LIST
    assert states() == [(1, True, False, "office")]


def test_a_form_that_somebody_has_to_look_at_waits(clerk_client, table):
    set_up(table, second_check="every")
    response = clerk_client.post(ENTER, typed(table), follow=True)
    assert (levels(response), states()) == (["success"], [(1, False, True, "office")])


def test_what_differs_is_kept_and_to_be_settled(clerk_client, bea_client, table):
    clerk_client.post(ENTER, typed(table))
    assert bea_client.post(ENTER, typed(table, 2)).url == f"{ENTER}settle/"
    assert states() == [(1, True, False, "office"), (2, False, False, "second")]
    assert Check.objects.filter(agrees=False, settled_at=None).count() == 1


def test_handing_in_takes_the_draft_and_the_presence_away(clerk_client, table):
    clerk_client.post(DRAFT, typed(table))
    clerk_client.post(PRESENT)
    clerk_client.post(ENTER, typed(table))
    assert (Draft.objects.count(), Presence.objects.count()) == (0, 0)


# Who may open it, and what he sees.


def test_a_waiting_form_is_looked_at_by_somebody_else(clerk_client, bea_client, table):
    set_up(table, second_check="every", check_method="sight")
    clerk_client.post(ENTER, typed(table))
    assert bea_client.get(ENTER).url == f"{ENTER}second/"
    own = clerk_client.get(ENTER)
    assert own.context["sheet"].is_right  # and may be mended by who typed it
    copy = bea_client.get(ENTER, {"copy": ""})
    assert copy.context["sheet"].is_right
    assert 'name="expected_version" value="1"' in copy.content.decode()


def test_a_blind_check_begins_with_an_empty_page(clerk_client, bea_client, director, table):
    set_up(table, second_check="every", check_method="blind", phones="form")
    for author in (None, director):
        content = {"first_dealer": 3}
        save_draft(table=table, document=content, author=author, now=timezone.now())
    clerk_client.post(ENTER, typed(table))
    page = bea_client.get(ENTER)
    assert not any(row.is_written for row in page.context["sheet"].rows)
    assert (page.context["desk"].offers, page.context["desk"].is_blind) == ((), True)
    draft = Draft.objects.get(author=director)
    page = bea_client.get(ENTER, {"draft": draft.pk, "copy": "1"})
    assert page.context["sheet"].head[0].value == ""
    bea_client.post(ENTER, typed(table, expected_version="1"))
    assert states() == [(1, True, False, "office")]
    assert Check.objects.get().agrees


def test_a_counted_form_with_deals_is_closed_to_clerks(clerk_client, bea_client, table):
    clerk_client.post(ENTER, typed(table))
    for client in (clerk_client, bea_client):
        assert client.get(ENTER, {"totals": "1"}).url == "/t/wk-test/rounds/1/tables/1/"


# All deals, or totals only.


def test_totals_are_typed_count_at_once_and_are_unchecked(clerk_client, table):
    page = clerk_client.get(ENTER, {"totals": ""})
    assert page.context["totals_only"]
    assert [cell.field.path for cell in page.context["sheet"].total_cells] == [
        f"totals.{seat}" for seat in range(5)
    ]
    response = clerk_client.post(ENTER, only_totals(), follow=True)
    assert levels(response) == ["success"]
    version = Version.objects.get()
    assert version.content == {"totals": [88, 120, 64, -6, 102]}
    assert (version.is_counted, version.check_wanted) == (True, "totals")


@pytest.mark.parametrize(
    ("seat", "total", "code"),
    [
        (0, "89", "TOTAL_ODD"),
        (1, "veel", "TOTAL_NOT_INTEGER"),
        (4, "", "TOTAL_MISSING"),
        (2, "\0", "CELL_UNREADABLE"),
    ],
)
def test_a_wrong_total_is_named_at_its_cell(clerk_client, table, seat, total, code):
    data = only_totals([*TOTALS[:seat], total, *TOTALS[seat + 1 :]])
    for response in (clerk_client.post(ENTER, data), clerk_client.post(CHECK, data)):
        shown = response.context["sheet"]
        found = {(p.code, p.path) for p in (*shown.wrong, *shown.missing)}
        assert (code, f"totals.{seat}") in found
        assert response.context["totals_only"]
    assert Version.objects.count() == 0


def test_a_total_may_have_a_real_minus(clerk_client, table):
    clerk_client.post(ENTER, only_totals(["+88", "120", "64", "−6", "102"]))
    assert Version.objects.get().content == {"totals": [88, 120, 64, -6, 102]}


def test_a_form_of_totals_without_any_is_missing_its_totals(clerk_client, table):
    shown = clerk_client.post(CHECK, only_totals([""] * 5)).context["sheet"]
    assert [p.code for p in shown.missing] == ["TOTAL_MISSING"] * 5


def test_the_same_totals_by_another_clerk_are_a_check(clerk_client, bea_client, table):
    clerk_client.post(ENTER, only_totals())
    page = bea_client.get(ENTER)
    assert page.context["totals_only"]
    assert [cell.value for cell in page.context["sheet"].total_cells] == [""] * 5
    assert bea_client.post(ENTER, only_totals(expected_version="1")).url == LIST
    assert (states(), Check.objects.get().agrees) == ([(1, True, False, "office")], True)


def test_the_deals_complete_what_counts_by_its_totals(clerk_client, table):
    rules = table.round.rules
    document = played(table)
    clerk_client.post(ENTER, only_totals([str(r.points) for r in rules.score(document, 5)]))
    page = clerk_client.get(ENTER)
    assert (page.context["totals_only"], page.context["sheet"].head[0].value) == (False, "")
    assert clerk_client.post(ENTER, typed(table, expected_version="1")).url == LIST
    assert Version.objects.get(is_counted=True).content == document


def test_choosing_the_other_kind_shows_an_empty_page_and_keeps_the_draft(clerk_client, table):
    clerk_client.post(DRAFT, typed(table))
    page = clerk_client.get(ENTER, {"totals": "1"})
    assert (page.context["totals_only"], page.context["replaces"]) == (True, True)
    page = clerk_client.get(ENTER)
    assert (page.context["totals_only"], page.context["sheet"].is_right) == (False, True)


# What is unlikely is asked once; the totals on the paper.


def on_paper(table, seed=1, **changed):
    """The totals of that form, as NORTH wrote them but for some."""
    totals = [r.points for r in table.round.rules.score(played(table, seed), 5)]
    return {f"written.{seat}": str(points) for seat, points in enumerate(totals)} | changed


def test_totals_on_the_paper_are_stored_with_the_form(clerk_client, table):
    clerk_client.post(ENTER, typed(table) | on_paper(table))
    version = Version.objects.get()
    assert version.written == [r.points for r in table.round.rules.score(version.content, 5)]


def test_an_unlikely_form_is_asked_about_once(clerk_client, table):
    data = typed(table) | on_paper(table, **{"written.2": "999"})
    response = clerk_client.post(ENTER, data)
    unsure = response.context["unsure"]
    assert [(p.code, p.path) for p in unsure.problems] == [("WRITTEN_TOTAL_DIFFERS", "written.2")]
    page = response.content.decode()
    assert f'name="sure" value="{unsure.fingerprint}"' in page
    assert f'value="{data["deals.0.bids.0"]}"' in page
    assert Version.objects.count() == 0
    assert clerk_client.post(ENTER, data | {"sure": unsure.fingerprint}).url == LIST
    assert Version.objects.get().written[2] == 999


def test_the_answer_to_another_question_does_not_count(clerk_client, table):
    data = typed(table) | on_paper(table, **{"written.2": "999"})
    written = [int(data[f"written.{seat}"]) for seat in range(5)]
    right = fingerprint(doubts(table, played(table, 1), written))
    data["written.2"] = "998"
    response = clerk_client.post(ENTER, data | {"sure": right})
    assert (Version.objects.count(), "unsure" in response.context) == (0, True)


def test_a_difference_on_the_paper_shows_while_typing(clerk_client, table):
    data = typed(table) | on_paper(table, **{"written.2": "999"})
    shown = clerk_client.post(CHECK, data).context["sheet"]
    assert (shown.is_right, shown.doubtful_paths) == (True, "written.2")


def test_a_total_on_the_paper_that_is_no_number_is_named_at_its_cell(clerk_client, table):
    shown = clerk_client.post(CHECK, typed(table, **{"written.2": "tien"})).context["sheet"]
    assert [(p.code, p.path) for p in shown.wrong] == [("CELL_UNREADABLE", "written.2")]
