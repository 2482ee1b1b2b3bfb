"""The clerk's page: what becomes of a form that is typed there, whole or totals only, what is asked
about it, the draft of it that is kept, and who else has it open."""

import datetime as dt
import re

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from tests.played import played
from tests.scoreforms.entering import (
    CHECK,
    DRAFT,
    ENTER,
    HIDDEN,
    LIST,
    PRESENT,
    TOTALS,
    only_totals,
    set_up,
    states,
    typed,
)
from tests.scoreforms.eyes import NOW, give, levels
from wk.accounts.policy import OFFICIALS, POLICY, Act
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.entry.context import entry_context
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Check, Draft, Presence, Result, ScoreForm, Version

TABLE = "/t/wk-test/rounds/1/tables/1/"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Anna, deal 2, bid", "Els, deal 2, tricks", "Anna, total on paper"]),
        ("nl", ["Anna, spelletje 2, bod", "Els, spelletje 2, slagen", "Anna, totaal op papier"]),
    ],
)
def test_a_cell_is_called_by_its_player_its_deal_and_what_it_takes(
    clerk_client, short, language, expected
):
    page = clerk_client.get(ENTER, headers={"accept-language": language}).content.decode()
    called = dict(re.findall(r'id="cell-([^"]+)"[^>]* aria-label="([^"]*)"', page))
    cells = ("deals-1-bids-0", "deals-1-tricks-4", "written-0")
    assert [called[cell] for cell in cells] == expected


def last_message(response):
    """Level and words of what is said on the page that comes after a form was sent."""
    message = [*get_messages(response.wsgi_request)][-1]
    return message.level_tag, str(message)


def counts():
    return Version.objects.count(), Result.objects.count(), Draft.objects.count()


def is_empty(page):
    return not any(row.is_written for row in page.context["sheet"].rows)


def on_paper(table, **changed):
    """The totals of what was played, as NORTH wrote them but for some."""
    totals = [r.points for r in table.round.rules.score(played(table), 5)]
    return {f"written.{seat}": str(points) for seat, points in enumerate(totals)} | changed


# Who may, and how


