"""The history of a form: its versions are shown, compared and restored."""

import re

import pytest

from tests.markup import last_message_level
from tests.played import played
from tests.scoreforms.submissions import NOW, message_levels, submit, with_two_other_cells
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Result, Version
from wk.scoreforms.review.services import adjudicate, confirm, let_count
from wk.tournament.models import Table

HISTORY = "/t/wk-test/forms/1/1/history/"
RESTORE_URL = f"{HISTORY}restore/"
RESTORE_REQUEST = {"version": "1", "expected_version": "2", "reason": "Was toch goed"}
ENGLISH = {"headers": {"Accept-Language": "en"}}


@pytest.fixture
def corrected(table, clerk, director) -> tuple[Version, Version]:
    """The first version of a form, and its correction."""
    old = submit(table, played(table), clerk)
    asked = {"expected_version": 1, "reason": "Kolom verwisseld"}
    return old, submit(table, with_two_other_cells(table)[0], director, **asked)


def page_text(client, address=HISTORY):
    """Return the text of the page, with single spaces."""
    page = client.get(address, **ENGLISH).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


def test_history_needs_an_official_and_the_right_method(
    client, clerk_client, director_client, corrected
):
    assert client.get(HISTORY).url == f"/login/?next={HISTORY}"
    assert client.post(RESTORE_URL).status_code == 302
    assert clerk_client.post(HISTORY).status_code == 405
    assert director_client.get(RESTORE_URL).status_code == 405


def test_a_form_without_versions_has_no_history_page(clerk_client, tournament):
    assert clerk_client.get(HISTORY).status_code == 404


def test_each_version_shows_author_time_address_and_reason(clerk_client, corrected, table):
    page = clerk_client.get(HISTORY, **ENGLISH)
    assert [(v.number, v.author.username) for v in page.context["versions"]] == [
        (2, "dora"),
        (1, "kees"),
    ]
    words = page.content.decode()
    day = '21 November <span class="year">2026</span>'
    for told in (
        "device 192.0.2.7",
        "counts no more",
        "typed in the office",
        "Kolom verwisseld",
        day,
    ):
        assert told in words
    # Its sheet shows the origin below a name on a phone only: beside it stands a column of it.
    assert "style/pages/player-choice" in words


def test_an_unknown_version_number_shows_the_newest_version(clerk_client, corrected):
    for query in ("", "9", "x"):
        assert clerk_client.get(HISTORY, {"version": query}).context["shown"].number == 2


@pytest.mark.parametrize("number", [1, 2])
def test_each_version_is_shown_with_its_own_totals(clerk_client, corrected, table, number):
    page = clerk_client.get(HISTORY, {"version": number})
    assert page.context["shown"].number == number
    document = played(table) if number == 1 else with_two_other_cells(table)[0]
    totals = [total.points for total in page.context["sheet"].totals]
    assert totals == list(table.round.rules.progress(document, 5).totals)


def test_two_versions_are_compared_cell_by_cell(clerk_client, corrected, table):
    page = clerk_client.get(HISTORY, {"version": "2", "with": "1"})
    found = {
        cells[0].field.path: tuple(c.value for c in cells) for cells in page.context["differing"]
    }
    assert found == with_two_other_cells(table)[1]


def test_a_version_is_not_compared_with_itself_or_an_unknown_one(clerk_client, corrected):
    for beside in ("2", "9", "x"):
        page = clerk_client.get(HISTORY, {"version": "2", "with": beside})
        assert (page.status_code, "compared" in page.context) == (200, False)


def test_history_names_who_reviewed_by_sight_and_who_typed_the_same(
    clerk_client, table, set_review, clerk, bea
):
    set_review("every", "sight")
    confirm(version=submit(table, played(table), clerk), author=bea, now=NOW)
    assert "bea looked beside the paper (21:00)" in page_text(clerk_client)
    other = Table.objects.get(number=2)
    submit(other, played(other), clerk)
    submit(other, played(other), bea)
    address = HISTORY.replace("/1/1/", "/1/2/")
    assert "bea typed the same (21:00)" in page_text(clerk_client, address)


def test_history_names_who_adjudicated_a_difference(clerk_client, table, open_check, director):
    assert "bea typed version 2 (21:00); not settled yet" in page_text(clerk_client)
    adjudicate(check=open_check, document=played(table), author=director, now=NOW)
    assert "bea typed version 2 (21:00); settled by dora (21:00)" in page_text(clerk_client)


def test_a_second_typing_is_told_to_be_there_to_compare(
    director_client, table, open_check, director
):
    words = page_text(director_client)
    assert words.count("does not count to compare") == 1
    assert "counts no more" not in words
    adjudicate(check=open_check, document=played(table), author=director, now=NOW)
    second = page_text(director_client, f"{HISTORY}?version=2")
    assert "does not count to compare" in second
    assert "Let version 2 count It counts from then on. Version" in second
    assert "counts again" not in second


def test_history_names_who_let_a_form_count_and_why(clerk_client, director, waiting_version):
    let_count(version=waiting_version, author=director, now=NOW, reason="Papier weg")
    shown = page_text(clerk_client)
    assert "dora let it count without a second look" in shown
    assert "Papier weg" in shown


def test_totals_on_the_paper_are_shown_with_their_differences(clerk_client, table, clerk):
    points = [s.points for s in table.round.rules.score(played(table), 5)]
    written = [points[0] + 10, *points[1:4], None]
    document = played(table)
    sure = plausibility_token(plausibility_problems(table, document, written))
    submit(table, document, clerk, paper_totals=written, confirmed_token=sure)
    shown = clerk_client.get(HISTORY).context["paper_totals"]
    assert [(t.on_paper, t.points, t.problem is not None) for t in shown] == [
        (wrote, point, index == 0)
        for index, (wrote, point) in enumerate(zip(written, points, strict=True))
    ]


