"""Ways round the second pair of eyes that somebody might think of, and what comes of them."""

import pytest

from tests.played import played
from tests.scoreforms.eyes import another, give
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Check, Result, Version
from wk.scoreforms.queries import round_forms
from wk.scoreforms.review.queries import open_checks, unchecked

FORM = "/t/wk-test/forms/1/1/"


def totals(table, document):
    """The same form, of which only the totals are taken."""
    return {"totals": list(table.round.rules.progress(document, 5).totals)}


def stored():
    """Return which versions count, wait, and have results."""
    rows = Version.objects.order_by("number").values_list("number", "is_counted", "is_waiting")
    return list(rows), set(Result.objects.values_list("version__number", flat=True))


@pytest.mark.parametrize("seen", [0, 1])
@pytest.mark.parametrize("method", ["sight", "blind"])
def test_totals_and_deals_by_one_hand_count_and_are_still_to_be_checked(
    table, clerk, wanting, method, seen
):
    """Whether he typed the deals after his totals or in another window, where he saw nothing."""
    wanting("every", method)
    give(table, totals(table, played(table)), clerk)
    whole = give(table, played(table), clerk, expected_version=seen)
    assert stored() == ([(1, False, False), (2, True, False)], {2})
    assert list(unchecked()) == [whole]
    assert round_forms(table.round)[0].is_unchecked


def test_deals_of_somebody_else_check_the_totals(table, clerk, director, wanting):
    wanting("every", "sight")
    give(table, totals(table, played(table)), clerk)
    give(table, played(table), director, expected_version=1)
    assert stored() == ([(1, False, False), (2, True, False)], {2})
    assert list(unchecked()) == []


def test_the_first_clerk_does_not_end_a_difference_with_his_own_deals(table, clerk, bea):
    give(table, totals(table, played(table)), clerk)
    give(table, totals(table, another(table)[0]), bea)
    with pytest.raises(ActionRefused):
        give(table, played(table), clerk, expected_version=1)
    assert open_checks().count() == 1
    assert stored() == ([(1, True, False), (2, False, False)], {1})


def test_what_counts_unchecked_is_looked_at_by_somebody_else(
    table, clerk, clerk_client, bea_client, wanting
):
    wanting("every", "sight")
    give(table, totals(table, played(table)), clerk)
    give(table, played(table), clerk)
    assert bea_client.get(FORM).url == f"{FORM}second/"
    clerk_client.post(f"{FORM}second/", {"version": 2})
    assert unchecked().count() == 1
    bea_client.post(f"{FORM}second/", {"version": 2})
    assert unchecked().count() == 0
    assert stored() == ([(1, False, False), (2, True, False)], {2})


def test_what_counts_unchecked_is_typed_again_blind(
    table, clerk, bea, clerk_client, bea_client, wanting
):
    wanting("every", "blind")
    give(table, totals(table, played(table)), clerk)
    give(table, played(table), clerk)
    page = bea_client.get(FORM).context
    assert (page["context"].is_blind, page["totals_only"]) == (True, False)
    assert not any(row.is_written for row in page["sheet"].rows)
    assert clerk_client.get(FORM).status_code == 302  # he has nothing to type any more
    give(table, played(table), bea)
    assert list(Check.objects.values_list("author__username", "agrees")) == [("bea", True)]
    assert list(unchecked()) == []


def test_the_director_types_totals_again_without_seeing_them_too(
    table, clerk, director, director_client
):
    document = totals(table, played(table))
    give(table, document, clerk)
    page = director_client.get(FORM).context
    assert [cell.value for cell in page["sheet"].total_cells] == [""] * 5
    give(table, document, director, expected_version=1)
    assert list(Check.objects.values_list("author__username", "agrees")) == [("dora", True)]


def test_totals_that_the_director_corrected_are_still_to_be_checked(
    table, clerk, director, bea, client
):
    give(table, totals(table, played(table)), clerk)
    corrected = totals(table, another(table)[0])
    asked = {"expected_version": 1, "reason": "Verkeerd overgenomen"}
    version = give(table, corrected, director, **asked)
    assert list(unchecked()) == [version]
    page = client.get("/t/wk-test/rounds/1/tables/1/").context
    assert page["correction"].version == version
    give(table, corrected, bea)
    assert list(unchecked()) == []