def test_the_addresses_of_a_form_are_for_officials_and_each_has_its_methods(
    client, clerk_client, table
):
    assert client.get(ENTER).url == f"{reverse('accounts:login')}?next={ENTER}"
    assert clerk_client.put(ENTER).status_code == 405
    for path in (CHECK, DRAFT, PRESENT):
        assert client.post(path).status_code == 302
        answer = client.post(path, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (401, b"")
        assert clerk_client.get(path).status_code == 405
        assert clerk_client.post(path.replace("/1/1/", "/1/9/")).status_code == 404
    assert clerk_client.get(ENTER.replace("/1/1/", "/1/9/")).status_code == 404
    assert ScoreForm.objects.count() == 0


def test_before_its_round_a_form_is_not_typed(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    assert clerk_client.get(ENTER).url == "/t/wk-test/rounds/1/"
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert Presence.objects.count() == 0


def test_the_page_and_checking_it_take_a_few_queries(
    clerk_client, table, django_assert_num_queries
):
    data = typed(table, **{"deals.0.bids.1": "11"})
    with django_assert_num_queries(10):
        clerk_client.get(ENTER)
    with django_assert_num_queries(5):
        clerk_client.post(CHECK, data)


# What becomes of a form that is handed in


def test_a_form_that_is_handed_in_counts_once_and_the_clerk_goes_to_the_next(
    clerk_client, clerk, table
):
    clerk_client.post(DRAFT, typed(table))
    clerk_client.post(PRESENT)
    for _click in range(2):
        response = clerk_client.post(ENTER, typed(table) | on_paper(table))
        assert (response.url, last_message(response)[0]) == (LIST, "success")
    assert states() == [(1, True, False, "office")]
    version = Version.objects.get()
    score = table.round.rules.score(played(table), 5)
    assert (version.content, version.author) == (played(table), clerk)
    assert version.paper_totals == [s.points for s in score]
    assert list(Result.objects.order_by("seat__number").values_list("points", "half_points")) == [
        (s.points, s.match_points * 2) for s in score
    ]
    assert (Draft.objects.count(), Presence.objects.count()) == (0, 0)


def test_what_has_been_counted_is_said_with_its_points(clerk_client, table):
    said = last_message(clerk_client.post(ENTER, only_totals()))
    assert said == (
        "success",
        "Tafel 1 is binnen: Anna 88, Bram 120, Cor 64, Dirk −6, Els 102. "
        "Er zijn nog spelletjes nodig, of iemand moet dezelfde totalen nog een keer intypen.",
    )


def test_a_form_that_somebody_has_to_look_at_waits(clerk_client, table):
    set_up(table, second_check="every")
    response = clerk_client.post(ENTER, typed(table))
    assert (response.url, last_message(response)[0]) == (LIST, "success")
    assert states() == [(1, False, True, "office")]


def test_what_differs_is_kept_and_to_be_settled(bea_client, clerk, table):
    give(table, played(table), clerk)
    response = bea_client.post(ENTER, typed(table, 2))
    assert (response.url, last_message(response)[0]) == (f"{ENTER}settle/", "warning")
    assert states() == [(1, True, False, "office"), (2, False, False, "second")]
    assert Check.objects.filter(agrees=False, adjudicated_at=None).count() == 1


def test_wrong_cells_are_refused_with_their_codes_and_stay_as_they_were_typed(clerk_client, table):
    wrong = {
        "deals.0.bids.1": ("11", "BID_GT_CARDS"),
        "deals.1.bids.1": ("", "BID_MISSING"),
        "deals.2.bids.1": ("-1", "BID_NEGATIVE"),
        "deals.3.bids.1": ("veel", "BID_NOT_INTEGER"),
        "deals.4.bids.1": ("2½", "BID_NOT_INTEGER"),
        "deals.5.tricks.1": ("11", "TRICKS_GT_CARDS"),
        "deals.6.tricks.1": ("", "TRICKS_MISSING"),
        "deals.7.tricks.1": ("V", "TRICKS_WITH_INFRACTION"),
        "first_dealer": ("6", "FIRST_DEALER_NOT_AT_TABLE"),
    }
    data = typed(table, **{path: value for path, (value, _code) in wrong.items()})
    response = clerk_client.post(ENTER, data)
    sheet = response.context["sheet"]
    found = {(p.path.removesuffix(".infraction"), p.code) for p in (*sheet.wrong, *sheet.missing)}
    assert {code for _path, code in found} >= {code for _value, code in wrong.values()}
    cell = sheet.rows[3].sides[1].cells[0]
    assert (cell.value, cell.is_wrong) == ("veel", True)
    assert (levels(response), counts()) == (["error"], (0, 0, 0))
    answer = clerk_client.post(CHECK, data)
    assert answer.context["sheet"].wrong[0].code == "FIRST_DEALER_NOT_AT_TABLE"


def test_checking_answers_while_typing_and_stores_nothing(clerk_client, table):
    data = typed(table, **{"deals.0.bids.1": "11", "first_dealer": ""})
    sheet = clerk_client.post(CHECK, data).context["sheet"]
    assert (sheet.wrong[0].code, sheet.wrong_paths) == ("BID_GT_CARDS", "deals.0.bids.1")
    assert "FIRST_DEALER_MISSING" in {p.code for p in sheet.missing}
    for hostile in ({}, {"deals.0.bids.0": "\0"}, {"players": "x" * 999}):
        assert clerk_client.post(CHECK, hostile).status_code == 200
    unreadable = clerk_client.post(CHECK, typed(table, **{"written.2": "tien"})).context["sheet"]
    assert [(p.code, p.path) for p in unreadable.wrong] == [("CELL_UNREADABLE", "written.2")]
    assert ScoreForm.objects.count() == 0


@pytest.mark.parametrize("action", ["draft", "count"])
def test_hostile_input_is_shown_on_the_page_and_nothing_is_stored(clerk_client, short, action):
    response = clerk_client.post(ENTER, typed(short, action=action, **{"deals.0.bids.0": "\0"}))
    assert levels(response) == ["error"]
    assert {(p.code, p.path) for p in response.context["sheet"].wrong} == {
        ("CELL_UNREADABLE", "deals.0.bids.0")
    }
    assert counts() == (0, 0, 0)


def test_players_who_changed_places_meanwhile_are_noticed(clerk_client, short):
    response = clerk_client.post(ENTER, typed(short, players="2 1 3 4 5"))
    assert [p.code for p in response.context["mismatch"]] == ["PLAYERS_NOT_AS_SEATED"]
    assert Version.objects.count() == 0


# A form that is there already


def test_a_counted_form_is_closed_to_clerks(clerk_client, bea_client, clerk, short):
    give(short, played(short), clerk)
    for client in (clerk_client, bea_client):
        for asked in ({}, {"totals": "1"}):
            assert client.get(ENTER, asked).url == TABLE
    response = clerk_client.post(ENTER, typed(short, 2, expected_version="1", reason="Mag dit?"))
    assert (levels(response)[-1], Version.objects.count()) == ("error", 1)


def test_the_director_corrects_it_with_a_reason(director_client, director, clerk, short):
    give(short, played(short), clerk)
    changed = typed(short, 2, expected_version="1")
    assert levels(director_client.post(ENTER, changed)) == ["error"]
    corrected = director_client.post(ENTER, changed | {"reason": "Twee kolommen verwisseld"})
    assert last_message(corrected)[1].startswith("Tafel 1 is verbeterd: ")
    rows = Version.objects.order_by("number").values_list("number", "is_counted", "reason")
    assert list(rows) == [(1, False, ""), (2, True, "Twee kolommen verwisseld")]


def test_one_line_of_the_policy_lets_clerks_correct(
    clerk_client, director, clerk, short, monkeypatch
):
    give(short, played(short), director)
    changed = typed(short, 2, expected_version="1", reason="Twee kolommen verwisseld")
    told = last_message(clerk_client.post(ENTER, changed))
    assert told == ("error", "Alleen de wedstrijdleider kan een ingeleverd formulier verbeteren.")
    assert "Verbeter het formulier" not in clerk_client.get(TABLE).content.decode()
    monkeypatch.setitem(POLICY, Act.CORRECT_COUNTED_FORMS, OFFICIALS)
    assert "Verbeter het formulier" in clerk_client.get(TABLE).content.decode()
    assert "Verbeter het formulier" in clerk_client.get(ENTER).content.decode()
    assert last_message(clerk_client.post(ENTER, changed))[0] == "success"
    rows = Version.objects.order_by("number").values_list("author", "is_counted", "reason")
    assert list(rows) == [
        (director.pk, False, ""),
        (clerk.pk, True, "Twee kolommen verwisseld"),
    ]


def test_a9_a_declared_typing_error_stays_on_record(director_client, director, table):
    give(table, played(table), director)
    tricks = {f"deals.0.tricks.{seat}": "" for seat in range(5)} | {"deals.0.tricks.1": "V"}
    changed = typed(table, expected_version="1", reason="Stond op papier", **tricks)
    response = director_client.post(ENTER, changed)
    assert [p.code for p in response.context["mismatch"]] == ["REVOKE_AFTER_NOTED"]
    director_client.post(ENTER, changed | {"typing_error": "on"})
    assert list(Version.objects.values_list("number", "typing_error")) == [(1, False), (2, True)]


def test_a10_only_a_director_writes_a_ruling(clerk_client, director_client, table):
    twos = {f"deals.0.{row}.{seat}": "2" for row in ("bids", "tricks") for seat in range(5)}
    forbidden = typed(table, **twos)
    ruled = forbidden | {"deals.0.ruling": "Laat staan."}
    response = clerk_client.post(ENTER, forbidden)
    assert [p.code for p in response.context["sheet"].wrong] == ["BID_SUM_EQUALS_CARDS"]
    assert levels(clerk_client.post(ENTER, ruled)) == ["error"]
    assert Version.objects.count() == 0
    director_client.post(ENTER, ruled)
    assert Version.objects.get().content["deals"][0]["ruling"] == "Laat staan."
    for path in (ENTER, f"{ENTER}history/"):
        assert "Laat staan." in director_client.get(path).content.decode()


def test_a_form_that_waits_is_looked_at_by_somebody_else(clerk_client, bea_client, clerk, short):
    set_up(short, second_check="every", check_method="sight")
    give(short, played(short), clerk)
    assert bea_client.get(ENTER).url == f"{ENTER}second/"
    own = clerk_client.get(ENTER)
    assert own.context["sheet"].is_right  # and may be mended by who typed it
    copy = bea_client.get(ENTER, {"copy": ""})
    assert copy.context["sheet"].is_right
    assert 'name="expected_version" value="1"' in copy.content.decode()


def test_a_blind_check_begins_with_an_empty_page(bea_client, director, clerk, short):
    set_up(short, second_check="every", check_method="blind", phones="form")
    for author in (None, director):
        save_draft(table=short, document={"first_dealer": 3}, author=author, now=NOW)
    give(short, played(short), clerk)
    page = bea_client.get(ENTER)
    assert is_empty(page)
    assert (page.context["context"].offered_drafts, page.context["context"].is_blind) == ((), True)
    draft = Draft.objects.get(author=director)
    page = bea_client.get(ENTER, {"draft": draft.pk, "copy": "1"})
    assert page.context["sheet"].head[0].value == ""
    bea_client.post(ENTER, typed(short, expected_version="1"))
    assert states() == [(1, True, False, "office")]
    assert Check.objects.get().agrees


# All deals, or totals only


def test_totals_are_typed_count_at_once_and_are_unchecked(clerk_client, bea_client, table):
    page = clerk_client.get(ENTER, {"totals": ""})
    assert page.context["totals_only"]
    assert [cell.field.path for cell in page.context["sheet"].total_cells] == [
        f"totals.{seat}" for seat in range(5)
    ]
    clerk_client.post(ENTER, only_totals(["+88", "120", "64", "−6", "102"]))
    version = Version.objects.get()
    assert version.content == {"totals": [88, 120, 64, -6, 102]}
    assert (version.is_counted, version.check_wanted) == (True, "totals")
    # The same totals by another clerk are a check, and he does not see the first.
    page = bea_client.get(ENTER)
    assert page.context["totals_only"]
    assert [cell.value for cell in page.context["sheet"].total_cells] == [""] * 5
    assert bea_client.post(ENTER, only_totals(expected_version="1")).url == LIST
    assert (states(), Check.objects.get().agrees) == ([(1, True, False, "office")], True)


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


def test_a_form_of_totals_without_any_is_missing_its_totals(clerk_client, table):
    shown = clerk_client.post(CHECK, only_totals([""] * 5)).context["sheet"]
    assert [p.code for p in shown.missing] == ["TOTAL_MISSING"] * 5


def test_the_deals_complete_what_counts_by_its_totals(clerk_client, clerk, short):
    document = played(short)
    give(short, {"totals": [r.points for r in short.round.rules.score(document, 5)]}, clerk)
    page = clerk_client.get(ENTER)
    assert (page.context["totals_only"], page.context["sheet"].head[0].value) == (False, "")
    assert clerk_client.post(ENTER, typed(short, expected_version="1")).url == LIST
    assert Version.objects.get(is_counted=True).content == document


def test_choosing_the_other_kind_shows_an_empty_page_and_keeps_the_draft(
    clerk_client, clerk, short
):
    save_draft(table=short, document=played(short), author=clerk, now=NOW)
    page = clerk_client.get(ENTER, {"totals": "1"})
    assert (page.context["totals_only"], page.context["replaces"]) == (True, True)
    page = clerk_client.get(ENTER)
    assert (page.context["totals_only"], page.context["sheet"].is_right) == (False, True)


# What is unlikely is asked once


def test_an_unlikely_form_is_asked_about_once(clerk_client, short):
    data = typed(short) | on_paper(short, **{"written.1": "999"})
    checked = clerk_client.post(CHECK, data).context["sheet"]
    assert (checked.is_right, checked.doubtful_paths) == (True, "written.1")
    response = clerk_client.post(ENTER, data)
    unsure = response.context["unsure"]
    assert [(p.code, p.path) for p in unsure.problems] == [("WRITTEN_TOTAL_DIFFERS", "written.1")]
    page = response.content.decode()
    assert f'name="sure" value="{unsure.version_token}"' in page
    assert f'value="{data["deals.0.bids.0"]}"' in page
    # The answer to another question does not count.
    other = [int(data[f"written.{seat}"]) for seat in range(5)]
    other[1] = 998
    sure = plausibility_token(plausibility_problems(short, played(short), other))
    assert "unsure" in clerk_client.post(ENTER, data | {"sure": sure}).context
    assert Version.objects.count() == 0
    assert clerk_client.post(ENTER, data | {"sure": unsure.version_token}).url == LIST
    assert Version.objects.get().paper_totals[1] == 999


# Drafts


def test_a_draft_is_kept_as_it_is_typed(clerk_client, clerk, short, django_assert_num_queries):
    sent = HIDDEN | {"first_dealer": "3", "written.1": "-6"}
    first = clerk_client.post(DRAFT, sent)
    kept = Draft.objects.get()
    at = timezone.localtime(kept.saved_at)
    assert first.json() == {"revision": 1, "at": f"{at:%H:%M:%S}"}
    assert (kept.author, kept.content) == (clerk, {"first_dealer": 3})
    assert kept.paper_totals == [None, -6, None, None, None]
    assert clerk_client.post(DRAFT, sent).json()["revision"] == 1  # the same once more
    page = clerk_client.get(ENTER)
    assert page.context["sheet"].head[0].value == "3"
    assert [side.on_paper.value for side in page.context["sheet"].sides] == ["", "-6", "", "", ""]
    again = HIDDEN | {"first_dealer": "4", "expected_draft": "1"}
    with django_assert_num_queries(15):
        assert clerk_client.post(DRAFT, again).json()["revision"] == 2


def test_a_draft_typed_on_elsewhere_is_not_replaced(clerk_client, clerk, short):
    kept = {"document": {"first_dealer": 3}, "paper_totals": [88, None, None, None, None]}
    save_draft(table=short, author=clerk, now=NOW, **kept)
    answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "4"})
    said = answer.json()
    assert (answer.status_code, said["revision"], said["is_carried"]) == (409, 1, False)
    assert said["cells"] == {"first_dealer": "3", "written.0": "88"}
    assert Draft.objects.get().content == {"first_dealer": 3}


