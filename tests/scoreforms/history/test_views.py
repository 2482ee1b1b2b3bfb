"""Every version of a form: seen, compared, and brought back."""

import re

import pytest
from django.contrib.messages import get_messages

from tests.played import played
from tests.scoreforms.eyes import NOW, another, give, levels
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Result, Version
from wk.scoreforms.review.services import adjudicate, confirm, let_count
from wk.tournament.models import Table

HISTORY = "/t/wk-test/forms/1/1/history/"
RESTORE = f"{HISTORY}restore/"
RESTORED = {"version": "1", "expected_version": "2", "reason": "Was toch goed"}
ENGLISH = {"headers": {"Accept-Language": "en"}}


@pytest.fixture
def table(short):
    """What a version says is shown in the same way however long it is."""
    return short


@pytest.fixture
def corrected(table, clerk, director) -> tuple[Version, Version]:
    """A form that counted, and its correction."""
    old = give(table, played(table), clerk)
    asked = {"expected_version": 1, "reason": "Kolom verwisseld"}
    return old, give(table, another(table)[0], director, **asked)


def text(client, address=HISTORY):
    """Return the words of the page, without its tags and with single spaces."""
    page = client.get(address, **ENGLISH).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


def last_level(response):
    return [*get_messages(response.wsgi_request)][-1].level_tag


def test_history_is_for_officials_and_each_address_has_its_method(
    client, clerk_client, director_client, corrected
):
    assert client.get(HISTORY).url == f"/login/?next={HISTORY}"
    assert client.post(RESTORE).status_code == 302
    assert clerk_client.post(HISTORY).status_code == 405
    assert director_client.get(RESTORE).status_code == 405


def test_a_form_without_versions_has_no_history(clerk_client, tournament):
    assert clerk_client.get(HISTORY).status_code == 404


def test_every_version_tells_who_when_from_where_and_why(clerk_client, corrected, table):
    page = clerk_client.get(HISTORY, **ENGLISH)
    assert [(v.number, v.author.username) for v in page.context["versions"]] == [
        (2, "dora"),
        (1, "kees"),
    ]
    words = page.content.decode()
    day = '21 November <span class="year">2026</span>'
    for told in ("192.0.2.7", "typed in the office", "Kolom verwisseld", day):
        assert told in words


def test_the_newest_version_is_shown_where_none_that_is_there_is_asked_for(clerk_client, corrected):
    for query in ("", "9", "x"):
        assert clerk_client.get(HISTORY, {"version": query}).context["shown"].number == 2


@pytest.mark.parametrize("number", [1, 2])
def test_a_version_is_shown_as_it_was(clerk_client, corrected, table, number):
    page = clerk_client.get(HISTORY, {"version": number})
    assert page.context["shown"].number == number
    document = played(table) if number == 1 else another(table)[0]
    totals = [total.points for total in page.context["sheet"].totals]
    assert totals == list(table.round.rules.progress(document, 5).totals)


def test_two_versions_are_compared_cell_by_cell(clerk_client, corrected, table):
    page = clerk_client.get(HISTORY, {"version": "2", "with": "1"})
    found = {
        cells[0].field.path: tuple(c.value for c in cells) for cells in page.context["differing"]
    }
    assert found == another(table)[1]


def test_a_version_is_not_compared_with_itself_or_with_none(clerk_client, corrected):
    for beside in ("2", "9", "x"):
        page = clerk_client.get(HISTORY, {"version": "2", "with": beside})
        assert (page.status_code, "beside" in page.context) == (200, False)


def test_history_tells_who_looked_beside_the_paper_and_who_typed_the_same(
    clerk_client, table, wanting, clerk, bea
):
    wanting("every", "sight")
    confirm(version=give(table, played(table), clerk), author=bea, now=NOW)
    assert "bea looked beside the paper (21:00)" in text(clerk_client)
    other = Table.objects.get(number=2)
    give(other, played(other), clerk)
    give(other, played(other), bea)
    address = HISTORY.replace("/1/1/", "/1/2/")
    assert "bea typed the same (21:00)" in text(clerk_client, address)


def test_history_tells_who_settled_a_difference(clerk_client, table, differing, director):
    assert "bea typed version 2 (21:00); not settled yet" in text(clerk_client)
    adjudicate(check=differing, document=played(table), author=director, now=NOW)
    assert "bea typed version 2 (21:00); settled by dora (21:00)" in text(clerk_client)


def test_history_tells_who_let_a_form_count_and_why(clerk_client, director, waiting):
    let_count(version=waiting, author=director, now=NOW, reason="Papier weg")
    shown = text(clerk_client)
    assert "dora let it count without a second look" in shown
    assert "Papier weg" in shown


def test_the_totals_on_the_paper_stay_visible_with_their_difference(clerk_client, table, clerk):
    points = [s.points for s in table.round.rules.score(played(table), 5)]
    written = [points[0] + 10, *points[1:4], None]
    document = played(table)
    sure = plausibility_token(plausibility_problems(table, document, written))
    give(table, document, clerk, paper_totals=written, confirmed_token=sure)
    shown = clerk_client.get(HISTORY).context["paper_totals"]
    assert [(t.on_paper, t.points, t.problem is not None) for t in shown] == [
        (wrote, point, index == 0)
        for index, (wrote, point) in enumerate(zip(written, points, strict=True))
    ]


