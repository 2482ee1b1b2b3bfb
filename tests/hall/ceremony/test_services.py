"""Results held back from the public, and released."""

import datetime as dt

import pytest

from tests.standings.tournaments import (
    make_tournament,
    play_round,
)
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.hall.ceremony import services as results
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def test_withhold_and_release(played, director):
    round = played.rounds.get()
    for what in (TOP, ALL, ALL):
        results.withhold(round=round, what=what, author=director, now=NOON)
        assert played.rounds.get().withheld == what
    (released,) = results.release(tournament=played, author=director, now=NOON)
    assert (released, played.rounds.get().withheld) == (round, NOTHING)
    noted = AuditLogEntry.objects.order_by("pk").values_list(
        "kind", "round__number", "payload", "author__username", "at"
    )
    facts = [("", "top"), ("top", "all"), ("all", "")]
    assert list(noted) == [
        ("state", 1, {"withheld_from": before, "withheld_to": after}, "dora", NOON)
        for before, after in facts
    ]


def test_all_rounds_are_released_at_once(director):
    made = make_tournament("abcd", rounds=2)
    for number, what in ((1, ALL), (2, TOP)):
        play_round(made, number, {1: [1, 2, 3, 4]})
        made.rounds.filter(number=number).update(withheld=what)
    assert len(results.release(tournament=made, author=director, now=NOON)) == 2
    assert not made.rounds.exclude(withheld=NOTHING).exists()
    with pytest.raises(ActionRefused, match="Nothing is held back"):
        results.release(tournament=made, author=director, now=NOON)
    assert AuditLogEntry.objects.count() == 2


def test_releasing_one_round_keeps_the_others_withheld(director):
    made = make_tournament("abcd", rounds=2)
    for number, what in ((1, ALL), (2, TOP)):
        play_round(made, number, {1: [1, 2, 3, 4]})
        made.rounds.filter(number=number).update(withheld=what)
    (released,) = results.release(tournament=made, number=1, author=director, now=NOON)
    assert released.number == 1
    assert list(made.rounds.values_list("number", "withheld")) == [(1, NOTHING), (2, TOP)]
    with pytest.raises(ActionRefused, match="Nothing of round 1 is held back"):
        results.release(tournament=made, number=1, author=director, now=NOON)
    assert AuditLogEntry.objects.count() == 1


def test_the_top_of_an_earlier_round_cannot_be_withheld(director):
    made = make_tournament("abcd", rounds=2)
    round = play_round(made, 1, {1: [1, 2, 3, 4]})
    with pytest.raises(ActionRefused, match="Only of the last round"):
        results.withhold(round=round, what=TOP, author=director, now=NOON)
    assert (made.rounds.get().withheld, AuditLogEntry.objects.count()) == (NOTHING, 0)


def test_withholding_a_deleted_round_is_refused(played, director):
    round = played.rounds.get()
    played.rounds.all().delete()
    with pytest.raises(ActionRefused, match="changed meanwhile"):
        results.withhold(round=round, what=ALL, author=director, now=NOON)
