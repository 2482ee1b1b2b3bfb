"""Review services: confirming by sight, letting a form count, and adjudicating a difference."""

import datetime as dt

import pytest
from django.db import transaction

from scoring.problems import Invalid
from tests.played import played
from tests.scoreforms.submissions import (
    NOW,
    TOTALS,
    check_state,
    submit,
    with_stopped_deal,
    with_two_other_cells,
)
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.counting import uncount
from wk.scoreforms.drafts import EditConflict
from wk.scoreforms.models import Check, PaperHolder, Photo, Result, Version
from wk.scoreforms.papers.queries import has_paper_of_another
from wk.scoreforms.papers.services import take_paper
from wk.scoreforms.review.queries import open_checks, review_queue, unchecked
from wk.scoreforms.review.services import adjudicate, confirm, let_count

LATER = NOW + dt.timedelta(minutes=3)


def stored_checks():
    return list(Check.objects.values_list("version__number", "author__username", "agrees"))


# Confirming by sight


def test_a_form_counts_once_another_clerk_confirms_it_by_sight(table, clerk, bea, set_review):
    set_review("every")
    version = submit(table, played(table), clerk)
    assert confirm(version=version, author=bea, now=LATER).is_counted
    assert check_state(version) == (True, False, "every")
    assert (stored_checks(), list(unchecked()), Result.objects.count()) == (
        [(1, "bea", True)],
        [],
        5,
    )


def test_the_author_cannot_confirm_his_own_version(table, clerk, director, set_review):
    set_review("every")
    for author in (clerk, director):
        Version.objects.all().delete()
        version = submit(table, played(table), author)
        with pytest.raises(ActionRefused):
            confirm(version=version, author=author, now=LATER)
        assert check_state(version) == (False, True, "every")
    assert (stored_checks(), Result.objects.count()) == ([], 0)


def test_typing_the_same_again_by_its_author_is_no_check(table, clerk, set_review):
    set_review("every")
    version = submit(table, played(table), clerk)
    for expected in (0, 1):
        assert submit(table, played(table), clerk, expected_version=expected) == version
    assert (check_state(version), stored_checks()) == ((False, True, "every"), [])


def test_an_authors_correction_of_a_waiting_version_waits_too(table, clerk, bea, set_review):
    set_review("every")
    first = submit(table, played(table), clerk)
    second = submit(table, played(table, 2), clerk, expected_version=1)
    assert (check_state(first), check_state(second)) == (
        (False, False, "every"),
        (False, True, "every"),
    )
    with pytest.raises(EditConflict):
        confirm(version=first, author=bea, now=LATER)
    assert stored_checks() == []


def test_any_clerk_confirms_a_version_from_a_phone(table, clerk, set_review):
    version = submit(table, played(table), None)
    assert confirm(version=version, author=clerk, now=LATER).is_counted


def test_confirming_twice_stores_one_check(table, clerk, bea, director, set_review):
    set_review("every")
    version = submit(table, played(table), clerk)
    for who in (bea, bea, director):
        assert confirm(version=version, author=who, now=LATER).is_counted
    assert stored_checks() == [(1, "bea", True)]


@pytest.mark.parametrize(("method", "document"), [("blind", "deals"), ("sight", "totals")])
def test_blind_review_and_totals_cannot_be_confirmed_by_sight(
    table, clerk, bea, set_review, method, document
):
    set_review("every", method)
    version = submit(table, TOTALS if document == "totals" else played(table), clerk)
    before = check_state(version)
    with pytest.raises(ActionRefused):
        confirm(version=version, author=bea, now=LATER)
    assert (check_state(version), stored_checks()) == (before, [])


def test_a_version_with_an_open_difference_cannot_be_confirmed(
    table, clerk, bea, director, set_review
):
    set_review("every")
    version = submit(table, played(table), clerk)
    submit(table, played(table, 2), bea)
    with pytest.raises(EditConflict):
        confirm(version=version, author=director, now=LATER)
    assert check_state(version) == (False, True, "every")


# Letting a form count without review


def test_the_director_lets_a_form_count_without_review(table, clerk, director, set_review):
    set_review("every")
    version = submit(table, played(table), clerk)
    for _click in range(2):
        let_count(version=version, author=director, now=LATER, reason="Papier is weg.")
    assert (check_state(version), version.reason) == ((True, False, "every"), "Papier is weg.")
    assert (list(review_queue(table.round.tournament)), Result.objects.count()) == ([], 5)
    assert list(
        Check.objects.values_list("author", "agrees", "adjudicated_by", "adjudicated_at")
    ) == [(director.pk, False, director.pk, LATER)]