def test_a_draft_that_cannot_be_kept_is_refused(clerk_client, table):
    for field, value in (
        ("players", ""),
        ("expected_version", "x"),
        ("deals.0.bids.0", "\0"),
        ("written.0", "tien"),
        ("deals.0.ruling", "Laat staan."),
    ):
        answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3", field: value})
        assert (answer.status_code, list(answer.json())) == (422, ["message"])
    assert Draft.objects.count() == 0


def test_a_form_is_kept_as_a_draft_by_its_button(clerk_client, clerk, short):
    draft = HIDDEN | {"action": "draft"}
    for _click in range(2):  # the same twice is no conflict
        response = clerk_client.post(ENTER, draft | {"first_dealer": "3"})
        assert (response.url, last_message(response)[0]) == (LIST, "success")
    kept = Draft.objects.get()
    assert (kept.content, kept.author, Result.objects.count()) == ({"first_dealer": 3}, clerk, 0)
    response = clerk_client.post(ENTER, draft | {"first_dealer": "4"})
    assert [(d.field.path, d.mine, d.theirs) for d in response.context["differences"]] == [
        ("first_dealer", "4", "3")
    ]
    assert Draft.objects.get().content == {"first_dealer": 3}


def test_ones_own_draft_is_thrown_away_but_not_by_who_has_just_handed_it_in(
    clerk_client, clerk, bea, short
):
    for author in (clerk, bea):
        save_draft(table=short, document={"first_dealer": 3}, author=author, now=NOW)
    handed_in = HIDDEN | {"first_dealer": "3", "expected_draft": "1"}
    pages = (clerk_client.post(ENTER, handed_in), clerk_client.get(ENTER))
    assert ['id="drop-draft"' in page.content.decode() for page in pages] == [False, True]
    assert clerk_client.post(ENTER, HIDDEN | {"action": "drop"}).url == ENTER
    assert Draft.objects.get().author == bea


