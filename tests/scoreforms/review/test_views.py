"""Pages of the review: the queue, review by sight, letting a form count, and adjudication."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.markup import without_space_beside_blocks
from tests.played import played
from tests.scoreforms.submissions import message_levels, submit, with_two_other_cells
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table

FORM = "/t/wk-test/forms/1/1/"
REVIEW, ADJUDICATE, LET_COUNT = f"{FORM}second/", f"{FORM}settle/", f"{FORM}count/"
PILE = "/t/wk-test/forms/pile/"


@pytest.fixture
def table(short_table):
    """A short form; the pages show forms of any length in the same way."""
    return short_table


def last_message_level(response):
    return [*get_messages(response.wsgi_request)][-1].level_tag


def totals_document(table):
    """Return the practice form of a table as a document of totals only."""
    rules, seats = table.round.rules, table.seats.count()
    return {"totals": list(rules.progress(played(table), seats).totals)}


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
    submit(other, totals_document(other), bea)
    page = clerk_client.get(PILE, headers={"Accept-Language": "en"})
    assert [(each.table.number, each.way, each.is_own) for each in page.context["forms"]] == [
        (1, "look", True),
        (2, "type", False),
    ]
    words = page.content.decode()
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
        with django_assert_num_queries(6):
            assert len(bea_client.get(PILE).context["forms"]) == height


# By sight


def test_review_by_sight_shows_every_cell_of_the_form(
    bea_client, waiting_version, table, django_assert_num_queries
):
    with django_assert_num_queries(11):
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


# Adjudication


def choice_request(table, index="0", **changed):
    """Return the POST data that takes the cells of Kees (0) or Bea (1), with changes."""
    paths = with_two_other_cells(table)[1]
    sent = {f"choice.{path}": index for path in paths} | {f"other.{path}": "" for path in paths}
    return sent | {"action": "settle", "reason": ""} | changed


def test_adjudication_asks_only_about_differing_cells(
    clerk_client, open_check, table, django_assert_num_queries
):
    with django_assert_num_queries(8):
        page = clerk_client.get(ADJUDICATE)
    lines = list(page.context["form"].cell_choices())
    found = [(line.cells[0].field.path, tuple(c.value for c in line.cells)) for line in lines]
    assert found == list(with_two_other_cells(table)[1].items())
    assert {line.chosen for line in lines} == {""}


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
    assert 'type="radio"' not in bea_client.get(ADJUDICATE).content.decode()
    for whole in ("0", "1"):
        answer = bea_client.post(ADJUDICATE, {"whole": whole, "reason": "Ik weet het zeker"})
        assert message_levels(answer) == ["error"]
    assert Version.objects.get(is_counted=True).content == played(table)
    assert Check.objects.get().adjudicated_by is None


def test_the_director_keeps_the_counted_form_without_a_reason(
    director_client, late_difference, director
):
    assert 'type="radio"' in director_client.get(ADJUDICATE).content.decode()
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
    submit(table, totals_document(table), clerk)
    submit(table, played(table, 2), bea)
    form = director_client.get(ADJUDICATE).context["form"]
    assert (form.is_mixed, list(form.cell_choices())) == (True, [])
    answer = director_client.post(ADJUDICATE, {"action": "settle", "reason": "x"})
    assert list(answer.context["form"].errors) == ["__all__"]
    director_client.post(ADJUDICATE, {"whole": "1", "reason": "De spelletjes kloppen"})
    assert Version.objects.get(is_counted=True).content == played(table, 2)
