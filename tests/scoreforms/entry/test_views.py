"""The entry page: handing in forms and totals, corrections, and drafts."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    CHECK,
    DRAFT,
    FORM,
    HIDDEN_FIELDS,
    LIST,
    PRESENT,
    TOTALS,
    form_request,
    paper_cells_of,
    totals_request,
    update_tournament,
    version_states,
)
from tests.scoreforms.submissions import NOW, message_levels, submit
from wk.accounts.policy import OFFICIALS, POLICY, Act
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Check, Draft, Presence, Result, ScoreForm, Version
from wk.scoreforms.review.queries import unchecked

WANTED = "The deals, or a second typing, are still wanted."
AGREED = "Two of you typed the same totals: they are checked."
TABLE = "/t/wk-test/rounds/1/tables/1/"


def last_message_of(response):
    """Return level and text of the last message after a POST."""
    message = [*get_messages(response.wsgi_request)][-1]
    return message.level_tag, str(message)


def stored_counts():
    return Version.objects.count(), Result.objects.count(), Draft.objects.count()


# Access


def test_entry_addresses_need_an_official_and_the_right_method(client, clerk_client, table):
    assert client.get(FORM).url == f"{reverse('accounts:login')}?next={FORM}"
    assert clerk_client.put(FORM).status_code == 405
    for path in (CHECK, DRAFT, PRESENT):
        assert client.post(path).status_code == 302
        answer = client.post(path, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (401, b"")
        assert clerk_client.get(path).status_code == 405
        assert clerk_client.post(path.replace("/1/1/", "/1/9/")).status_code == 404
    assert clerk_client.get(FORM.replace("/1/1/", "/1/9/")).status_code == 404
    assert ScoreForm.objects.count() == 0


def test_a_form_is_not_open_before_its_round_starts(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    assert clerk_client.get(FORM).url == "/t/wk-test/rounds/1/"
    assert clerk_client.post(PRESENT).context["news"].others == ()
    assert Presence.objects.count() == 0


def test_the_entry_page_and_the_check_pin_their_number_of_queries(
    clerk_client, table, django_assert_num_queries
):
    data = form_request(table, **{"deals.0.bids.1": "11"})
    with django_assert_num_queries(10):
        clerk_client.get(FORM)
    with django_assert_num_queries(4):  # session, who is asking, table with seats, sizes
        clerk_client.post(CHECK, data)


# Handing in


def test_a_form_handed_in_twice_counts_once_and_leads_to_the_list(clerk_client, clerk, table):
    clerk_client.post(DRAFT, form_request(table))
    clerk_client.post(PRESENT)
    for _click in range(2):
        response = clerk_client.post(FORM, form_request(table) | paper_cells_of(table))
        assert (response.url, last_message_of(response)[0]) == (LIST, "success")
    assert version_states() == [(1, True, False, "office")]
    version = Version.objects.get()
    score = table.round.rules.score(played(table), 5)
    assert (version.content, version.author) == (played(table), clerk)
    assert version.paper_totals == [s.points for s in score]
    assert list(Result.objects.order_by("seat__number").values_list("points", "half_points")) == [
        (s.points, s.match_points * 2) for s in score
    ]
    assert (Draft.objects.count(), Presence.objects.count()) == (0, 0)


def test_the_success_message_names_the_points_of_each_player(clerk_client, table):
    said = last_message_of(clerk_client.post(FORM, totals_request()))
    assert said == (
        "success",
        "Tafel 1 telt mee: Anna 88, Bram 120, Cor 64, Dirk −6, Els 102. "
        "Er zijn nog spelletjes nodig, of iemand moet dezelfde totalen nog een keer intypen.",
    )


def test_a_form_that_needs_review_waits(clerk_client, table):
    update_tournament(table, second_check="every")
    response = clerk_client.post(FORM, form_request(table))
    assert (response.url, last_message_of(response)[0]) == (LIST, "success")
    assert version_states() == [(1, False, True, "office")]


def test_a_different_second_typing_leads_to_adjudication(bea_client, clerk, table):
    submit(table, played(table), clerk)
    response = bea_client.post(FORM, form_request(table, 2))
    assert (response.url, last_message_of(response)[0]) == (f"{FORM}settle/", "warning")
    assert version_states() == [(1, True, False, "office"), (2, False, False, "second")]
    assert Check.objects.filter(agrees=False, adjudicated_at=None).count() == 1


@pytest.mark.usefixtures("whole_game")
def test_invalid_cells_are_refused_with_their_codes_and_keep_their_text(clerk_client, table):
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
    data = form_request(table, **{path: value for path, (value, _code) in wrong.items()})
    response = clerk_client.post(FORM, data)
    sheet = response.context["sheet"]
    found = {(p.path.removesuffix(".infraction"), p.code) for p in (*sheet.wrong, *sheet.missing)}
    assert {code for _path, code in found} >= {code for _value, code in wrong.values()}
    cell = sheet.rows[3].sides[1].cells[0]
    assert (cell.value, cell.is_wrong) == ("veel", True)
    assert (message_levels(response), stored_counts()) == (["error"], (0, 0, 0))
    answer = clerk_client.post(CHECK, data)
    assert answer.context["sheet"].wrong[0].code == "FIRST_DEALER_NOT_AT_TABLE"


@pytest.mark.parametrize("action", ["draft", "count"])
def test_an_unstorable_cell_is_named_and_nothing_is_stored(clerk_client, table, action):
    response = clerk_client.post(
        FORM, form_request(table, action=action, **{"deals.0.bids.0": "\0"})
    )
    assert message_levels(response) == ["error"]
    assert {(p.code, p.path) for p in response.context["sheet"].wrong} == {
        ("CELL_UNREADABLE", "deals.0.bids.0")
    }
    assert stored_counts() == (0, 0, 0)


def test_a_form_typed_for_changed_seats_is_refused(clerk_client, table):
    response = clerk_client.post(FORM, form_request(table, players="2 1 3 4 5"))
    assert [p.code for p in response.context["mismatch"]] == ["PLAYERS_NOT_AS_SEATED"]
    assert Version.objects.count() == 0


# A form that counts or waits already


def test_a_counted_form_is_closed_to_clerks(clerk_client, bea_client, clerk, table):
    submit(table, played(table), clerk)
    for client in (clerk_client, bea_client):
        for asked in ({}, {"totals": "1"}):
            assert client.get(FORM, asked).url == TABLE
    response = clerk_client.post(
        FORM, form_request(table, 2, expected_version="1", reason="Mag dit?")
    )
    assert (message_levels(response)[-1], Version.objects.count()) == ("error", 1)


def test_the_director_corrects_a_counted_form_with_a_reason(
    director_client, director, clerk, table
):
    submit(table, played(table), clerk)
    changed = form_request(table, 2, expected_version="1")
    assert message_levels(director_client.post(FORM, changed)) == ["error"]
    corrected = director_client.post(FORM, changed | {"reason": "Twee kolommen verwisseld"})
    assert last_message_of(corrected)[1].startswith("Tafel 1 is verbeterd: ")
    rows = Version.objects.order_by("number").values_list("number", "is_counted", "reason")
    assert list(rows) == [(1, False, ""), (2, True, "Twee kolommen verwisseld")]


def test_one_line_of_the_policy_lets_clerks_correct(
    clerk_client, director, clerk, table, monkeypatch
):
    submit(table, played(table), director)
    changed = form_request(table, 2, expected_version="1", reason="Twee kolommen verwisseld")
    told = last_message_of(clerk_client.post(FORM, changed))
    assert told == ("error", "Alleen de wedstrijdleider kan een ingeleverd formulier verbeteren.")
    assert "Verbeter het formulier" not in clerk_client.get(TABLE).content.decode()
    monkeypatch.setitem(POLICY, Act.CORRECT_COUNTED_FORMS, OFFICIALS)
    assert "Verbeter het formulier" in clerk_client.get(TABLE).content.decode()
    assert "Verbeter het formulier" in clerk_client.get(FORM).content.decode()
    assert last_message_of(clerk_client.post(FORM, changed))[0] == "success"
    rows = Version.objects.order_by("number").values_list("author", "is_counted", "reason")
    assert list(rows) == [
        (director.pk, False, ""),
        (clerk.pk, True, "Twee kolommen verwisseld"),
    ]


@pytest.mark.usefixtures("whole_game")
def test_a9_a_declared_typing_error_is_stored_with_the_version(director_client, director, table):
    submit(table, played(table), director)
    tricks = {f"deals.0.tricks.{seat}": "" for seat in range(5)} | {"deals.0.tricks.1": "V"}
    changed = form_request(table, expected_version="1", reason="Stond op papier", **tricks)
    response = director_client.post(FORM, changed)
    assert [p.code for p in response.context["mismatch"]] == ["REVOKE_AFTER_NOTED"]
    director_client.post(FORM, changed | {"typing_error": "on"})
    assert list(Version.objects.values_list("number", "typing_error")) == [(1, False), (2, True)]


@pytest.mark.usefixtures("whole_game")
def test_a10_only_a_director_writes_a_ruling(clerk_client, director_client, table):
    twos = {f"deals.0.{row}.{seat}": "2" for row in ("bids", "tricks") for seat in range(5)}
    forbidden = form_request(table, **twos)
    ruled = forbidden | {"deals.0.ruling": "Laat staan."}
    response = clerk_client.post(FORM, forbidden)
    assert [p.code for p in response.context["sheet"].wrong] == ["BID_SUM_EQUALS_CARDS"]
    assert message_levels(clerk_client.post(FORM, ruled)) == ["error"]
    assert Version.objects.count() == 0
    director_client.post(FORM, ruled)
    assert Version.objects.get().content["deals"][0]["ruling"] == "Laat staan."
    for path in (FORM, f"{FORM}history/"):
        assert "Laat staan." in director_client.get(path).content.decode()


def test_a_waiting_form_leads_other_clerks_to_review(clerk_client, bea_client, clerk, table):
    update_tournament(table, second_check="every", check_method="sight")
    submit(table, played(table), clerk)
    assert bea_client.get(FORM).url == f"{FORM}second/"
    own = clerk_client.get(FORM)
    assert own.context["sheet"].is_right  # and may be mended by who typed it
    copy = bea_client.get(FORM, {"copy": ""})
    assert copy.context["sheet"].is_right
    assert 'name="expected_version" value="1"' in copy.content.decode()


# Totals only


@pytest.mark.usefixtures("english")
def test_totals_count_at_once_and_are_checked_by_another_clerk(clerk_client, bea_client, table):
    page = clerk_client.get(FORM, {"totals": ""})
    assert page.context["totals_only"]
    assert [cell.field.path for cell in page.context["sheet"].total_cells] == [
        f"totals.{seat}" for seat in range(5)
    ]
    answer = clerk_client.post(FORM, totals_request(["+88", "120", "64", "−6", "102"]))
    assert last_message_of(answer)[1].endswith(WANTED)
    version = Version.objects.get()
    assert version.content == {"totals": [88, 120, 64, -6, 102]}
    assert (version.is_counted, version.check_wanted) == (True, "totals")
    # The same totals by another clerk are a check, and he does not see the first.
    page = bea_client.get(FORM)
    assert page.context["totals_only"]
    assert [cell.value for cell in page.context["sheet"].total_cells] == [""] * 5
    english = {"accept-language": "en"}
    answer = bea_client.post(FORM, totals_request(expected_version="1"), headers=english)
    assert (answer.url, last_message_of(answer)[1].endswith(AGREED)) == (LIST, True)
    assert (version_states(), Check.objects.get().agrees) == ([(1, True, False, "office")], True)
    # From now on nobody is asked for a second typing, whoever opens the form.
    assert not unchecked().exists()
    for client in (clerk_client, bea_client):
        page = client.get(FORM)
        assert (page.context["totals_only"], page.context["context"].is_reviewer) == (False, False)


@pytest.mark.usefixtures("english")
def test_the_same_totals_by_the_same_clerk_are_no_check(clerk_client, table):
    for version in ("0", "1"):
        answer = clerk_client.post(FORM, totals_request(expected_version=version))
        assert last_message_of(answer)[1].endswith(WANTED)
    assert unchecked().count() == 1


@pytest.mark.usefixtures("whole_game")
@pytest.mark.parametrize(
    ("seat", "total", "code"),
    [
        (0, "89", "TOTAL_ODD"),
        (1, "veel", "TOTAL_NOT_INTEGER"),
        (4, "", "TOTAL_MISSING"),
        (2, "\0", "CELL_UNREADABLE"),
    ],
)
def test_an_invalid_total_is_named_at_its_cell(clerk_client, table, seat, total, code):
    data = totals_request([*TOTALS[:seat], total, *TOTALS[seat + 1 :]])
    for response in (clerk_client.post(FORM, data), clerk_client.post(CHECK, data)):
        shown = response.context["sheet"]
        found = {(p.code, p.path) for p in (*shown.wrong, *shown.missing)}
        assert (code, f"totals.{seat}") in found
        assert response.context["totals_only"]
    assert Version.objects.count() == 0


def test_deals_complete_a_form_that_counts_by_totals(clerk_client, clerk, table):
    document = played(table)
    submit(
        table,
        {"totals": [r.points for r in table.round.rules.score(document, 5)]},
        clerk,
    )
    page = clerk_client.get(FORM)
    assert (page.context["totals_only"], page.context["sheet"].head[0].value) == (False, "")
    assert clerk_client.post(FORM, form_request(table, expected_version="1")).url == LIST
    assert Version.objects.get(is_counted=True).content == document


def test_switching_to_totals_shows_an_empty_form_and_keeps_the_draft(clerk_client, clerk, table):
    save_draft(table=table, document=played(table), author=clerk, now=NOW)
    page = clerk_client.get(FORM, {"totals": "1"})
    assert (page.context["totals_only"], page.context["replaces"]) == (True, True)
    page = clerk_client.get(FORM)
    assert (page.context["totals_only"], page.context["sheet"].is_right) == (False, True)


# Drafts


def test_the_save_button_stores_a_draft(clerk_client, clerk, table):
    draft = HIDDEN_FIELDS | {"action": "draft"}
    for _click in range(2):  # the same twice is no conflict
        response = clerk_client.post(FORM, draft | {"first_dealer": "3"})
        assert (response.url, last_message_of(response)[0]) == (LIST, "success")
    kept = Draft.objects.get()
    assert (kept.content, kept.author, Result.objects.count()) == ({"first_dealer": 3}, clerk, 0)
    response = clerk_client.post(FORM, draft | {"first_dealer": "4"})
    assert [(d.field.path, d.mine, d.theirs) for d in response.context["differences"]] == [
        ("first_dealer", "4", "3")
    ]
    assert Draft.objects.get().content == {"first_dealer": 3}


def test_a_clerk_discards_his_own_draft_but_not_right_after_handing_in(
    clerk_client, clerk, bea, table
):
    for author in (clerk, bea):
        save_draft(table=table, document={"first_dealer": 3}, author=author, now=NOW)
    handed_in = HIDDEN_FIELDS | {"first_dealer": "3", "expected_draft": "1"}
    pages = (clerk_client.post(FORM, handed_in), clerk_client.get(FORM))
    assert ['id="drop-draft"' in page.content.decode() for page in pages] == [False, True]
    assert clerk_client.post(FORM, HIDDEN_FIELDS | {"action": "drop"}).url == FORM
    assert Draft.objects.get().author == bea
