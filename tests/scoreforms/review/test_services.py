"""The second pair of eyes: which forms want it, whose it may be, what it decides, and how a
difference between two is settled."""

import datetime as dt

import pytest

from scoring.problems import Invalid
from tests.played import played
from tests.scoreforms.eyes import NOW, TOTALS, another, give, standing, stopped
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.drafts import EditConflict
from wk.scoreforms.models import Check, Result, Version
from wk.scoreforms.review.queries import open_checks, review_queue, unchecked
from wk.scoreforms.review.services import adjudicate, confirm, let_count
from wk.tournament.models import Round, Table
from wk.tournament.seating import seat_round

LATER = NOW + dt.timedelta(minutes=3)

SEEN, DRAWN = 1.0, 0.0  # lots that spare a form, and that choose it


def looks():
    return list(Check.objects.values_list("version__number", "author__username", "agrees"))


# Which forms want a second pair of eyes


@pytest.mark.parametrize(
    ("second_check", "make", "lot", "why"),
    [
        ("none", played, DRAWN, ""),
        ("none", stopped, DRAWN, ""),
        ("important", played, SEEN, ""),
        ("important", played, DRAWN, "lot"),
        ("important", played, 0.0999, "lot"),
        ("important", played, 0.1, ""),
        ("important", stopped, SEEN, "incident"),
        ("every", played, SEEN, "every"),
        ("every", stopped, DRAWN, "every"),
    ],
)
def test_what_the_tournament_wants_looked_at_waits(
    table, clerk, wanting, second_check, make, lot, why
):
    wanting(second_check)
    version = give(table, make(table), clerk, lot=lot)
    assert standing(version) == (not why, bool(why), why)
    assert Result.objects.count() == (0 if why else 5)
    assert list(unchecked()) == ([version] if why else [])


@pytest.mark.parametrize("second_check", ["none", "important", "every"])
def test_totals_count_at_once_and_are_looked_at_afterwards(table, clerk, wanting, second_check):
    wanting(second_check)
    version = give(table, TOTALS, clerk, lot=DRAWN)
    assert standing(version) == (True, False, "totals")
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
def test_what_a_table_typed_itself_is_compared_or_taken(table, wanting, phones, second_check, why):
    wanting(second_check, phones=phones)
    assert standing(give(table, played(table), None)) == (not why, bool(why), why)


@pytest.mark.parametrize(("leader", "why"), [(True, "leaders"), (False, "")])
def test_tables_of_the_leaders_matter(tournament, table, clerk, wanting, leader, why):
    give(table, TOTALS, clerk)
    give(Table.objects.get(number=2), {"totals": [70, 60, 50, 40]}, clerk)
    wanting("important")
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
    assert standing(give(place, document, clerk, lot=SEEN))[2] == why


def test_typing_a_form_again_is_no_way_out_of_the_lot(table, clerk, wanting):
    wanting("important")
    give(table, played(table), clerk, lot=DRAWN)
    again = give(table, played(table, 2), clerk, lot=SEEN, expected_version=1)
    assert standing(again) == (False, True, "lot")


# Confirming by sight


def test_a_second_clerk_confirms_by_sight_and_it_counts(table, clerk, bea, wanting):
    wanting("every")
    version = give(table, played(table), clerk)
    assert confirm(version=version, author=bea, now=LATER).is_counted
    assert standing(version) == (True, False, "every")
    assert (looks(), list(unchecked()), Result.objects.count()) == ([(1, "bea", True)], [], 5)


def test_nobody_confirms_what_he_typed_himself(table, clerk, director, wanting):
    wanting("every")
    for author in (clerk, director):
        Version.objects.all().delete()
        version = give(table, played(table), author)
        with pytest.raises(ActionRefused):
            confirm(version=version, author=author, now=LATER)
        assert standing(version) == (False, True, "every")
    assert (looks(), Result.objects.count()) == ([], 0)


def test_typing_it_again_oneself_is_no_check_either(table, clerk, wanting):
    wanting("every")
    version = give(table, played(table), clerk)
    for expected in (0, 1):
        assert give(table, played(table), clerk, expected_version=expected) == version
    assert (standing(version), looks()) == ((False, True, "every"), [])


def test_correcting_ones_own_waiting_form_lets_it_wait_on(table, clerk, bea, wanting):
    wanting("every")
    first = give(table, played(table), clerk)
    second = give(table, played(table, 2), clerk, expected_version=1)
    assert (standing(first), standing(second)) == (
        (False, False, "every"),
        (False, True, "every"),
    )
    with pytest.raises(EditConflict):
        confirm(version=first, author=bea, now=LATER)
    assert looks() == []


