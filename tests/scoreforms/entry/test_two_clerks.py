"""Two officials type one form: the second is told what the first handed in, and nothing is lost."""

import datetime as dt

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    DRAFT,
    FORM,
    HIDDEN_FIELDS,
    LIST,
    PRESENT,
    form_request,
    paper_cells_of,
    totals_request,
    update_tournament,
    version_states,
)
from tests.scoreforms.started_rounds import cards_by_table
from tests.scoreforms.submissions import NOW, TOTALS, submit, with_two_other_cells
from wk.rounds.next_step import progress
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.models import Check, Draft, Presence, Version
from wk.scoreforms.queries import count_forms, form_count
from wk.scoreforms.review.queries import review_queue, undecided

ENGLISH = {"accept-language": "en"}
KEPT_AND_COUNTED = [(1, True, False, "office"), (2, False, False, "second")]


@pytest.fixture
def other_cells(table):
    """The cells of a form with two other values than the practice form, as a page sends them."""
    return HIDDEN_FIELDS | table.round.rules.to_cells(with_two_other_cells(table)[0])


def report(client, data):
    """Return the English answer to a page that reports that it is open, with single spaces."""
    answer = client.post(PRESENT, data, headers=ENGLISH)
    return " ".join(answer.content.decode().split())


def told_cells(answer):
    """Return the cells that differ, by path: as on the page, and as handed in."""
    came = answer.context["news"].handed_in
    return {mine.field.path: (mine.value, theirs.value) for mine, theirs in came.differing}


def messages_of(response):
    return [(each.level_tag, str(each)) for each in get_messages(response.wsgi_request)]


# While he types


def test_an_open_page_is_told_who_handed_in_and_what_differs(clerk, bea_client, table, other_cells):
    assert bea_client.post(PRESENT, other_cells).context["news"].handed_in is None
    submit(table, played(table), clerk)
    changed = {p: (new, old) for p, (old, new) in with_two_other_cells(table)[1].items()}
    answer = bea_client.post(PRESENT, other_cells)
    assert told_cells(answer) == changed
    page = report(bea_client, other_cells)
    at = timezone.localtime(NOW)
    assert page.count(f"kees handed in this form at {at:%H:%M}.") == 1
    for path, (mine, theirs) in changed.items():
        cell = next(
            m for m, _ in answer.context["news"].handed_in.differing if m.field.path == path
        )
        told = f"{cell.accessible_name.en}</a>: you <b> {mine} </b> · kees <b> {theirs} </b>"
        assert page.count(told) == 1


def test_a_page_is_told_again_only_if_something_changed(clerk, bea_client, table, other_cells):
    def token(data):
        return bea_client.post(PRESENT, data).context["news"].token

    before = token(other_cells)
    assert bea_client.post(PRESENT, other_cells | {"told": before}).status_code == 204
    submit(table, played(table), clerk)
    after = token(other_cells | {"told": before})
    assert bea_client.post(PRESENT, other_cells | {"told": after}).status_code == 204
    assert token(form_request(table, told=after)) not in (before, after)  # the cells are mended


def test_cells_that_are_not_typed_yet_do_not_differ(clerk, bea_client, table):
    submit(table, played(table), clerk)
    path = next(iter(with_two_other_cells(table)[1]))
    for cells, differing in (({}, set()), ({path: "4"}, {path})):
        answer = bea_client.post(PRESENT, HIDDEN_FIELDS | cells)
        assert set(told_cells(answer)) == differing
    assert "What you typed so far is the same." in report(bea_client, HIDDEN_FIELDS)
    assert "You typed the same." in report(bea_client, form_request(table))


def test_who_types_blind_is_told_who_handed_in_and_nothing_more(
    clerk, bea_client, table, other_cells
):
    update_tournament(table, second_check="every", check_method="blind")
    submit(table, played(table), clerk)
    came = bea_client.post(PRESENT, other_cells).context["news"].handed_in
    assert (came.version.author, came.is_comparable, came.differing) == (clerk, False, ())
    assert "what differs is shown then" in report(bea_client, other_cells)


@pytest.mark.parametrize("are_hers_totals", [True, False])
def test_deals_and_totals_are_not_compared(clerk, bea_client, table, other_cells, are_hers_totals):
    submit(table, TOTALS if are_hers_totals else played(table), clerk)
    data = other_cells if are_hers_totals else totals_request()
    came = bea_client.post(PRESENT, data).context["news"].handed_in
    assert (came.is_comparable, came.differing) == (False, ())