@pytest.mark.parametrize("method", ["blind", "sight"])
def test_what_is_checked_blind_is_hidden_from_who_might_type_it_again(
    clerk_client, bea_client, director_client, table, wanting, clerk, method
):
    wanting("every", method)
    give(table, played(table), clerk)
    clients = {"own": clerk_client, "bea": bea_client, "dora": director_client}
    seen = {name: "sheet" in client.get(HISTORY).context for name, client in clients.items()}
    assert seen == {"own": True, "bea": method == "sight", "dora": method == "sight"}


def test_it_stays_hidden_while_the_form_has_to_be_handed_in_again(
    bea_client, director_client, table, wanting, clerk
):
    wanting("every", "blind")
    give(table, played(table), clerk)
    Version.objects.update(is_waiting=False)  # its players turned out to sit elsewhere
    assert "sheet" not in bea_client.get(HISTORY).context
    assert "sheet" in director_client.get(HISTORY).context


def test_a_hidden_version_is_not_compared_either(bea_client, table, wanting, clerk):
    """What its author replaced himself is all but the same as what has to be typed unseen."""
    wanting("every", "blind")
    first = give(table, played(table), clerk)
    second = give(table, another(table)[0], clerk, expected_version=1)
    for query in ("", "?version=1", "?version=2", "?version=1&with=2"):
        page = bea_client.get(f"{HISTORY}{query}").context
        assert page["hidden"] == {first.pk, second.pk}
        assert "sheet" not in page
        assert "differing" not in page


# Bringing back


def test_an_older_version_is_brought_back_with_a_reason(director_client, corrected, table):
    for _click in range(2):
        answer = director_client.post(RESTORE, RESTORED)
        assert (answer.url, last_level(answer)) == (HISTORY, "success")
    counted = Version.objects.get(is_counted=True)
    assert (counted.number, counted.content, counted.reason) == (3, played(table), "Was toch goed")
    assert list(Result.objects.order_by("seat__number").values_list("points", flat=True)) == [
        s.points for s in table.round.rules.score(played(table), 5)
    ]


def test_a_clerk_brings_nothing_back(clerk_client, corrected):
    assert "restore" not in clerk_client.get(HISTORY, {"version": "1"}).context
    assert clerk_client.post(RESTORE, RESTORED).status_code == 403
    assert Version.objects.get(is_counted=True).number == 2


def test_what_counts_is_not_brought_back(director_client, corrected):
    assert "restore" not in director_client.get(HISTORY, {"version": "2"}).context


def test_wrong_or_stale_requests_bring_nothing_back(director_client, corrected):
    for field, value in (("reason", ""), ("version", "x"), ("expected_version", "1")):
        answer = director_client.post(RESTORE, RESTORED | {field: value})
        assert (field, value, answer.url, last_level(answer)) == (field, value, HISTORY, "error")
    assert director_client.post(RESTORE, RESTORED | {"version": "9"}).status_code == 404
    assert Version.objects.count() == 2
    assert levels(director_client.get(HISTORY))[0] == "error"  # and it is said on the page


def test_a_form_that_waits_has_nothing_to_bring_back(director_client, table, wanting, clerk):
    wanting("every", "sight")
    give(table, played(table, 2), clerk)
    give(table, played(table), clerk, expected_version=1)
    assert "restore" not in director_client.get(HISTORY, {"version": "1"}).context
    answer = director_client.post(RESTORE, RESTORED)
    assert (last_level(answer), Version.objects.count()) == ("error", 2)


def test_a9_what_may_not_change_after_it_was_noted_asks_for_more(
    director_client, tournament, director
):
    table = Table.objects.get(number=1)
    document = played(table)
    deal = {"bids": document["deals"][3]["bids"], "infraction": {"kind": "revoke", "seats": [2]}}
    stopped = document | {"deals": [*document["deals"][:3], deal, *document["deals"][4:]]}
    give(table, stopped, director)
    give(table, document, director, expected_version=1, reason="Geen overtreding")
    page = director_client.get(HISTORY, {"version": "1"})
    assert [(p.code, p.place.deal) for p in page.context["late"]] == [("REVOKE_AFTER_NOTED", 4)]
    assert last_level(director_client.post(RESTORE, RESTORED)) == "error"
    assert Version.objects.count() == 2
    director_client.post(RESTORE, RESTORED | {"typing_error": "on"})
    assert list(Version.objects.values_list("number", "is_counted", "typing_error")) == [
        (1, False, False),
        (2, False, False),
        (3, True, True),
    ]


def test_history_takes_a_few_queries(
    clerk_client, director_client, corrected, table, director, django_assert_num_queries
):
    asked = {"version": "2", "with": "1"}
    with django_assert_num_queries(12):
        director_client.get(HISTORY, asked | {"version": "1", "with": "2"})
    give(table, played(table, 3), director, expected_version=2, reason="Nog eens")
    with django_assert_num_queries(12):
        clerk_client.get(HISTORY, asked)