def test_the_draft_of_somebody_else_is_offered(clerk_client, bea, short):
    document = played(short)
    document["deals"][0]["bids"][0] = None
    offered = save_draft(table=short, document=document, author=bea, now=NOW)
    page = clerk_client.get(ENTER)
    assert [(o.pk, o.author, o.deals_done) for o in page.context["context"].offered_drafts] == [
        (offered.pk, bea, 1)
    ]
    assert is_empty(page)
    page = clerk_client.get(ENTER, {"draft": offered.pk})
    assert page.context["sheet"].rows[1].is_written
    assert page.context["is_unsaved"]
    for wrong in ("0", "x", "9" * 30, str(offered.pk + 1)):
        assert is_empty(clerk_client.get(ENTER, {"draft": wrong}))


@pytest.mark.parametrize(
    ("is_phone", "is_whole", "said"),
    [
        (False, False, "bea has begun this form, last at"),
        (True, False, "The table’s phone has begun this form, last at"),
        (False, True, "bea has typed 2 deals of this form, last at"),
        (True, True, "The table’s phone has 2 deals of this form, last at"),
    ],
)
def test_the_page_says_how_far_the_draft_of_another_is(
    clerk_client, bea, short, is_phone, is_whole, said
):
    set_up(short, phones="form")
    document = played(short) if is_whole else {"first_dealer": 3}
    save_draft(table=short, document=document, author=None if is_phone else bea, now=NOW)
    page = clerk_client.get(ENTER, headers={"accept-language": "en"}).content.decode()
    assert page.count(said) == 1