def test_a_form_of_the_phone_and_one_of_another_window_are_told_too(
    clerk, clerk_client, bea_client, table, other_cells
):
    update_tournament(table, phones="form")
    submit(table, played(table), None)
    assert "The table’s phone handed in this form" in report(bea_client, other_cells)
    Version.objects.update(author=clerk)
    assert "from another window" in report(clerk_client, other_cells)


def test_a_page_of_before_or_with_nonsense_is_told_of_others_only(clerk, bea_client, table):
    submit(table, played(table), clerk)
    for data in ({}, {"expected_version": "x"}, {"expected_version": "99999", "told": "x"}):
        assert bea_client.post(PRESENT, data).context["news"].handed_in is None


def test_a_report_takes_few_queries(
    clerk, bea_client, table, other_cells, django_assert_num_queries
):
    bea_client.post(PRESENT, other_cells)
    # Session, user, table with seats; own report; others; the version and the drafts.
    with django_assert_num_queries(7):
        bea_client.post(PRESENT, other_cells)
    submit(table, played(table), clerk)
    with django_assert_num_queries(8):  # the sizes of the tables as well
        bea_client.post(PRESENT, other_cells)


def test_only_every_second_report_is_written(clerk, table):
    seconds = [dt.timedelta(seconds=each) for each in (0, 5, 10, 15)]
    seen = []
    for later in seconds:
        mark_present(table=table, user=clerk, now=NOW + later)
        seen.append(Presence.objects.get().seen_at - NOW)
    assert seen == [seconds[0], seconds[0], seconds[2], seconds[2]]


# Handing in


def test_an_equal_form_counts_once_and_its_author_is_named(clerk, bea_client, table):
    submit(table, played(table), clerk)
    response = bea_client.post(FORM, form_request(table), headers=ENGLISH)
    at = timezone.localtime(NOW)
    [(level, said)] = messages_of(response)
    assert (level, response.url, version_states()) == ("success", LIST, KEPT_AND_COUNTED[:1])
    assert said.endswith(f" kees handed in the same at {at:%H:%M}.")


def test_a_different_form_is_a_conflict_with_both_typings(
    clerk, bea, bea_client, table, other_cells
):
    first = submit(table, played(table), clerk)
    for _click in range(2):
        response = bea_client.post(FORM, other_cells, headers=ENGLISH)
        assert response.url == f"{FORM}settle/"
    at = timezone.localtime(NOW)
    told = f"Table 1 is kept, beside what kees handed in at {at:%H:%M}: the two differ."
    assert messages_of(response)[-1] == ("warning", told)
    check = Check.objects.get()
    assert (check.version, check.author, check.agrees) == (first, bea, False)
    assert check.typed.content == with_two_other_cells(table)[0]
    page = bea_client.get(response.url).context
    assert [version.author for version in page["versions"]] == [clerk, bea]
    assert [line.cells[0].field.path for line in page["form"].cell_choices()] == [
        *with_two_other_cells(table)[1]
    ]


def test_every_list_has_the_conflict_until_the_director_decides(
    clerk, bea_client, director_client, table, other_cells
):
    submit(table, played(table), clerk)
    tournament, round = table.round.tournament, table.round

    def told():
        forms = round_forms(round)
        return (
            forms[0].state,
            count_forms(round, forms).differing,
            form_count(round).differing,
            sum(each.differs for each in undecided(tournament)),
            review_queue(tournament).count(),
            progress(tournament).step,
        )

    before = told()
    assert before == ("counted", 0, 0, 0, 0, "forms")
    bea_client.post(FORM, other_cells)
    assert told() == ("differs", 1, 1, 1, 1, "differs")
    settled = director_client.post(f"{FORM}settle/", {"whole": "1", "reason": "Zo staat het er."})
    assert settled.url == "/t/wk-test/forms/pile/"
    assert told() == before
    counted = Version.objects.get(is_counted=True)
    assert counted.content == with_two_other_cells(table)[0]


def test_a_page_that_is_shown_again_still_hands_in_a_second_typing(
    clerk, bea_client, table, other_cells
):
    doubtful = other_cells | paper_cells_of(table)
    submit(table, played(table), clerk)
    page = bea_client.post(FORM, doubtful)  # the totals on the paper are those of other deals
    assert (page.context["seen"], page.context["is_seen"]) == (0, False)
    assert len(page.context["news"].handed_in.differing) == 2
    assert 'name="expected_version" value="0"' in page.content.decode()
    sure = doubtful | {"sure": page.context["unsure"].version_token}
    assert bea_client.post(FORM, sure).url == f"{FORM}settle/"
    assert version_states() == KEPT_AND_COUNTED


