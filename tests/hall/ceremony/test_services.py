"""Results held back from the public, announced place by place, and released."""

import datetime as dt

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.core.refusals import ActionRefused
from wk.hall.ceremony import services as results
from wk.hall.ceremony.queries import ceremony
from wk.hall.models import CEREMONY_CURTAIN, CEREMONY_END, CeremonyStep
from wk.hall.wall.scenes import Scene
from wk.hall.wall.services import hold_wall
from wk.scoreforms.models import Result
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


@pytest.fixture
def go(finished, director):
    """Return a function that announces a place, and returns whether that moved the ceremony."""

    def to(place, seen):
        about = {"tournament": finished, "author": director, "now": NOON}
        return results.announce_place(place=place, seen=seen, **about)

    return to


def announced(tournament):
    """Return the place that the public sees."""
    return ceremony(tournament).announced


def test_the_ceremony_goes_on_and_back_step_by_step(go, finished):
    assert go(8, None) is True
    assert (announced(finished), ceremony(finished).coming) == (CEREMONY_CURTAIN, 8)
    steps = [(8, CEREMONY_CURTAIN), (7, 8), (5, 7), (7, 5), (5, 7), (4, 5), (3, 4), (2, 3), (1, 2)]
    for place, seen in [*steps, (CEREMONY_END, 1), (1, CEREMONY_END), (CEREMONY_END, 1)]:
        assert go(place, seen) is True
        assert announced(finished) == place
    assert go(None, CEREMONY_END) is True
    assert announced(finished) is None
    told = [sentence(each) for each in finished.log_entries.order_by("pk")]
    assert [*told[:3], *told[-2:]] == [
        "The ceremony has begun: all screens say that place 8 comes.",
        "Place 8 is on all screens.",
        "Place 7 is on all screens.",
        "All screens show the winners.",
        "The ceremony is before its beginning again.",
    ]
    assert len(told) == 14


def test_a_place_is_announced_once_however_often_it_is_asked_for(go, finished):
    steps = [(8, None), (8, CEREMONY_CURTAIN), (7, 8)]
    assert [go(*step) for step in steps for _twice in range(2)] == [True, False] * 3
    assert (announced(finished), finished.log_entries.count()) == (7, 3)


def test_the_curtain_hides_every_name_until_the_first_press(go, finished):
    assert go(2, None)
    whole = ceremony(finished)
    assert (whole.present, whole.is_at_end, whole.next_places) == (None, False, (2, None))
    assert go(None, CEREMONY_CURTAIN)
    assert (announced(finished), ceremony(finished).coming) == (None, None)


def test_of_two_directors_the_later_one_is_told_where_the_ceremony_is(go, finished):
    for place, seen in ((8, None), (8, CEREMONY_CURTAIN), (7, 8), (5, 7), (4, 5)):
        go(place, seen)
    for place, seen in (
        (8, CEREMONY_CURTAIN),
        (7, 8),
        (5, 7),
        (8, None),
        (None, 5),
        (CEREMONY_END, 1),
    ):
        with pytest.raises(ActionRefused, match="The ceremony is here meanwhile"):
            go(place, seen)
    assert announced(finished) == 4


def test_no_place_is_skipped(go, finished):
    go(8, None)
    for place in (7, 1, CEREMONY_END, 999):
        with pytest.raises(ActionRefused, match="The ceremony is here meanwhile"):
            go(place, CEREMONY_CURTAIN)
    go(8, CEREMONY_CURTAIN)
    for place in (5, 1, CEREMONY_END, 999):
        with pytest.raises(ActionRefused, match="The ceremony is here meanwhile"):
            go(place, 8)
    assert announced(finished) == 8


def test_a_shared_place_is_one_step_and_the_first_step_has_none_before_it(go, finished):
    assert go(6, None)
    assert ceremony(finished).coming == 5
    assert go(6, CEREMONY_CURTAIN)
    assert announced(finished) == 5
    assert ceremony(finished).next_places == (4, None, None)
    with pytest.raises(ActionRefused):
        go(7, 5)  # from which it did not begin


def test_nothing_is_announced_before_every_place_is_certain(go, finished):
    finished.rounds.update(state=Round.State.STARTED)
    with pytest.raises(ActionRefused, match="Not every place is certain"):
        go(8, None)
    assert not CeremonyStep.objects.exists()


def test_after_a_correction_nothing_counts_as_announced(go, finished):
    """Who is in an announced place since then was not announced."""
    go(8, None)
    finished.rounds.update(state=Round.State.STARTED)
    assert announced(finished) is None
    result = Result.objects.get(seat__entry__number=8)
    result.points += 2
    result.save()
    close_rounds(finished)
    assert announced(finished) is None
    assert go(5, None)
    assert ceremony(finished).coming == 5


def test_held_screens_are_let_go_when_the_ceremony_begins(go, finished, director):
    about = {"tournament": finished, "author": director, "now": NOON, "screen": 2}
    hold_wall(scenes=[Scene.CURTAIN], **about)
    go(8, None)
    assert not finished.wall_holds.exists()
    hold_wall(scenes=[Scene.CURTAIN], **about)
    go(8, CEREMONY_CURTAIN)
    assert finished.wall_holds.count() == 1