@pytest.mark.parametrize(("who", "reason"), [("clerk", "Haast"), ("director", " ")])
def test_letting_a_form_count_needs_a_director_and_a_reason(
    table, clerk, director, set_review, who, reason
):
    set_review("every")
    version = submit(table, played(table), clerk)
    author = clerk if who == "clerk" else director
    with pytest.raises(ActionRefused):
        let_count(version=version, author=author, now=LATER, reason=reason)
    assert check_state(version) == (False, True, "every")


def test_letting_one_of_two_versions_count_closes_the_difference(
    table, clerk, bea, director, set_review
):
    set_review("every")
    version = submit(table, played(table), clerk)
    submit(table, played(table, 2), bea)
    let_count(version=version, author=director, now=LATER, reason="De eerste klopt.")
    assert (check_state(version)[0], list(open_checks())) == (True, [])
    assert set(Check.objects.values_list("adjudicated_by", flat=True)) == {director.pk}


# Adjudicating a difference


@pytest.fixture
def difference(table, clerk, bea, set_review) -> Check:
    """The open check of a waiting form that two clerks typed differently."""
    set_review("every", "blind")
    submit(table, played(table), clerk)
    submit(table, played(table, 2), bea)
    return Check.objects.get()


def test_choosing_the_first_typing_counts_that_version(table, difference, director):
    chosen = adjudicate(check=difference, document=played(table), author=director, now=LATER)
    assert (chosen.number, chosen.is_counted) == (1, True)
    difference.refresh_from_db()
    assert (difference.adjudicated_by, difference.adjudicated_at) == (director, LATER)
    assert (list(unchecked()), list(open_checks())) == ([], [])


@pytest.mark.parametrize("who", ["bea", "kees", "dora"])
def test_another_outcome_is_stored_as_a_new_version(table, difference, director, who):
    author = User.objects.get(username=who)
    chosen = adjudicate(
        check=difference,
        document=with_two_other_cells(table)[0],
        author=author,
        now=LATER,
        address="::1",
    )
    assert (chosen.number, chosen.source, chosen.author, chosen.address, chosen.is_counted) == (
        3,
        "choice",
        author,
        "::1",
        True,
    )
    assert list(Result.objects.order_by("seat__number").values_list("points", flat=True)) == [
        s.points for s in table.round.rules.score(with_two_other_cells(table)[0], 5)
    ]
    assert list(review_queue(table.round.tournament)) == []


def test_the_author_of_both_typings_cannot_adjudicate(table, clerk, bea, set_review):
    set_review("every")
    submit(table, played(table), clerk)
    submit(table, played(table, 2), clerk, expected_version=0)  # as from another window
    asked = {"check": Check.objects.get(), "document": played(table, 2), "now": LATER}
    with pytest.raises(ActionRefused):
        adjudicate(author=clerk, **asked)
    assert Result.objects.count() == 0
    assert adjudicate(author=bea, **asked).is_counted


def test_adjudicating_twice_is_a_conflict(table, difference, clerk, director):
    adjudicate(check=difference, document=with_two_other_cells(table)[0], author=clerk, now=LATER)
    with pytest.raises(EditConflict):
        adjudicate(check=difference, document=played(table), author=director, now=LATER)
    assert Version.objects.get(is_counted=True).content == with_two_other_cells(table)[0]


def test_an_incomplete_document_cannot_be_chosen(table, difference, clerk):
    document = played(table)
    document["deals"].pop()
    with pytest.raises(Invalid) as refused:
        adjudicate(check=difference, document=document, author=clerk, now=LATER)
    assert [p.code for p in refused.value.problems] == ["DEAL_MISSING"]
    assert (Version.objects.count(), list(open_checks())) == (2, [difference])


@pytest.mark.usefixtures("whole_game")
def test_a_clerk_cannot_add_a_ruling_while_adjudicating(table, difference, clerk):
    document = played(table)
    deal = {"bids": [2] * 5, "tricks": [2] * 5, "ruling": "Laat staan."}
    document["deals"][0] = deal
    with pytest.raises(ActionRefused):
        adjudicate(check=difference, document=document, author=clerk, now=LATER)


def test_an_agreeing_check_cannot_be_adjudicated(table, clerk, bea, set_review):
    set_review("every")
    confirm(version=submit(table, played(table), clerk), author=bea, now=LATER)
    with pytest.raises(EditConflict):
        adjudicate(check=Check.objects.get(), document=played(table, 2), author=clerk, now=LATER)