@pytest.mark.parametrize(
    ("is_phone", "wishes", "offers"),
    [
        (True, {"phones": "compare"}, 0),
        (True, {"phones": "form"}, 1),
        (False, {"second_check": "none", "check_method": "blind"}, 1),
        (False, {"second_check": "every", "check_method": "sight"}, 1),
        (False, {"second_check": "every", "check_method": "blind"}, 0),
    ],
)
def test_what_has_to_be_typed_unseen_is_not_offered(bea, clerk, table, is_phone, wishes, offers):
    set_up(table, **wishes)
    author = None if is_phone else bea
    save_draft(table=table, document={"first_dealer": 3}, author=author, now=NOW)
    assert len(entry_context(clerk, "wk-test", 1, 1).offered_drafts) == offers


# Who else has the form before him


def test_two_clerks_on_one_form_see_each_other(clerk_client, bea_client, bea, clerk, short):
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert bea_client.get(ENTER).context["others"] == (clerk,)
    assert bea_client.post(PRESENT).context["others"] == (clerk,)
    page = clerk_client.get(ENTER, headers={"Accept-Language": "en"}).content.decode()
    assert "bea has this form open too." in page
    assert bea_client.post(PRESENT, {"gone": "1"}).status_code == 204
    assert clerk_client.post(PRESENT).context["others"] == ()


def test_who_was_not_heard_of_for_a_while_is_gone(bea_client, clerk, short):
    mark_present(table=short, user=clerk, now=timezone.now() - dt.timedelta(minutes=1))
    assert bea_client.get(ENTER).context["others"] == ()
