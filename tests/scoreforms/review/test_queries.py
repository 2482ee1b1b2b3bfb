"""Which versions need a review, and when a version counts as checked."""

import pytest

from tests.played import played
from tests.scoreforms.submissions import (
    TOTALS,
    check_state,
    submit,
    totals_document,
    with_stopped_deal,
    with_two_other_cells,
)
from wk.core.refusals import ActionRefused
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.models import Check, Result, Version
from wk.scoreforms.review.queries import open_checks, unchecked
from wk.tournament.models import Round, Table
from wk.tournament.seating import seat_round

FORM = "/t/wk-test/forms/1/1/"


def stored_versions():
    """Return which versions count and wait, and the numbers of those with results."""
    rows = Version.objects.order_by("number").values_list("number", "is_counted", "is_waiting")
    return list(rows), set(Result.objects.values_list("version__number", flat=True))


@pytest.mark.parametrize("seen", [0, 1])
@pytest.mark.parametrize("method", ["sight", "blind"])
def test_deals_by_the_author_of_the_totals_stay_unchecked(table, clerk, set_review, method, seen):
    """The clerk typed the deals after his totals, or in a window opened before them."""
    set_review("every", method)
    submit(table, totals_document(table, played(table)), clerk)
    whole = submit(table, played(table), clerk, expected_version=seen)
    assert stored_versions() == ([(1, False, False), (2, True, False)], {2})
    assert list(unchecked()) == [whole]
    assert round_forms(table.round)[0].is_unchecked


def test_deals_by_another_official_check_the_totals(table, clerk, director, set_review):
    set_review("every", "sight")
    submit(table, totals_document(table, played(table)), clerk)
    submit(table, played(table), director, expected_version=1)
    assert stored_versions() == ([(1, False, False), (2, True, False)], {2})
    assert list(unchecked()) == []


def test_the_first_author_cannot_close_a_difference_with_his_own_deals(table, clerk, bea):
    submit(table, totals_document(table, played(table)), clerk)
    submit(table, totals_document(table, with_two_other_cells(table)[0]), bea)
    with pytest.raises(ActionRefused):
        submit(table, played(table), clerk, expected_version=1)
    assert open_checks().count() == 1
    assert stored_versions() == ([(1, True, False), (2, False, False)], {1})


def test_an_unchecked_version_is_reviewed_by_another_clerk(
    table, clerk, clerk_client, bea_client, set_review
):
    set_review("every", "sight")
    submit(table, totals_document(table, played(table)), clerk)
    submit(table, played(table), clerk)
    assert bea_client.get(FORM).url == f"{FORM}second/"
    clerk_client.post(f"{FORM}second/", {"version": 2})
    assert unchecked().count() == 1
    bea_client.post(f"{FORM}second/", {"version": 2})
    assert unchecked().count() == 0
    assert stored_versions() == ([(1, False, False), (2, True, False)], {2})


def test_an_unchecked_version_is_typed_again_blind(
    table, clerk, bea, clerk_client, bea_client, set_review
):
    set_review("every", "blind")
    submit(table, totals_document(table, played(table)), clerk)
    submit(table, played(table), clerk)
    page = bea_client.get(FORM).context
    assert (page["context"].is_blind, page["totals_only"]) == (True, False)
    assert not any(row.is_written for row in page["sheet"].rows)
    assert clerk_client.get(FORM).status_code == 302  # he has nothing to type any more
    submit(table, played(table), bea)
    assert list(Check.objects.values_list("author__username", "agrees")) == [("bea", True)]
    assert list(unchecked()) == []


def test_the_director_checks_totals_without_seeing_them(table, clerk, director, director_client):
    document = totals_document(table, played(table))
    submit(table, document, clerk)
    page = director_client.get(FORM).context
    assert [cell.value for cell in page["sheet"].total_cells] == [""] * 5
    submit(table, document, director, expected_version=1)
    assert list(Check.objects.values_list("author__username", "agrees")) == [("dora", True)]


