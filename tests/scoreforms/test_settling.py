"""Settling what two typed differently, and what comes at the same moment."""

import datetime as dt

import pytest

from scoring.problems import Invalid
from tests.played import played
from tests.scoreforms.eyes import NOW, another, give, standing, stopped
from wk.accounts.models import User
from wk.scoreforms.approval import confirm, let_count, settle
from wk.scoreforms.checks import open_checks, pile, unchecked
from wk.scoreforms.drafts import Conflict
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.refusal import Refusal

LATER = NOW + dt.timedelta(minutes=3)


# Settling a difference


@pytest.fixture
def difference(table, clerk, bea, wanting) -> Check:
    """A waiting form that two clerks typed differently."""
    wanting("every", "blind")
    give(table, played(table), clerk)
    give(table, played(table, 2), bea)
    return Check.objects.get()


def test_the_first_is_chosen_and_counts_as_it_stands(table, difference, director):
    chosen = settle(check=difference, document=played(table), author=director, now=LATER)
    assert (chosen.number, chosen.is_counted) == (1, True)
    difference.refresh_from_db()
    assert (difference.settled_by, difference.settled_at) == (director, LATER)
    assert (list(unchecked()), list(open_checks())) == ([], [])


@pytest.mark.parametrize("who", ["bea", "kees", "dora"])
def test_another_choice_is_a_version_of_its_own(table, difference, director, who):
    author = User.objects.get(username=who)
    chosen = settle(
        check=difference, document=another(table)[0], author=author, now=LATER, address="::1"
    )
    assert (chosen.number, chosen.source, chosen.author, chosen.address, chosen.is_counted) == (
        3,
        "choice",
        author,
        "::1",
        True,
    )
    assert list(Result.objects.order_by("seat__number").values_list("points", flat=True)) == [
        s.points for s in table.round.rules.score(another(table)[0], 5)
    ]
    assert list(pile(table.round.tournament)) == []


def test_who_typed_both_does_not_choose_between_them(table, clerk, bea, wanting):
    wanting("every")
    give(table, played(table), clerk)
    give(table, played(table, 2), clerk, expected_version=0)  # as from another window
    asked = {"check": Check.objects.get(), "document": played(table, 2), "now": LATER}
    with pytest.raises(Refusal):
        settle(author=clerk, **asked)
    assert Result.objects.count() == 0
    assert settle(author=bea, **asked).is_counted


def test_settling_twice_is_a_conflict_and_changes_nothing(table, difference, clerk, director):
    settle(check=difference, document=another(table)[0], author=clerk, now=LATER)
    with pytest.raises(Conflict):
        settle(check=difference, document=played(table), author=director, now=LATER)
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_what_is_not_right_is_not_chosen(table, difference, clerk):
    document = played(table)
    document["deals"].pop()
    with pytest.raises(Invalid) as refused:
        settle(check=difference, document=document, author=clerk, now=LATER)
    assert [p.code for p in refused.value.problems] == ["DEAL_MISSING"]
    assert (Version.objects.count(), list(open_checks())) == (2, [difference])


def test_a_clerk_does_not_choose_a_ruling_that_nobody_wrote(table, difference, clerk):
    document = played(table)
    deal = {"bids": [2] * 5, "tricks": [2] * 5, "ruling": "Laat staan."}
    document["deals"][0] = deal
    with pytest.raises(Refusal):
        settle(check=difference, document=document, author=clerk, now=LATER)


def test_an_agreement_is_nothing_to_settle(table, clerk, bea, wanting):
    wanting("every")
    confirm(version=give(table, played(table), clerk), author=bea, now=LATER)
    with pytest.raises(Conflict):
        settle(check=Check.objects.get(), document=played(table, 2), author=clerk, now=LATER)


@pytest.fixture
def late_difference(table, clerk, bea) -> Check:
    """A form that counts, and what somebody else typed who did not know of it."""
    give(table, played(table), clerk)
    give(table, stopped(table), bea)
    return Check.objects.get()


@pytest.mark.parametrize("keeps", [True, False])
def test_about_what_counts_no_clerk_decides(table, late_difference, bea, keeps):
    document = played(table) if keeps else stopped(table)
    with pytest.raises(Refusal):
        settle(check=late_difference, document=document, author=bea, now=LATER, reason="x")
    assert list(open_checks()) == [late_difference]


def test_the_director_keeps_what_counts_without_a_word(table, late_difference, director):
    kept = settle(check=late_difference, document=played(table), author=director, now=LATER)
    assert (kept.number, kept.reason, list(open_checks())) == (1, "", [])


def test_a9_the_director_changes_what_counts_with_a_reason(table, late_difference, director):
    asked = {"check": late_difference, "document": stopped(table), "author": director}
    with pytest.raises(Refusal):
        settle(**asked, now=LATER)
    chosen = settle(**asked, now=LATER, reason="Bea zag het goed.")
    assert (chosen.is_counted, chosen.reason) == (True, "Bea zag het goed.")


def test_the_totals_on_the_paper_come_along(table, clerk, bea, wanting):
    wanting("every", "blind")
    written = [s.points for s in table.round.rules.score(played(table, 2), 5)]
    give(table, played(table), clerk)
    give(table, played(table, 2), bea, written=written)
    chosen = settle(check=Check.objects.get(), document=played(table, 2), author=bea, now=LATER)
    assert chosen.written == written


# Two at once: the second comes with what he saw before the first pressed


def test_confirmed_while_another_types_it_differently(table, clerk, bea, director, wanting):
    wanting("every")
    seen = give(table, played(table), clerk)
    stale = Version.objects.get(pk=seen.pk)
    give(table, played(table, 2), bea)
    with pytest.raises(Conflict):
        confirm(version=stale, author=director, now=LATER)


def test_confirmed_or_let_count_after_it_was_replaced(table, clerk, bea, director, wanting):
    wanting("every")
    stale = give(table, played(table), clerk)
    give(table, played(table, 2), clerk, expected_version=1)
    with pytest.raises(Conflict):
        confirm(version=stale, author=bea, now=LATER)
    with pytest.raises(Conflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_waiting=True).number == 2


def test_let_count_while_another_settles(table, difference, clerk, director):
    stale = Version.objects.get(number=1)
    settle(check=difference, document=another(table)[0], author=clerk, now=LATER)
    with pytest.raises(Conflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_counted=True).number == 3


def test_typed_a_second_time_after_it_was_confirmed(table, clerk, bea, director, wanting):
    wanting("every")
    version = give(table, played(table), clerk)
    confirm(version=version, author=bea, now=LATER)
    late = give(table, played(table, 2), director, expected_version=0)
    assert (standing(version)[0], late.is_counted, len(open_checks())) == (True, False, 1)