def test_other_deals_than_totals_of_an_archive_are_a_conflict(clerk, bea_client, table):
    version = submit(table, TOTALS, clerk)
    Version.objects.update(source="archive", author=None, check_wanted="")
    response = bea_client.post(FORM, form_request(table, expected_version="1"))
    assert response.url == f"{FORM}settle/"
    assert Check.objects.get().version == version


# Coming back later


def test_what_was_typed_before_the_form_counted_is_shown_again(
    clerk, bea, clerk_client, bea_client, table, other_cells
):
    assert bea_client.post(DRAFT, other_cells).status_code == 200
    submit(table, played(table), clerk)
    page = bea_client.get(FORM, headers=ENGLISH)
    assert (page.context["seen"], len(page.context["news"].handed_in.differing)) == (0, 2)
    cells = page.context["sheet"].rows[0].sides[0].cells
    assert [cell.value for cell in cells] == [other_cells[cell.field.path] for cell in cells]
    assert "Throw my draft away" in page.content.decode()
    again = other_cells | {"expected_draft": "1"}
    assert bea_client.post(FORM, again).url == f"{FORM}settle/"
    assert (version_states(), Draft.objects.count()) == (KEPT_AND_COUNTED, 0)
    assert clerk_client.get(FORM).status_code == 302  # it is closed to who has typed nothing else


def test_the_list_names_who_typed_a_form_that_is_in_and_leads_him_back(
    clerk, clerk_client, bea_client, table, other_cells
):
    bea_client.post(DRAFT, other_cells)
    submit(table, played(table), clerk)
    card = cards_by_table(bea_client)[1]
    assert (card.count("draft: bea"), card.count(f'href="{FORM}"')) == (1, 1)
    others = cards_by_table(clerk_client)[1]
    read = 'href="/t/wk-test/rounds/1/tables/1/"'
    assert (others.count(f'href="{FORM}"'), others.count(read)) == (0, 1)
    assert round_forms(table.round)[0].also_typed_by == ("bea",)
    bea_client.post(FORM, other_cells | {"action": "drop"})
    card = cards_by_table(bea_client)[1]
    assert (card.count("draft: "), card.count(f'href="{FORM}"')) == (0, 0)


def test_who_throws_his_draft_away_is_told_who_handed_in(clerk, bea_client, table, other_cells):
    bea_client.post(DRAFT, other_cells)
    submit(table, played(table), clerk)
    assert bea_client.post(FORM, other_cells | {"action": "drop"}).url == FORM
    closed = bea_client.get(FORM, headers=ENGLISH)
    at = timezone.localtime(NOW)
    assert closed.url == "/t/wk-test/rounds/1/tables/1/"
    assert messages_of(closed)[-1][1].endswith(f" kees handed it in at {at:%H:%M}.")


def test_a_draft_beside_a_form_that_waits_is_shown_again(clerk, bea_client, table, other_cells):
    update_tournament(table, second_check="every", check_method="sight")
    bea_client.post(DRAFT, other_cells)
    submit(table, played(table), clerk)
    page = bea_client.get(FORM)
    assert (page.status_code, page.context["seen"]) == (200, 0)
    bea_client.post(FORM, other_cells | {"action": "drop"})
    assert bea_client.get(FORM).url == f"{FORM}second/"


def test_a_director_who_typed_before_the_form_counted_corrects_nothing(
    clerk, director_client, table, other_cells
):
    director_client.post(DRAFT, other_cells)
    submit(table, played(table), clerk)
    page = director_client.get(FORM)
    assert not page.context["form"].fields["reason"].required
    assert "Verbeter het formulier" not in page.content.decode()
    assert director_client.post(FORM, other_cells).url == f"{FORM}settle/"
    assert version_states() == KEPT_AND_COUNTED


def test_a_draft_of_before_begins_with_the_present_version(clerk, director, director_client, table):
    submit(table, played(table), clerk)
    save_draft(table=table, document=played(table, 2), author=director, now=NOW)
    page = director_client.get(FORM)
    assert (page.context["seen"], page.context["news"].handed_in) == (1, None)
    assert "Verbeter het formulier" in page.content.decode()