@pytest.fixture
def late_difference(table, clerk, bea) -> Check:
    """The open check of a counted form that Bea typed differently without knowing."""
    submit(table, played(table), clerk)
    submit(table, with_stopped_deal(table), bea)
    return Check.objects.get()


@pytest.mark.usefixtures("whole_game")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_clerk_cannot_adjudicate_a_counted_version(table, late_difference, bea, keeps):
    document = played(table) if keeps else with_stopped_deal(table)
    with pytest.raises(ActionRefused):
        adjudicate(check=late_difference, document=document, author=bea, now=LATER, reason="x")
    assert list(open_checks()) == [late_difference]


@pytest.mark.usefixtures("whole_game")
def test_the_director_keeps_the_counted_version_without_a_reason(table, late_difference, director):
    kept = adjudicate(check=late_difference, document=played(table), author=director, now=LATER)
    assert (kept.number, kept.reason, list(open_checks())) == (1, "", [])


@pytest.mark.usefixtures("whole_game")
def test_a9_the_director_changes_the_counted_version_with_a_reason(
    table, late_difference, director
):
    asked = {"check": late_difference, "document": with_stopped_deal(table), "author": director}
    with pytest.raises(ActionRefused):
        adjudicate(**asked, now=LATER)
    chosen = adjudicate(**asked, now=LATER, reason="Bea zag het goed.")
    assert (chosen.is_counted, chosen.reason) == (True, "Bea zag het goed.")


def test_the_chosen_version_keeps_its_totals_on_paper(table, clerk, bea, set_review):
    set_review("every", "blind")
    written = [s.points for s in table.round.rules.score(played(table, 2), 5)]
    submit(table, played(table), clerk)
    submit(table, played(table, 2), bea, paper_totals=written)
    chosen = adjudicate(check=Check.objects.get(), document=played(table, 2), author=bea, now=LATER)
    assert chosen.paper_totals == written


# Two officials at once: the second one acts on a page from before the first one acted


def test_confirming_after_a_different_typing_is_a_conflict(table, clerk, bea, director, set_review):
    set_review("every")
    seen = submit(table, played(table), clerk)
    stale = Version.objects.get(pk=seen.pk)
    submit(table, played(table, 2), bea)
    with pytest.raises(EditConflict):
        confirm(version=stale, author=director, now=LATER)


def test_confirming_a_replaced_version_is_a_conflict(table, clerk, bea, director, set_review):
    set_review("every")
    stale = submit(table, played(table), clerk)
    submit(table, played(table, 2), clerk, expected_version=1)
    with pytest.raises(EditConflict):
        confirm(version=stale, author=bea, now=LATER)
    with pytest.raises(EditConflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_waiting=True).number == 2


def test_letting_count_after_adjudication_is_a_conflict(table, difference, clerk, director):
    stale = Version.objects.get(number=1)
    adjudicate(check=difference, document=with_two_other_cells(table)[0], author=clerk, now=LATER)
    with pytest.raises(EditConflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_counted=True).number == 3


def test_a_different_typing_after_confirmation_opens_a_difference(
    table, clerk, bea, director, set_review
):
    set_review("every")
    version = submit(table, played(table), clerk)
    confirm(version=version, author=bea, now=LATER)
    late = submit(table, played(table, 2), director, expected_version=0)
    assert (check_state(version)[0], late.is_counted, len(open_checks())) == (True, False, 1)


def test_a_difference_ends_when_its_version_counts_no_more(difference, director):
    with transaction.atomic():
        uncount(Version.objects.all(), by=director, now=LATER)
    difference.refresh_from_db()
    assert (difference.adjudicated_by, difference.adjudicated_at) == (director, LATER)


def test_who_looks_beside_the_paper_has_it(waiting_version, clerk, bea):
    """Not if there is a photo: that may be what he looked at."""
    table = waiting_version.form.table
    take_paper(table=table, holder=clerk, now=NOW)
    confirm(version=waiting_version, author=bea, now=LATER)
    paper = PaperHolder.objects.get()
    assert (paper.official, paper.taken_at) == (bea, LATER)


def test_who_looks_at_a_form_without_a_known_paper_or_with_a_photo_gets_none(
    waiting_version, clerk, bea
):
    form = waiting_version.form
    assert not has_paper_of_another(waiting_version, bea)
    take_paper(table=form.table, holder=clerk, now=NOW)
    Photo.objects.create(form=form, picture=b"", width=4, height=3, taken_at=NOW)
    confirm(version=waiting_version, author=bea, now=LATER)
    assert PaperHolder.objects.get().official == clerk
