"""The clerk's page: what becomes of a form, drafts as they are typed, who else is there."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.played import played
from wk.scoreforms.doubts import doubts, fingerprint
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Check, Draft, Presence, ScoreForm, Version

ENTER = "/t/wk-test/forms/1/1/"
DRAFT, PRESENT, CHECK = f"{ENTER}draft/", f"{ENTER}present/", f"{ENTER}check/"
LIST = "/t/wk-test/forms/?round=1"
HIDDEN = {"expected_version": "0", "expected_draft": "0", "players": "1 2 3 4 5"}
TOTALS = ["88", "120", "64", "-6", "102"]


def typed(table, seed=1, **changes):
    """What a browser sends for a form played out by simple players, with cells changed."""
    return HIDDEN | table.round.rules.to_cells(played(table, seed)) | changes


def only_totals(totals=TOTALS, **changes):
    """What a browser sends for a form of which only the totals are typed."""
    cells = {f"totals.{seat}": total for seat, total in enumerate(totals)}
    return HIDDEN | {"mode": "totals"} | cells | changes


def set_up(table, **settings):
    type(table.round.tournament).objects.update(**settings)


def states():
    """Number, whether it counts, whether it waits, and source of every version."""
    rows = Version.objects.order_by("number")
    return list(rows.values_list("number", "is_counted", "is_waiting", "source"))


def levels(response):
    return [message.level_tag for message in response.context["messages"]]


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


# Drafts as they are typed.


def test_a_draft_is_kept_as_it_is_typed(clerk_client, clerk, table, django_assert_num_queries):
    first = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3", "written.1": "-6"})
    kept = Draft.objects.get()
    at = timezone.localtime(kept.saved_at)
    assert first.json() == {"revision": 1, "at": f"{at:%H:%M:%S}"}
    assert (kept.author, kept.content) == (clerk, {"first_dealer": 3})
    assert kept.written == [None, -6, None, None, None]
    page = clerk_client.get(ENTER)
    assert page.context["sheet"].head[0].value == "3"
    assert [side.on_paper.value for side in page.context["sheet"].sides] == ["", "-6", "", "", ""]
    again = HIDDEN | {"first_dealer": "4", "expected_draft": "1"}
    with django_assert_num_queries(15):
        assert clerk_client.post(DRAFT, again).json()["revision"] == 2


def test_the_same_draft_twice_is_kept_once(clerk_client, table):
    answers = [clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3"}) for _ in range(2)]
    assert [answer.json()["revision"] for answer in answers] == [1, 1]


def test_a_draft_typed_on_elsewhere_is_not_replaced(clerk_client, table):
    clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3", "written.0": "88"})
    answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "4"})
    said = answer.json()
    assert (answer.status_code, said["revision"]) == (409, 1)
    assert said["cells"] == {"first_dealer": "3", "written.0": "88"}
    assert Draft.objects.get().content == {"first_dealer": 3}


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ""},
        {"expected_version": "x"},
        {"deals.0.bids.0": "\0"},
        {"written.0": "tien"},
        {"deals.0.ruling": "Laat staan."},
    ],
)
def test_a_draft_that_cannot_be_kept_is_refused(clerk_client, table, changes):
    answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3"} | changes)
    assert (answer.status_code, list(answer.json())) == (422, ["message"])
    assert Draft.objects.count() == 0


@pytest.mark.parametrize("path", [DRAFT, PRESENT])
def test_the_background_asks_officials_only_and_by_post(client, clerk_client, table, path):
    assert client.post(path, headers={"HX-Request": "true"}).status_code == 401
    assert client.post(path).status_code == 302
    assert clerk_client.get(path).status_code == 405
    assert clerk_client.post(path.replace("/1/1/", "/1/9/")).status_code == 404
    assert ScoreForm.objects.count() == 0


def test_one_throws_away_ones_own_draft(clerk_client, bea_client, bea, table):
    for client in (clerk_client, bea_client):
        client.post(DRAFT, HIDDEN | {"first_dealer": "3"})
    assert clerk_client.post(ENTER, HIDDEN | {"action": "drop"}).url == ENTER
    assert Draft.objects.get().author == bea


def test_the_draft_of_somebody_else_is_offered(clerk_client, bea_client, bea, table):
    bea_client.post(DRAFT, typed(table) | {"deals.3.bids.0": ""})
    page = clerk_client.get(ENTER)
    (offered,) = page.context["desk"].offers
    assert (offered.author, offered.deals_done) == (bea, 18)
    assert not any(row.is_written for row in page.context["sheet"].rows)
    page = clerk_client.get(ENTER, {"draft": offered.pk})
    assert page.context["sheet"].rows[18].is_written
    assert page.context["is_unsaved"]


@pytest.mark.parametrize("draft", ["0", "x", "9" * 30, "77"])
def test_a_draft_that_is_not_offered_is_not_shown(clerk_client, table, draft):
    page = clerk_client.get(ENTER, {"draft": draft})
    assert not any(row.is_written for row in page.context["sheet"].rows)


@pytest.mark.parametrize(("phones", "count"), [("compare", 0), ("form", 1)])
def test_what_the_paper_is_compared_with_is_not_offered(clerk_client, table, phones, count):
    set_up(table, phones=phones)
    save_draft(table=table, document={"first_dealer": 3}, author=None, now=timezone.now())
    assert len(clerk_client.get(ENTER).context["desk"].offers) == count


@pytest.mark.parametrize(
    ("second_check", "method", "count"),
    [("none", "blind", 1), ("every", "sight", 1), ("every", "blind", 0)],
)
def test_what_has_to_be_typed_twice_is_not_typed_from_a_draft_of_somebody_else(
    clerk_client, bea, table, second_check, method, count
):
    set_up(table, second_check=second_check, check_method=method)
    save_draft(table=table, document={"first_dealer": 3}, author=bea, now=timezone.now())
    assert len(clerk_client.get(ENTER).context["desk"].offers) == count


# Who else has the form before him.


def test_two_clerks_on_one_form_see_each_other(clerk_client, bea_client, bea, clerk, table):
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert bea_client.get(ENTER).context["others"] == (clerk,)
    assert bea_client.post(PRESENT).context["others"] == (clerk,)
    page = clerk_client.get(ENTER, headers={"Accept-Language": "en"}).content.decode()
    assert "bea has this form open too." in page
    assert bea_client.post(PRESENT, {"gone": "1"}).status_code == 204
    assert clerk_client.post(PRESENT).context["others"] == ()


def test_who_was_not_heard_of_for_a_while_is_gone(clerk_client, bea_client, table):
    clerk_client.post(PRESENT)
    Presence.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=1))
    assert bea_client.get(ENTER).context["others"] == ()


def test_nobody_is_present_before_the_round(clerk_client, table):
    table.round.tournament.rounds.update(state="fixed")
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert Presence.objects.count() == 0
