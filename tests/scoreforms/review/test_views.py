"""Pages of the review: the queue, review by sight, and letting a form count."""

import pytest
from django.urls import reverse

from tests.markup import last_message_level, without_space_beside_blocks
from tests.played import played
from tests.scoreforms.submissions import message_levels, submit, totals_document
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table

FORM = "/t/wk-test/forms/1/1/"
REVIEW, ADJUDICATE, LET_COUNT = f"{FORM}second/", f"{FORM}settle/", f"{FORM}count/"
PILE = "/t/wk-test/forms/pile/"


def test_review_pages_need_officials_and_letting_count_a_director(
    client, clerk_client, director_client, waiting_version
):
    for path in (PILE, REVIEW, ADJUDICATE):
        assert client.get(path).url == f"{reverse('accounts:login')}?next={path}"
    sent = {"version": "1", "reason": "Haast"}
    assert client.post(LET_COUNT, sent).status_code == 302
    assert clerk_client.post(LET_COUNT, sent).status_code == 403
    for path, method in (
        (PILE, "post"),
        (REVIEW, "put"),
        (ADJUDICATE, "delete"),
        (LET_COUNT, "get"),
    ):
        assert getattr(director_client, method)(path).status_code == 405


# The review queue


def test_the_review_queue_is_empty_at_first(clerk_client, tournament):
    page = clerk_client.get(PILE)
    assert (page.context["forms"], page.context["first"]) == ([], None)
    assert 'class="empty"' in page.content.decode()


def test_the_review_queue_lists_tables_in_order_with_their_reasons(
    clerk_client, bea, waiting_version
):
    other = Table.objects.get(number=2)
    submit(other, totals_document(other, played(other)), bea)
    page = clerk_client.get(PILE, headers={"Accept-Language": "en"})
    assert [(each.table.number, each.way, each.is_own) for each in page.context["forms"]] == [
        (1, "look", True),
        (2, "type", False),
    ]
    words = page.content.decode()
    assert ("Type table 1 in" in words, "Type table 2 in" in words) == (False, True)
    assert "only totals were taken" in words
    assert "every form is checked" in words
    assert "Yours: somebody else looks." in words


def test_the_review_queue_starts_with_the_newest_version(clerk_client, bea, set_review, table):
    set_review("every", "sight")
    for place in Table.objects.order_by("number"):
        submit(place, played(place), bea)
    page = clerk_client.get(PILE)
    assert [each.table.number for each in page.context["forms"]] == [1, 2]
    assert page.context["first"].table.number == 2


@pytest.mark.parametrize(("method", "href"), [("sight", REVIEW), ("blind", FORM)])
def test_the_review_queue_links_to_sight_or_blind_review(
    bea_client, table, clerk, set_review, method, href
):
    set_review("every", method)
    submit(table, played(table), clerk)
    assert f'class="hero" href="{href}"' in without_space_beside_blocks(
        bea_client.get(PILE).content.decode()
    )


def test_a_difference_links_to_adjudication(clerk_client, open_check):
    assert f'class="hero" href="{ADJUDICATE}"' in without_space_beside_blocks(
        clerk_client.get(PILE).content.decode()
    )
    assert clerk_client.get(REVIEW).url == ADJUDICATE


def test_the_review_queue_takes_the_same_number_of_queries_at_any_length(
    bea_client, clerk, set_review, table, django_assert_num_queries
):
    set_review("every", "sight")
    for height, place in enumerate(Table.objects.order_by("number"), 1):
        submit(place, played(place), clerk)
        with django_assert_num_queries(8):
            assert len(bea_client.get(PILE).context["forms"]) == height


# By sight


def test_review_by_sight_shows_every_cell_of_the_form(
    bea_client, waiting_version, table, django_assert_num_queries
):
    with django_assert_num_queries(14):
        page = bea_client.get(REVIEW)
    cells = [c.value for row in page.context["sheet"].rows for c in row.every_cell]
    written = table.round.rules.to_cells(waiting_version.content)
    assert [value for value in cells if value] == [
        written[f.path]
        for f in table.round.rules.layout(5, waiting_version.content).fields
        if written.get(f.path) and f.path != "first_dealer"
    ]
    assert f'href="{FORM}?copy"' in page.content.decode()


