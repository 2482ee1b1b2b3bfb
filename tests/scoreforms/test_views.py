"""Pages of score forms: working, denied, invalid, wrong method."""

from random import Random

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.scoreforms.eyes import levels
from wk.scoreforms.models import Draft, Result, ScoreForm, Version
from wk.tournament.models import Table

ENTER = "/t/wk-test/forms/1/1/"
CHECK = f"{ENTER}check/"
HISTORY = f"{ENTER}history/"
TABLE = "/t/wk-test/rounds/1/tables/1/"
LIST = "/t/wk-test/forms/"


def typed(rules, seed=1, **changes):
    """What a browser sends for a form played out by simple players, with cells changed."""
    cells = rules.to_cells(rules.practice(5, Random(seed)))
    hidden = {"expected_version": "0", "expected_draft": "", "players": "1 2 3 4 5"}
    return hidden | {"action": "count"} | cells | changes


@pytest.mark.parametrize("path", [LIST, ENTER, HISTORY])
def test_officials_only(client, tournament, path):
    assert client.get(path).url == f"{reverse('accounts:login')}?next={path}"


def test_checking_is_for_officials_too(client, tournament):
    assert client.post(CHECK).status_code == 302


@pytest.mark.parametrize("path", [LIST, TABLE, HISTORY])
def test_looking_changes_nothing(clerk_client, tournament, path):
    assert clerk_client.post(path).status_code == 405


def test_checking_is_not_for_following_links(clerk_client, tournament):
    assert clerk_client.get(CHECK).status_code == 405


@pytest.mark.parametrize(
    "path", ["/t/wk-test/forms/1/9/", "/t/wk-test/rounds/2/tables/1/", HISTORY]
)
def test_what_does_not_exist_is_not_found(clerk_client, tournament, path):
    assert clerk_client.get(path).status_code == 404


def test_the_clerk_goes_to_a_form_by_the_number_on_the_paper(clerk_client, tournament):
    assert clerk_client.get(LIST, {"table": "2"}).url == "/t/wk-test/forms/1/2/"


@pytest.mark.parametrize("table", ["", "9", "-1", "twee", "9" * 30, "\0"])
def test_a_wrong_table_number_is_explained(clerk_client, tournament, table):
    response = clerk_client.get(LIST, {"table": table})
    assert list(response.context["find"].errors) == ["table"]


@pytest.mark.parametrize("round", ["", "7", "x", "9" * 30])
def test_an_unknown_round_shows_the_one_that_is_on(clerk_client, tournament, round):
    assert clerk_client.get(LIST, {"round": round}).context["round"].number == 1


def test_before_the_first_round_there_are_no_forms(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    assert clerk_client.get(LIST).status_code == 200
    assert clerk_client.get(ENTER).url == "/t/wk-test/rounds/1/"


def test_a_form_is_handed_in(clerk_client, clerk, rules):
    response = clerk_client.post(ENTER, typed(rules), follow=True)
    assert levels(response) == ["success"]
    version = Version.objects.get()
    assert (version.content, version.author) == (rules.practice(5, Random(1)), clerk)
    score = rules.score(version.content, 5)
    assert list(Result.objects.order_by("seat__number").values_list("points", "half_points")) == [
        (s.points, s.match_points * 2) for s in score
    ]


def test_a_double_click_counts_once(clerk_client, rules):
    for _ in range(2):
        clerk_client.post(ENTER, typed(rules))
    assert Version.objects.count() == 1


@pytest.mark.parametrize(
    ("cell", "value", "code"),
    [
        ("deals.0.bids.1", "11", "BID_GT_CARDS"),
        ("deals.0.bids.1", "", "BID_MISSING"),
        ("deals.0.bids.1", "-1", "BID_NEGATIVE"),
        ("deals.0.bids.1", "twee", "BID_NOT_INTEGER"),
        ("deals.0.bids.1", "2½", "BID_NOT_INTEGER"),
        ("deals.0.tricks.1", "11", "TRICKS_GT_CARDS"),
        ("deals.0.tricks.1", "", "TRICKS_MISSING"),
        ("deals.0.tricks.1", "V", "TRICKS_WITH_INFRACTION"),
        ("first_dealer", "6", "FIRST_DEALER_NOT_AT_TABLE"),
        ("first_dealer", "", "FIRST_DEALER_MISSING"),
    ],
)
def test_a_wrong_cell_is_refused_with_its_code(clerk_client, rules, cell, value, code):
    response = clerk_client.post(ENTER, typed(rules, **{cell: value}))
    sheet = response.context["sheet"]
    assert code in {p.code for p in (*sheet.wrong, *sheet.missing)}
    assert levels(response) == ["error"]
    assert (Version.objects.count(), Result.objects.count()) == (0, 0)


def test_what_was_typed_stays_on_the_page_when_it_is_refused(clerk_client, rules):
    response = clerk_client.post(ENTER, typed(rules, **{"deals.0.bids.1": "veel"}))
    row = response.context["sheet"].rows[0]
    assert row.sides[1].cells[0].value == "veel"
    assert row.sides[1].cells[0].is_wrong


def test_an_incomplete_form_is_kept_as_a_draft(clerk_client, clerk, tournament):
    data = {"expected_version": "0", "players": "1 2 3 4 5", "action": "draft", "first_dealer": "3"}
    response = clerk_client.post(ENTER, data, follow=True)
    assert levels(response) == ["success"]
    draft = Draft.objects.get()
    assert (draft.content, draft.author, Result.objects.count()) == ({"first_dealer": 3}, clerk, 0)
    assert clerk_client.get(ENTER).context["sheet"].head[0].value == "3"


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [
        {"players": ""},
        {"players": "een twee"},
        {"expected_version": "x"},
        {"expected_version": "9" * 20},
        {"expected_draft": "gisteren"},
        {"action": "vernietig"},
        {"deals.0.bids.0": "1" * 9},
        {"deals.0.bids.0": "\0"},
        {"deals.0.bids.0": "\x1b[0m"},
        {"deals.0.ruling": "x" * 501},
        {"written.0": "veel"},
        {"written.4": "9" * 12},
        {"sure": "ja"},
        {"mode": "kop of munt"},
    ],
)
@pytest.mark.parametrize("action", ["draft", "count"])
def test_hostile_input_is_refused_and_nothing_stored(clerk_client, rules, changes, action):
    data = typed(rules, action=action)
    response = clerk_client.post(ENTER, data | changes)
    assert levels(response) == ["error"]
    assert (Version.objects.count(), Draft.objects.count()) == (0, 0)


