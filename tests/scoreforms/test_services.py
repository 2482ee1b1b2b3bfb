"""Handing in forms: versions that count, corrections, results, and second typings."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.problems import Invalid
from tests.played import played
from tests.scoreforms.submissions import NOW, TOTALS, check_state, submit
from wk.core.refusals import ActionRefused
from wk.players.services import withdraw
from wk.scoreforms.counting import import_forms
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.models import Check, Draft, Result, ScoreForm, Version
from wk.scoreforms.review.queries import open_checks, review_queue, unchecked
from wk.scoreforms.review.services import adjudicate
from wk.scoreforms.services import Mismatch, Submission, hand_in

LATER = NOW + dt.timedelta(minutes=3)


def with_forbidden_bids(document):
    """Return the form with a first deal whose bids add up to its 10 cards."""
    deal = {"bids": [2, 2, 2, 2, 2], "tricks": [2, 2, 2, 2, 2]}
    return document | {"deals": [deal, *document["deals"][1:]]}


def stored_results():
    return list(
        Result.objects.order_by("seat__table__number", "seat__number").values_list(
            "seat__entry__number", "points", "place", "half_points"
        )
    )


def test_a_form_that_is_handed_in_counts(table, clerk):
    document = played(table)
    version = hand_in(table=table, submission=Submission(document, clerk, NOW))
    assert (version.number, version.is_counted, version.content) == (1, True, document)
    score = table.round.tournament.rules.score(document, 5)
    assert stored_results() == [
        (number, s.points, s.place, s.match_points * 2) for number, s in enumerate(score, 1)
    ]


def test_results_are_the_same_when_computed_again(table, clerk):
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    before = stored_results()
    content = Version.objects.get().content
    Result.objects.all().delete()
    ScoreForm.objects.all().delete()
    import_forms(forms=[(table, content)], now=NOW)
    assert stored_results() == before


@pytest.mark.usefixtures("whole_game")
def test_an_incomplete_form_is_refused_and_changes_nothing(table, clerk):
    document = played(table)
    document["deals"].pop()
    with pytest.raises(Invalid) as refused:
        hand_in(table=table, submission=Submission(document, clerk, NOW))
    assert [(p.code, str(p.place)) for p in refused.value.problems] == [("DEAL_MISSING", "deal 19")]
    assert (Version.objects.count(), Result.objects.count()) == (0, 0)


def test_handing_in_deletes_only_the_draft_of_its_author(table, clerk, bea):
    for author in (clerk, bea):
        save_draft(table=table, document={"first_dealer": 2}, author=author, now=NOW)
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    assert list(Draft.objects.values_list("author__username", flat=True)) == ["bea"]


def test_handing_in_the_same_form_twice_stores_it_once(table, clerk):
    first = hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    again = hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    assert (first, Version.objects.count()) == (again, 1)


def test_a_different_second_typing_is_stored_beside_the_counted_one(table, clerk, director):
    first = hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    before = stored_results()
    second = hand_in(
        table=table, submission=Submission(played(table, 2), director, NOW), reason="anders"
    )
    assert (second.source, second.is_counted, second.is_waiting) == ("second", False, False)
    assert second.content == played(table, 2)
    assert list(Check.objects.values_list("version", "typed", "author", "agrees")) == [
        (first.pk, second.pk, director.pk, False)
    ]
    assert stored_results() == before


def test_a9_a_correction_needs_a_director_and_a_reason_and_keeps_the_old_version(
    table, clerk, director
):
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    changed = {"table": table, "expected_version": 1}
    by_clerk, by_director = (Submission(played(table, 2), who, NOW) for who in (clerk, director))
    with pytest.raises(ActionRefused):
        hand_in(submission=by_clerk, reason="tikfout", **changed)
    with pytest.raises(ActionRefused):
        hand_in(submission=by_director, reason="  ", **changed)
    version = hand_in(submission=by_director, reason="tikfout", **changed)
    assert list(Version.objects.values_list("number", "is_counted", "author", "reason")) == [
        (1, False, clerk.pk, ""),
        (2, True, director.pk, "tikfout"),
    ]
    assert set(Result.objects.values_list("version", flat=True)) == {version.pk}
    assert [row[1] for row in stored_results()] == [
        s.points for s in table.round.tournament.rules.score(played(table, 2), 5)
    ]


@pytest.mark.usefixtures("whole_game")
def test_a9_a_noted_deal_becomes_a_revoke_only_as_a_typing_error(table, director):
    document = played(table)
    hand_in(table=table, submission=Submission(document, director, NOW))
    stopped = {"bids": document["deals"][3]["bids"], "infraction": {"kind": "revoke", "seats": [2]}}
    late = document | {"deals": [*document["deals"][:3], stopped, *document["deals"][4:]]}
    changed = {"table": table, "submission": Submission(late, director, NOW), "reason": "x"}
    with pytest.raises(Mismatch) as refused:
        hand_in(expected_version=1, **changed)
    assert [(p.code, p.place.deal) for p in refused.value.problems] == [("REVOKE_AFTER_NOTED", 4)]
    assert hand_in(expected_version=1, typing_error=True, **changed).number == 2


@pytest.mark.usefixtures("whole_game")
def test_a10_only_the_director_lets_a_forbidden_total_stand(table, clerk, director):
    document = with_forbidden_bids(played(table))
    with pytest.raises(Invalid) as refused:
        hand_in(table=table, submission=Submission(document, director, NOW))
    assert [p.code for p in refused.value.problems] == ["BID_SUM_EQUALS_CARDS"]
    document["deals"][0]["ruling"] = "Gespeeld, laat staan."
    with pytest.raises(ActionRefused):
        hand_in(table=table, submission=Submission(document, clerk, NOW))
    with pytest.raises(ActionRefused):
        save_draft(table=table, document=document, author=clerk, now=NOW)
    save_draft(table=table, document=document, author=director, now=NOW)
    version = hand_in(table=table, submission=Submission(document, clerk, NOW))
    assert version.content["deals"][0]["ruling"] == "Gespeeld, laat staan."


def test_a17_the_result_counts_for_the_seated_player(table, clerk):
    withdraw(entry=table.seats.get(number=2).entry)
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    assert [number for number, *_ in stored_results()] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("players", "codes"),
    [
        ([1, 2, 3, 4, 5], []),
        ([2, 1, 3, 4, 5], ["PLAYERS_NOT_AS_SEATED"]),
        ([1, 2, 3, 4], ["PLAYERS_NOT_AS_SEATED"]),
        ([1, 1, 3, 4, 5], ["PLAYER_TWICE"]),
        ([1, 2, 3, 4, 99], ["UNKNOWN_PLAYER"]),
    ],
)
def test_the_players_of_the_form_must_be_those_seated_at_the_table(table, clerk, players, codes):
    found = []
    try:
        hand_in(table=table, submission=Submission(played(table), clerk, NOW), players=players)
    except Mismatch as mismatch:
        found = [p.code for p in mismatch.problems]
    assert found == codes
    assert Version.objects.count() == (0 if codes else 1)


def test_totals_count_and_their_results_are_marked(table, clerk):
    totals = {"totals": [88, 120, 64, -6, 102]}
    hand_in(table=table, submission=Submission(totals, clerk, NOW))
    assert stored_results() == [
        (1, 88, 3, 6),
        (2, 120, 1, 10),
        (3, 64, 4, 4),
        (4, -6, 5, 2),
        (5, 102, 2, 8),
    ]
    assert list(Result.objects.values_list("totals_only", flat=True)) == [True] * 5


def test_a_round_that_has_not_started_takes_no_forms(table, clerk):
    table.round.state = "fixed"
    table.round.save()
    with pytest.raises(ActionRefused):
        hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    with pytest.raises(ActionRefused):
        save_draft(table=table, document=played(table), author=clerk, now=NOW)
    with pytest.raises(ActionRefused):
        mark_present(table=table, user=clerk, now=NOW)
    assert ScoreForm.objects.count() == 0


def test_the_database_refuses_a_second_version_that_counts(table, clerk):
    version = hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.create(
            form=version.form, number=2, content={}, saved_at=timezone.now(), is_counted=True
        )


# Second typings


def stored_checks():
    return list(Check.objects.values_list("version__number", "author__username", "agrees"))


def test_an_equal_second_typing_is_a_check(table, clerk, bea, set_review):
    set_review("every", "blind")
    version = submit(table, played(table), clerk)
    assert submit(table, played(table), bea) == version
    assert (check_state(version), stored_checks()) == ((True, False, "every"), [(1, "bea", True)])
    assert Check.objects.get().typed == version  # not by sight
    assert submit(table, played(table), bea) == version  # a double click
    assert stored_checks() == [(1, "bea", True)]


def test_a_different_second_typing_opens_a_difference(table, clerk, bea, set_review):
    set_review("every", "blind")
    version = submit(table, played(table), clerk)
    second = submit(table, played(table, 2), bea)
    assert (second.number, second.source, check_state(second)) == (2, "second", (False, False, ""))
    assert (stored_checks(), Result.objects.count()) == ([(1, "bea", False)], 0)
    assert list(review_queue(table.round.tournament)) == [version]


def test_the_same_difference_typed_twice_is_stored_once(table, clerk, bea, set_review):
    set_review("every", "blind")
    submit(table, played(table), clerk)
    for _click in range(2):
        submit(table, played(table, 2), bea)
    assert (Version.objects.count(), stored_checks()) == (2, [(1, "bea", False)])


def test_a_third_typing_equal_to_the_first_closes_the_difference(
    table, clerk, bea, director, set_review
):
    set_review("every", "blind")
    version = submit(table, played(table), clerk)
    submit(table, played(table, 2), bea)
    assert submit(table, played(table), director) == version
    assert check_state(version) == (True, False, "every")
    assert list(open_checks()) == []


def test_totals_are_checked_by_a_second_typing_of_another_clerk(table, clerk, bea):
    version = submit(table, TOTALS, clerk)
    assert submit(table, TOTALS, clerk) == version
    assert list(unchecked()) == [version]
    for _click in range(2):
        assert submit(table, TOTALS, bea) == version
    assert (list(unchecked()), stored_checks()) == ([], [(1, "bea", True)])


def test_different_totals_open_a_difference(table, clerk, bea):
    version = submit(table, TOTALS, clerk)
    submit(table, {"totals": [88, 120, 64, -6, 112]}, bea)
    assert check_state(version) == (True, False, "totals")
    assert stored_checks() == [(1, "bea", False)]


def test_deals_with_the_same_totals_replace_and_check_the_totals(table, clerk, bea):
    document = played(table)
    totals = [s.points for s in table.round.rules.score(document, 5)]
    submit(table, {"totals": totals}, clerk)
    whole = submit(table, document, bea)
    assert (whole.number, whole.is_counted, list(unchecked())) == (2, True, [])
    assert set(Result.objects.values_list("totals_only", flat=True)) == {False}


def test_deals_with_different_totals_wait_for_the_director(table, clerk, bea, director):
    version = submit(table, TOTALS, clerk)
    submit(table, played(table), bea)
    check = Check.objects.get()
    with pytest.raises(ActionRefused):
        adjudicate(check=check, document=played(table), author=bea, now=LATER, reason="zo is het")
    assert check_state(version) == (True, False, "totals")
    asked = {"check": check, "document": played(table), "author": director, "now": LATER}
    with pytest.raises(ActionRefused):
        adjudicate(**asked, reason="  ")
    chosen = adjudicate(**asked, reason="De spelletjes kloppen.")
    assert (chosen.source, chosen.reason) == ("choice", "De spelletjes kloppen.")
    assert list(unchecked()) == []
