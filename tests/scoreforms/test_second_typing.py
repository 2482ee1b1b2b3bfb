"""The second pair of eyes types a form again: it agrees, or there are two that differ."""

import datetime as dt

import pytest

from tests.played import played
from tests.scoreforms.eyes import NOW, TOTALS, give
from wk.scoreforms.approval import settle
from wk.scoreforms.checks import open_checks, pile, unchecked
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.refusal import Refusal

LATER = NOW + dt.timedelta(minutes=3)


def standing(version):
    version.refresh_from_db()
    return (version.is_counted, version.is_waiting, version.check_wanted)


def looks():
    return list(Check.objects.values_list("version__number", "author__username", "agrees"))


# Typing it a second time


def test_who_types_the_same_as_another_has_checked_it(table, clerk, bea, wanting):
    wanting("every", "blind")
    version = give(table, played(table), clerk)
    assert give(table, played(table), bea) == version
    assert (standing(version), looks()) == ((True, False, "every"), [(1, "bea", True)])
    assert Check.objects.get().typed == version  # not by sight
    assert give(table, played(table), bea) == version  # a double click
    assert looks() == [(1, "bea", True)]


def test_who_types_something_else_opens_a_difference(table, clerk, bea, wanting):
    wanting("every", "blind")
    version = give(table, played(table), clerk)
    second = give(table, played(table, 2), bea)
    assert (second.number, second.source, standing(second)) == (2, "second", (False, False, ""))
    assert (looks(), Result.objects.count()) == ([(1, "bea", False)], 0)
    assert list(pile(table.round.tournament)) == [version]


def test_the_same_difference_twice_is_kept_once(table, clerk, bea, wanting):
    wanting("every", "blind")
    give(table, played(table), clerk)
    for _click in range(2):
        give(table, played(table, 2), bea)
    assert (Version.objects.count(), looks()) == (2, [(1, "bea", False)])


def test_a_third_who_types_as_the_first_decides_between_two(table, clerk, bea, director, wanting):
    wanting("every", "blind")
    version = give(table, played(table), clerk)
    give(table, played(table, 2), bea)
    assert give(table, played(table), director) == version
    assert standing(version) == (True, False, "every")
    assert list(open_checks()) == []


def test_totals_typed_again_are_checked(table, clerk, bea):
    version = give(table, TOTALS, clerk)
    assert give(table, TOTALS, clerk) == version
    assert list(unchecked()) == [version]
    for _click in range(2):
        assert give(table, TOTALS, bea) == version
    assert (list(unchecked()), looks()) == ([], [(1, "bea", True)])


def test_other_totals_are_laid_beside_the_first(table, clerk, bea):
    version = give(table, TOTALS, clerk)
    give(table, {"totals": [88, 120, 64, -6, 112]}, bea)
    assert standing(version) == (True, False, "totals")
    assert looks() == [(1, "bea", False)]


def test_deals_with_the_same_totals_complete_them(table, clerk, bea):
    document = played(table)
    totals = [s.points for s in table.round.rules.score(document, 5)]
    give(table, {"totals": totals}, clerk)
    whole = give(table, document, bea)
    assert (whole.number, whole.is_counted, list(unchecked())) == (2, True, [])
    assert set(Result.objects.values_list("totals_only", flat=True)) == {False}


def test_deals_with_other_totals_are_for_the_director_to_decide(table, clerk, bea, director):
    version = give(table, TOTALS, clerk)
    give(table, played(table), bea)
    check = Check.objects.get()
    with pytest.raises(Refusal):
        settle(check=check, document=played(table), author=bea, now=LATER, reason="zo is het")
    assert standing(version) == (True, False, "totals")
    asked = {"check": check, "document": played(table), "author": director, "now": LATER}
    with pytest.raises(Refusal):
        settle(**asked, reason="  ")
    chosen = settle(**asked, reason="De spelletjes kloppen.")
    assert (chosen.source, chosen.reason) == ("choice", "De spelletjes kloppen.")
    assert list(unchecked()) == []