def test_players_who_changed_places_meanwhile_are_noticed(clerk_client, rules):
    response = clerk_client.post(ENTER, typed(rules, players="2 1 3 4 5"))
    assert [p.code for p in response.context["mismatch"]] == ["PLAYERS_NOT_AS_SEATED"]
    assert Version.objects.count() == 0


def test_a_counted_form_is_closed_to_clerks(clerk_client, rules):
    clerk_client.post(ENTER, typed(rules))
    assert clerk_client.get(ENTER).url == TABLE
    response = clerk_client.post(ENTER, typed(rules, 2, expected_version="1"))
    assert levels(response)[-1] == "error"
    assert Version.objects.count() == 1


def test_the_director_corrects_it_with_a_reason(director_client, rules):
    director_client.post(ENTER, typed(rules))
    changed = typed(rules, 2, expected_version="1")
    assert levels(director_client.post(ENTER, changed))[-1] == "error"
    corrected = director_client.post(ENTER, changed | {"reason": "Twee kolommen verwisseld"})
    said = [str(message) for message in get_messages(corrected.wsgi_request)][-1]
    assert said.startswith("Tafel 1 is verbeterd: ")
    assert Version.objects.get(is_counted=True).number == 2
    page = director_client.get(HISTORY, {"version": "1"})
    assert [v.number for v in page.context["versions"]] == [2, 1]
    assert page.context["shown"].number == 1


def test_the_correction_and_its_reason_are_public(client, director_client, rules):
    director_client.post(ENTER, typed(rules))
    director_client.post(ENTER, typed(rules, 2, expected_version="1", reason="Kolom verwisseld"))
    assert "Kolom verwisseld" in client.get(TABLE).content.decode()


def test_who_saves_second_is_told_and_loses_nothing(clerk_client, director_client, rules):
    clerk_client.post(ENTER, typed(rules))
    response = director_client.post(ENTER, typed(rules, 2))
    assert response.url == f"{ENTER}settle/"
    counts = list(Version.objects.values_list("number", "is_counted", "source"))
    assert counts == [(1, True, "office"), (2, False, "second")]


def test_a_conflict_shows_the_difference_before_anything_is_replaced(clerk_client, tournament):
    draft = {"expected_version": "0", "players": "1 2 3 4 5", "action": "draft"}
    clerk_client.post(ENTER, draft | {"first_dealer": "3"})
    response = clerk_client.post(ENTER, draft | {"first_dealer": "4"})
    assert [(d.field.path, d.mine, d.theirs) for d in response.context["differences"]] == [
        ("first_dealer", "4", "3")
    ]
    assert Draft.objects.get().content == {"first_dealer": 3}


def test_the_same_draft_twice_is_no_conflict(clerk_client, tournament):
    draft = {"expected_version": "0", "players": "1 2 3 4 5", "action": "draft"}
    for _ in range(2):
        response = clerk_client.post(ENTER, draft | {"first_dealer": "3"}, follow=True)
        assert levels(response) == ["success"]