@pytest.mark.parametrize("method", ["blind", "sight"])
def test_a_version_to_be_typed_blind_is_hidden_from_all_but_its_author(
    clerk_client, bea_client, director_client, table, set_review, clerk, method
):
    set_review("every", method)
    submit(table, played(table), clerk)
    clients = {"own": clerk_client, "bea": bea_client, "dora": director_client}
    seen = {name: "sheet" in client.get(HISTORY).context for name, client in clients.items()}
    assert seen == {"own": True, "bea": method == "sight", "dora": method == "sight"}


def test_a_version_stays_hidden_while_the_form_must_be_handed_in_again(
    bea_client, director_client, table, set_review, clerk
):
    set_review("every", "blind")
    submit(table, played(table), clerk)
    Version.objects.update(is_waiting=False)  # its players turned out to sit elsewhere
    assert "sheet" not in bea_client.get(HISTORY).context
    assert "sheet" in director_client.get(HISTORY).context


def test_hidden_versions_are_not_compared(bea_client, table, set_review, clerk):
    """A version replaced by its own author resembles the one that has to be typed blind."""
    set_review("every", "blind")
    first = submit(table, played(table), clerk)
    second = submit(table, with_two_other_cells(table)[0], clerk, expected_version=1)
    for query in ("", "?version=1", "?version=2", "?version=1&with=2"):
        page = bea_client.get(f"{HISTORY}{query}").context
        assert page["hidden"] == {first.pk, second.pk}
        assert "sheet" not in page
        assert "differing" not in page


# Restoring


def test_a_director_restores_an_older_version_with_a_reason(director_client, corrected, table):
    for _click in range(2):
        answer = director_client.post(RESTORE_URL, RESTORE_REQUEST)
        assert (answer.url, last_message_level(answer)) == (HISTORY, "success")
    counted = Version.objects.get(is_counted=True)
    assert (counted.number, counted.content, counted.reason) == (3, played(table), "Was toch goed")
    assert list(Result.objects.order_by("seat__number").values_list("points", flat=True)) == [
        s.points for s in table.round.rules.score(played(table), 5)
    ]


def test_a_clerk_cannot_restore_a_version(clerk_client, corrected):
    assert "restore" not in clerk_client.get(HISTORY, {"version": "1"}).context
    assert clerk_client.post(RESTORE_URL, RESTORE_REQUEST).status_code == 403
    assert Version.objects.get(is_counted=True).number == 2


def test_the_counted_version_cannot_be_restored(director_client, corrected):
    assert "restore" not in director_client.get(HISTORY, {"version": "2"}).context


def test_wrong_or_stale_requests_restore_nothing(director_client, corrected):
    for field, value in (("reason", ""), ("version", "x"), ("expected_version", "1")):
        answer = director_client.post(RESTORE_URL, RESTORE_REQUEST | {field: value})
        assert (field, value, answer.url, last_message_level(answer)) == (
            field,
            value,
            HISTORY,
            "error",
        )
    assert director_client.post(RESTORE_URL, RESTORE_REQUEST | {"version": "9"}).status_code == 404
    assert Version.objects.count() == 2
    assert message_levels(director_client.get(HISTORY))[0] == "error"  # and it is said on the page


def test_nothing_is_restored_while_a_version_waits_for_review(
    director_client, table, set_review, clerk
):
    set_review("every", "sight")
    submit(table, played(table, 2), clerk)
    submit(table, played(table), clerk, expected_version=1)
    assert "restore" not in director_client.get(HISTORY, {"version": "1"}).context
    answer = director_client.post(RESTORE_URL, RESTORE_REQUEST)
    assert (last_message_level(answer), Version.objects.count()) == ("error", 2)


@pytest.mark.usefixtures("whole_game")
def test_a9_restoring_a_noted_deal_as_a_revoke_needs_a_typing_error(
    director_client, tournament, director
):
    table = Table.objects.get(number=1)
    document = played(table)
    deal = {"bids": document["deals"][3]["bids"], "infraction": {"kind": "revoke", "seats": [2]}}
    stopped = document | {"deals": [*document["deals"][:3], deal, *document["deals"][4:]]}
    submit(table, stopped, director)
    submit(table, document, director, expected_version=1, reason="Geen overtreding")
    page = director_client.get(HISTORY, {"version": "1"})
    assert [(p.code, p.place.deal) for p in page.context["late"]] == [("REVOKE_AFTER_NOTED", 4)]
    assert last_message_level(director_client.post(RESTORE_URL, RESTORE_REQUEST)) == "error"
    assert Version.objects.count() == 2
    director_client.post(RESTORE_URL, RESTORE_REQUEST | {"typing_error": "on"})
    assert list(Version.objects.values_list("number", "is_counted", "typing_error")) == [
        (1, False, False),
        (2, False, False),
        (3, True, True),
    ]


def test_history_pins_its_number_of_queries(
    clerk_client, director_client, corrected, table, director, django_assert_num_queries
):
    asked = {"version": "2", "with": "1"}
    with django_assert_num_queries(12):
        director_client.get(HISTORY, asked | {"version": "1", "with": "2"})
    submit(table, played(table, 3), director, expected_version=2, reason="Nog eens")
    with django_assert_num_queries(12):
        clerk_client.get(HISTORY, asked)