def test_any_clerk_confirms_what_a_table_typed(table, clerk, wanting):
    version = give(table, played(table), None)
    assert confirm(version=version, author=clerk, now=LATER).is_counted


def test_confirming_twice_is_noted_once(table, clerk, bea, director, wanting):
    wanting("every")
    version = give(table, played(table), clerk)
    for who in (bea, bea, director):
        assert confirm(version=version, author=who, now=LATER).is_counted
    assert looks() == [(1, "bea", True)]


@pytest.mark.parametrize(("method", "document"), [("blind", "deals"), ("sight", "totals")])
def test_where_looking_is_not_enough_it_has_to_be_typed(
    table, clerk, bea, wanting, method, document
):
    wanting("every", method)
    version = give(table, TOTALS if document == "totals" else played(table), clerk)
    before = standing(version)
    with pytest.raises(ActionRefused):
        confirm(version=version, author=bea, now=LATER)
    assert (standing(version), looks()) == (before, [])


def test_what_two_typed_differently_is_not_confirmed_by_a_third(
    table, clerk, bea, director, wanting
):
    wanting("every")
    version = give(table, played(table), clerk)
    give(table, played(table, 2), bea)
    with pytest.raises(EditConflict):
        confirm(version=version, author=director, now=LATER)
    assert standing(version) == (False, True, "every")


# Letting it count without


def test_the_director_lets_a_form_count_without_a_second_pair_of_eyes(
    table, clerk, director, wanting
):
    wanting("every")
    version = give(table, played(table), clerk)
    for _click in range(2):
        let_count(version=version, author=director, now=LATER, reason="Papier is weg.")
    assert (standing(version), version.reason) == ((True, False, "every"), "Papier is weg.")
    assert (list(review_queue(table.round.tournament)), Result.objects.count()) == ([], 5)
    assert list(
        Check.objects.values_list("author", "agrees", "adjudicated_by", "adjudicated_at")
    ) == [(director.pk, False, director.pk, LATER)]


@pytest.mark.parametrize(("who", "reason"), [("clerk", "Haast"), ("director", " ")])
def test_only_the_director_does_so_and_says_why(table, clerk, director, wanting, who, reason):
    wanting("every")
    version = give(table, played(table), clerk)
    author = clerk if who == "clerk" else director
    with pytest.raises(ActionRefused):
        let_count(version=version, author=author, now=LATER, reason=reason)
    assert standing(version) == (False, True, "every")


def test_letting_the_one_count_of_two_that_differ_ends_the_difference(
    table, clerk, bea, director, wanting
):
    wanting("every")
    version = give(table, played(table), clerk)
    give(table, played(table, 2), bea)
    let_count(version=version, author=director, now=LATER, reason="De eerste klopt.")
    assert (standing(version)[0], list(open_checks())) == (True, [])
    assert set(Check.objects.values_list("adjudicated_by", flat=True)) == {director.pk}


# Settling a difference


@pytest.fixture
def difference(table, clerk, bea, wanting) -> Check:
    """A waiting form that two clerks typed differently."""
    wanting("every", "blind")
    give(table, played(table), clerk)
    give(table, played(table, 2), bea)
    return Check.objects.get()


def test_the_first_is_chosen_and_counts_as_it_stands(table, difference, director):
    chosen = adjudicate(check=difference, document=played(table), author=director, now=LATER)
    assert (chosen.number, chosen.is_counted) == (1, True)
    difference.refresh_from_db()
    assert (difference.adjudicated_by, difference.adjudicated_at) == (director, LATER)
    assert (list(unchecked()), list(open_checks())) == ([], [])