def test_checking_after_logging_out_answers_without_a_page(client, tournament):
    response = client.post(CHECK, headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (401, b"")


def test_what_cannot_be_stored_is_named_at_its_place(clerk_client, rules):
    response = clerk_client.post(ENTER, typed(rules, **{"deals.3.bids.1": "123456789"}))
    (problem,) = response.context["sheet"].wrong
    assert (problem.code, str(problem.place), problem.path) == (
        "CELL_UNREADABLE",
        "deal 4 seat 2",
        "deals.3.bids.1",
    )


def test_a_declared_typing_error_stays_on_record(director_client, rules):
    director_client.post(ENTER, typed(rules))
    tricks = {f"deals.0.tricks.{seat}": "" for seat in range(5)} | {"deals.0.tricks.1": "V"}
    changed = typed(rules, expected_version="1", reason="Stond op papier", **tricks)
    response = director_client.post(ENTER, changed)
    assert [p.code for p in response.context["mismatch"]] == ["REVOKE_AFTER_NOTED"]
    director_client.post(ENTER, changed | {"typing_error": "on"})
    assert list(Version.objects.values_list("number", "typing_error")) == [(1, False), (2, True)]


def test_only_a_director_writes_a_ruling(clerk_client, director_client, rules):
    bids = {f"deals.0.bids.{seat}": "2" for seat in range(5)}
    tricks = {f"deals.0.tricks.{seat}": "2" for seat in range(5)}
    forbidden = typed(rules, **bids, **tricks)
    ruled = forbidden | {"deals.0.ruling": "Laat staan."}
    response = clerk_client.post(ENTER, forbidden)
    assert [p.code for p in response.context["sheet"].wrong] == ["BID_SUM_EQUALS_CARDS"]
    assert levels(clerk_client.post(ENTER, ruled)) == ["error"]
    assert Version.objects.count() == 0
    director_client.post(ENTER, ruled)
    assert Version.objects.get().content["deals"][0]["ruling"] == "Laat staan."


def test_the_ruling_is_shown_wherever_the_form_is(client, director_client, rules):
    bids = {f"deals.0.bids.{seat}": "2" for seat in range(5)}
    tricks = {f"deals.0.tricks.{seat}": "2" for seat in range(5)}
    data = typed(rules, **bids, **tricks, **{"deals.0.ruling": "Laat staan."})
    director_client.post(ENTER, data)
    for page in (client.get(TABLE), director_client.get(HISTORY), director_client.get(ENTER)):
        assert "Laat staan." in page.content.decode()


def test_checking_answers_while_typing_and_stores_nothing(clerk_client, rules):
    response = clerk_client.post(CHECK, typed(rules, **{"deals.0.bids.1": "11"}))
    sheet = response.context["sheet"]
    assert (sheet.wrong[0].code, sheet.wrong_paths) == ("BID_GT_CARDS", "deals.0.bids.1")
    assert ScoreForm.objects.count() == 0


@pytest.mark.parametrize("data", [{}, {"deals.0.bids.0": "\0"}, {"players": "x" * 999}])
def test_checking_hostile_input_is_no_error(clerk_client, tournament, data):
    assert clerk_client.post(CHECK, data).status_code == 200


def test_the_table_page_shows_the_deals_of_a_counted_form(client, clerk_client, rules):
    assert client.get(TABLE).context["counted"] is None
    clerk_client.post(ENTER, typed(rules))
    page = client.get(TABLE)
    expected = rules.progress(rules.practice(5, Random(1)), 5)
    shown = [
        tuple(tuple(figure for figure, _column in side.computed) for side in row.sides)
        for row in page.context["sheet"].rows
    ]
    assert shown == [row.figures for row in expected.rows]


def test_a_table_of_a_draw_that_is_not_fixed_is_hidden(client, clerk_client, tournament):
    tournament.rounds.update(state="drawn")
    assert client.get(TABLE).status_code == 404
    assert clerk_client.get(TABLE).status_code == 200


def test_typing_takes_a_few_queries(clerk_client, rules, django_assert_num_queries):
    with django_assert_num_queries(10):
        clerk_client.get(ENTER)
    with django_assert_num_queries(5):
        clerk_client.post(CHECK, typed(rules, **{"deals.0.bids.1": "11"}))


def test_totals_alone_are_shown_as_such(client, clerk, tournament):
    from django.utils import timezone

    from wk.scoreforms.services import import_forms

    forms = [(Table.objects.get(number=1), {"totals": [88, 120, 64, -6, 102]})]
    import_forms(forms=forms, now=timezone.now())
    page = client.get(TABLE)
    assert page.context["sheet"].totals_only
    assert [t.points for t in page.context["sheet"].totals] == [88, 120, 64, -6, 102]