def test_confirming_counts_the_form_and_goes_to_the_next(bea_client, bea, clerk, waiting_version):
    second = Table.objects.get(number=2)
    submit(second, played(second), clerk)
    answer = bea_client.post("/t/wk-test/forms/1/2/second/", {"version": "1"})
    assert answer.url == REVIEW
    answer = bea_client.post(REVIEW, {"version": "1"}, follow=True)
    assert (answer.redirect_chain[0][0], message_levels(answer)) == (PILE, ["success", "success"])
    assert set(Version.objects.values_list("is_counted", flat=True)) == {True}
    bea_client.post(REVIEW, {"version": "1"})  # a double click
    assert list(Check.objects.values_list("author", "agrees")) == [(bea.pk, True)] * 2
    assert Result.objects.count() == 9


def test_the_author_sees_the_form_and_cannot_confirm_it(clerk_client, waiting_version):
    assert "looked-at" not in clerk_client.get(REVIEW).content.decode()
    answer = clerk_client.post(REVIEW, {"version": "1"})
    assert (answer.url, last_message_level(answer)) == (REVIEW, "error")
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


def test_stale_or_invalid_reviews_confirm_nothing(bea_client, table, clerk, waiting_version):
    for version in ("", "x", "0", "\0"):
        answer = bea_client.post(REVIEW, {"version": version})
        assert (version, answer.url, last_message_level(answer)) == (version, REVIEW, "error")
    assert bea_client.post(REVIEW, {"version": "7"}).status_code == 404
    submit(table, played(table, 2), clerk, expected_version=1)
    answer = bea_client.post(REVIEW, {"version": "1"})  # replaced meanwhile
    assert (answer.url, last_message_level(answer)) == (REVIEW, "error")
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


def test_blind_review_shows_the_form_only_to_its_author(
    clerk_client, bea_client, table, clerk, set_review
):
    set_review("every", "blind")
    submit(table, played(table), clerk)
    assert clerk_client.get(REVIEW).context["sheet"].is_right
    assert bea_client.get(REVIEW).url == FORM
    answer = bea_client.post(REVIEW, {"version": "1"})
    assert (answer.url, Result.objects.count()) == (REVIEW, 0)


def test_without_a_version_to_review_pages_redirect_to_the_queue(clerk_client, table):
    assert [clerk_client.get(path).url for path in (REVIEW, ADJUDICATE)] == [PILE, PILE]


def test_the_review_page_links_to_the_newer_and_older_form(bea_client, clerk, waiting_version):
    second = Table.objects.get(number=2)
    submit(second, played(second), clerk)
    first = bea_client.get("/t/wk-test/forms/1/2/second/").context
    last = bea_client.get(REVIEW).context
    assert (first["newer"], first["older"].table.number) == (None, 1)
    assert (last["newer"].table.number, last["older"]) == (2, None)
    assert [(c["position"], c["total"]) for c in (first, last)] == [(1, 2), (2, 2)]


# Letting a form count without review


def test_the_director_lets_a_form_count_with_a_reason(director_client, waiting_version):
    right = {"version": "1", "reason": "Papier weg"}
    for wrong in ({}, right | {"reason": " "}, right | {"version": "x"}):
        answer = director_client.post(LET_COUNT, wrong)
        assert (answer.url, last_message_level(answer)) == (PILE, "error")
    assert director_client.post(LET_COUNT, right | {"version": "7"}).status_code == 404
    assert Result.objects.count() == 0
    answer = director_client.post(LET_COUNT, right)
    assert (answer.url, last_message_level(answer)) == (PILE, "success")
    assert Version.objects.get(is_counted=True).reason == "Papier weg"