@pytest.mark.parametrize("who", ["bea", "kees", "dora"])
def test_another_choice_is_a_version_of_its_own(table, difference, director, who):
    author = User.objects.get(username=who)
    chosen = adjudicate(
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
    assert list(review_queue(table.round.tournament)) == []


def test_who_typed_both_does_not_choose_between_them(table, clerk, bea, wanting):
    wanting("every")
    give(table, played(table), clerk)
    give(table, played(table, 2), clerk, expected_version=0)  # as from another window
    asked = {"check": Check.objects.get(), "document": played(table, 2), "now": LATER}
    with pytest.raises(ActionRefused):
        adjudicate(author=clerk, **asked)
    assert Result.objects.count() == 0
    assert adjudicate(author=bea, **asked).is_counted


def test_settling_twice_is_a_conflict_and_changes_nothing(table, difference, clerk, director):
    adjudicate(check=difference, document=another(table)[0], author=clerk, now=LATER)
    with pytest.raises(EditConflict):
        adjudicate(check=difference, document=played(table), author=director, now=LATER)
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_what_is_not_right_is_not_chosen(table, difference, clerk):
    document = played(table)
    document["deals"].pop()
    with pytest.raises(Invalid) as refused:
        adjudicate(check=difference, document=document, author=clerk, now=LATER)
    assert [p.code for p in refused.value.problems] == ["DEAL_MISSING"]
    assert (Version.objects.count(), list(open_checks())) == (2, [difference])


def test_a_clerk_does_not_choose_a_ruling_that_nobody_wrote(table, difference, clerk):
    document = played(table)
    deal = {"bids": [2] * 5, "tricks": [2] * 5, "ruling": "Laat staan."}
    document["deals"][0] = deal
    with pytest.raises(ActionRefused):
        adjudicate(check=difference, document=document, author=clerk, now=LATER)


def test_an_agreement_is_nothing_to_settle(table, clerk, bea, wanting):
    wanting("every")
    confirm(version=give(table, played(table), clerk), author=bea, now=LATER)
    with pytest.raises(EditConflict):
        adjudicate(check=Check.objects.get(), document=played(table, 2), author=clerk, now=LATER)


@pytest.fixture
def late_difference(table, clerk, bea) -> Check:
    """A form that counts, and what somebody else typed who did not know of it."""
    give(table, played(table), clerk)
    give(table, stopped(table), bea)
    return Check.objects.get()


@pytest.mark.parametrize("keeps", [True, False])
def test_about_what_counts_no_clerk_decides(table, late_difference, bea, keeps):
    document = played(table) if keeps else stopped(table)
    with pytest.raises(ActionRefused):
        adjudicate(check=late_difference, document=document, author=bea, now=LATER, reason="x")
    assert list(open_checks()) == [late_difference]


def test_the_director_keeps_what_counts_without_a_word(table, late_difference, director):
    kept = adjudicate(check=late_difference, document=played(table), author=director, now=LATER)
    assert (kept.number, kept.reason, list(open_checks())) == (1, "", [])


def test_a9_the_director_changes_what_counts_with_a_reason(table, late_difference, director):
    asked = {"check": late_difference, "document": stopped(table), "author": director}
    with pytest.raises(ActionRefused):
        adjudicate(**asked, now=LATER)
    chosen = adjudicate(**asked, now=LATER, reason="Bea zag het goed.")
    assert (chosen.is_counted, chosen.reason) == (True, "Bea zag het goed.")


def test_the_totals_on_the_paper_come_along(table, clerk, bea, wanting):
    wanting("every", "blind")
    written = [s.points for s in table.round.rules.score(played(table, 2), 5)]
    give(table, played(table), clerk)
    give(table, played(table, 2), bea, paper_totals=written)
    chosen = adjudicate(check=Check.objects.get(), document=played(table, 2), author=bea, now=LATER)
    assert chosen.paper_totals == written


# Two at once: the second comes with what he saw before the first pressed


def test_confirmed_while_another_types_it_differently(table, clerk, bea, director, wanting):
    wanting("every")
    seen = give(table, played(table), clerk)
    stale = Version.objects.get(pk=seen.pk)
    give(table, played(table, 2), bea)
    with pytest.raises(EditConflict):
        confirm(version=stale, author=director, now=LATER)


def test_confirmed_or_let_count_after_it_was_replaced(table, clerk, bea, director, wanting):
    wanting("every")
    stale = give(table, played(table), clerk)
    give(table, played(table, 2), clerk, expected_version=1)
    with pytest.raises(EditConflict):
        confirm(version=stale, author=bea, now=LATER)
    with pytest.raises(EditConflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_waiting=True).number == 2


def test_let_count_while_another_settles(table, difference, clerk, director):
    stale = Version.objects.get(number=1)
    adjudicate(check=difference, document=another(table)[0], author=clerk, now=LATER)
    with pytest.raises(EditConflict):
        let_count(version=stale, author=director, now=LATER, reason="Haast")
    assert Version.objects.get(is_counted=True).number == 3


def test_typed_a_second_time_after_it_was_confirmed(table, clerk, bea, director, wanting):
    wanting("every")
    version = give(table, played(table), clerk)
    confirm(version=version, author=bea, now=LATER)
    late = give(table, played(table, 2), director, expected_version=0)
    assert (standing(version)[0], late.is_counted, len(open_checks())) == (True, False, 1)