def test_totals_corrected_by_the_director_stay_unchecked(table, clerk, director, bea, client):
    submit(table, totals_document(table, played(table)), clerk)
    corrected = totals_document(table, with_two_other_cells(table)[0])
    asked = {"expected_version": 1, "reason": "Verkeerd overgenomen"}
    version = submit(table, corrected, director, **asked)
    assert list(unchecked()) == [version]
    page = client.get("/t/wk-test/rounds/1/tables/1/").context
    assert page["correction"].version == version
    submit(table, corrected, bea)
    assert list(unchecked()) == []


NOT_DRAWN, DRAWN = 1.0, 0.0  # lots that spare a form, and that choose it


@pytest.mark.usefixtures("whole_game")
@pytest.mark.parametrize(
    ("second_check", "make", "lot", "why"),
    [
        ("none", played, DRAWN, ""),
        ("none", with_stopped_deal, DRAWN, ""),
        ("important", played, NOT_DRAWN, ""),
        ("important", played, DRAWN, "lot"),
        ("important", played, 0.0999, "lot"),
        ("important", played, 0.1, ""),
        ("important", with_stopped_deal, NOT_DRAWN, "incident"),
        ("every", played, NOT_DRAWN, "every"),
        ("every", with_stopped_deal, DRAWN, "every"),
    ],
)
def test_the_review_setting_decides_which_versions_wait(
    table, clerk, set_review, second_check, make, lot, why
):
    set_review(second_check)
    version = submit(table, make(table), clerk, lot=lot)
    assert check_state(version) == (not why, bool(why), why)
    assert Result.objects.count() == (0 if why else 5)
    assert list(unchecked()) == ([version] if why else [])


@pytest.mark.parametrize("second_check", ["none", "important", "every"])
def test_totals_count_at_once_and_stay_unchecked(table, clerk, set_review, second_check):
    set_review(second_check)
    version = submit(table, TOTALS, clerk, lot=DRAWN)
    assert check_state(version) == (True, False, "totals")
    assert (list(unchecked()), Result.objects.count()) == ([version], 5)


@pytest.mark.parametrize(
    ("phones", "second_check", "why"),
    [
        ("compare", "none", "phone"),
        ("compare", "every", "phone"),
        ("form", "none", ""),
        ("form", "every", "every"),
    ],
)
def test_the_phone_setting_decides_whether_a_phone_version_waits(
    table, set_review, phones, second_check, why
):
    set_review(second_check, phones=phones)
    assert check_state(submit(table, played(table), None)) == (not why, bool(why), why)


@pytest.mark.usefixtures("whole_game")
@pytest.mark.parametrize(("leader", "why"), [(True, "leaders"), (False, "")])
def test_versions_of_tables_with_a_leader_wait(tournament, table, clerk, set_review, leader, why):
    submit(table, TOTALS, clerk)
    submit(Table.objects.get(number=2), {"totals": [70, 60, 50, 40]}, clerk)
    set_review("important")
    entries = {entry.number: entry for entry in tournament.entries.all()}
    ranked = sorted(
        Result.objects.values_list("seat__entry__number", "half_points", "points"),
        key=lambda row: (-row[1], -row[2]),
    )
    best, rest = [row[0] for row in ranked[:5]], [row[0] for row in ranked[5:]]
    seated = seat_round(
        tournament=tournament,
        number=2,
        tables={
            1: [entries[number] for number in best],
            2: [entries[number] for number in rest],
        },
        state=Round.State.STARTED,
    )
    place = seated.tables.get(number=1 if leader else 2)
    document = played(place)
    assert check_state(submit(place, document, clerk, lot=NOT_DRAWN))[2] == why


def test_typing_again_does_not_escape_the_review_drawn_by_lot(table, clerk, set_review):
    set_review("important")
    submit(table, played(table), clerk, lot=DRAWN)
    again = submit(table, played(table, 2), clerk, lot=NOT_DRAWN, expected_version=1)
    assert check_state(again) == (False, True, "lot")
