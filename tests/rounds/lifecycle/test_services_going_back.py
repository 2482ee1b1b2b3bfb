"""A round is reopened, or its start is taken back."""

from functools import partial

import pytest

from tests.rounds.prepared_rounds import (
    NOON,
    count_all_forms,
    count_form_of,
    hand_in_form,
    logged_steps,
    noon_plus,
    set_state,
)
from tests.standings.tournaments import play_round
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players.replacements import substitute
from wk.players.services import withdraw
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import reopening_impact
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Photo, ScoreForm
from wk.tournament import seating
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("in_english")


reopen = partial(lifecycle.reopen, reason="Tafel 2 speelde nog")


@pytest.mark.parametrize("state", ["closed", "final"])
def test_a_round_is_reopened_with_a_reason(round, director, clerk, backups, state):
    set_state(round, state)
    lifecycle.reopen(round=round, author=director, now=NOON, reason=" Tafel 2 speelde nog ")
    assert (Round.objects.get().state, len(backups())) == ("started", 1)
    assert logged_steps() == [("1", state, "started", "dora", "Tafel 2 speelde nog")]
    assert AuditLogEntry.objects.get(kind="state").payload["states"] == {"1": state}
    assert hand_in_form(1, clerk).is_counted


def make_later_rounds(tournament, *states):
    """Make rounds 2, 3 and so on in these states."""
    for number, state in enumerate(states, 2):
        play_round(tournament, number, {1: [1, 2, 3, 4, 5]}, state=state)


@pytest.mark.parametrize("state", ["closed", "final"])
def test_reopening_a_round_takes_later_final_rounds_back_to_closed(
    tournament, round, director, backups, state
):
    set_state(round, state)
    make_later_rounds(tournament, "final", "closed", "final", "started")
    assert [issue.round for issue in reopening_impact(round).issues] == [2, 4]
    lifecycle.reopen(round=round, author=director, now=NOON, reason="Tafel 2 speelde nog")
    states = tournament.rounds.values_list("state", flat=True)
    assert list(states) == ["started", "closed", "closed", "closed", "started"]
    assert logged_steps() == [
        ("2", "final", "closed", "dora", "Tafel 2 speelde nog"),
        ("4", "final", "closed", "dora", "Tafel 2 speelde nog"),
        ("1", state, "started", "dora", "Tafel 2 speelde nog"),
    ]
    assert len(backups()) == 1
    assert reopening_impact(round).issues == ()


@pytest.mark.parametrize(
    ("states", "count", "is_told"),
    [
        (["final", "closed"], 3, True),
        (["final", "started"], 3, False),  # there is none yet
        (["final", "closed"], 4, False),
    ],
)
def test_reopening_warns_when_there_will_be_no_champion(tournament, round, states, count, is_told):
    Tournament.objects.update(round_count=count)
    set_state(round, "final")
    make_later_rounds(tournament, *states)
    texts = [issue.text for issue in reopening_impact(Round.objects.get(number=1)).issues]
    assert ("Until it is closed again there is no champion" in texts) == is_told


def test_a_later_round_can_be_final_again_after_the_reopened_one(
    tournament, round, director, clerk
):
    count_all_forms(round)
    set_state(round, "final")
    make_later_rounds(tournament, "final")
    second = tournament.rounds.get(number=2)
    lifecycle.reopen(round=round, author=director, now=noon_plus(0), reason="Tafel 2 speelde nog")
    with pytest.raises(ActionRefused, match="Round 1 is not final yet"):
        lifecycle.make_final(
            round=second,
            author=director,
            now=noon_plus(1),
            confirmed_token=readiness_of(second).version_token,
        )
    lifecycle.close(round=round, author=director, now=noon_plus(2))
    lifecycle.make_final(round=round, author=director, now=noon_plus(3))
    second.refresh_from_db()
    seen = readiness_of(second).version_token
    assert (
        lifecycle.make_final(
            round=second, author=director, now=noon_plus(4), confirmed_token=seen
        ).number
        == 2
    )
    assert set(tournament.rounds.values_list("state", flat=True)) == {"final"}


def test_a_round_is_reopened_only_with_the_later_rounds_that_were_accepted(
    tournament, round, director, backups
):
    set_state(round, "final")
    make_later_rounds(tournament, "final", "closed")
    seen = reopening_impact(round).version_token
    for wrong in ("", "0" * 16):
        with pytest.raises(ActionRefused, match="Look once more"):
            reopen(round=round, author=director, now=NOON, confirmed_token=wrong)
    set_state(tournament.rounds.get(number=3), "final")
    with pytest.raises(ActionRefused, match="Look once more"):
        reopen(round=round, author=director, now=NOON, confirmed_token=seen)
    assert (set(tournament.rounds.values_list("state", flat=True)), backups()) == ({"final"}, [])
    seen = reopening_impact(round).version_token
    assert reopen(round=round, author=director, now=NOON, confirmed_token=seen).state == "started"


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_round_is_not_reopened_without_a_reason(round, director, reason):
    set_state(round, "closed")
    with pytest.raises(ActionRefused, match="needs a reason"):
        lifecycle.reopen(round=round, author=director, now=NOON, reason=reason)
    assert (Round.objects.get().state, logged_steps()) == ("closed", [])


def test_a_clerk_cannot_reopen_a_round(round, clerk):
    set_state(round, "final")
    with pytest.raises(ActionRefused, match="Only the director"):
        lifecycle.reopen(round=round, author=clerk, now=NOON, reason="Toch nog een formulier")
    assert Round.objects.get().state == "final"


def test_taking_a_start_back_clears_the_clock(tournament, round, director):
    set_state(round, "confirmed")
    tournament.round_minutes = 75
    tournament.save()
    lifecycle.start(round=round, author=director, now=NOON)
    round.tables.update(extra_minutes=5)
    taken = lifecycle.unstart(round=round, author=director, now=noon_plus(1))
    assert (taken.state, taken.started_at, taken.minutes, taken.paused_at) == (
        "confirmed",
        None,
        None,
        None,
    )
    assert set(round.tables.values_list("extra_minutes", flat=True)) == {0}
    assert logged_steps()[-1] == ("1", "started", "confirmed", "dora", "")
    assert AuditLogEntry.objects.latest("pk").payload["states"] == {"1": "started"}


def save_a_draft(round, director):
    save_draft(table=round.tables.first(), document={}, author=director, now=NOON)


def let_a_substitute_play(round, director):
    seat = round.seats.first()
    substitute(seat=seat, name="Piet", from_deal=3, author=director, now=NOON)


def add_a_photo(round, director):
    count_a_form = ScoreForm.objects.create(table=round.tables.first())
    Photo.objects.create(
        form=count_a_form, picture=b"", width=1, height=1, author=director, taken_at=NOON
    )


def count_a_form(round, director):
    count_form_of(round.tables.first(), director)


def start_the_next_round(round, director):
    seats = list(round.tournament.entries.all())
    seating.seat_round(
        tournament=round.tournament, number=2, tables={1: seats[:4]}, state="started"
    )


def withdraw_a_player(round, director):
    withdraw(entry=round.seats.first().entry, author=director, now=NOON)


def correct_seats(round, director):
    first, second = (table.seats.first().entry for table in round.tables.all())
    correct_swap(
        round=round, first=first, second=second, how=CorrectionKind.OWN, author=director, now=NOON
    )


WRITTEN = [
    save_a_draft,
    let_a_substitute_play,
    add_a_photo,
    count_a_form,
    start_the_next_round,
    withdraw_a_player,
    correct_seats,
]


@pytest.mark.parametrize("what", WRITTEN)
def test_a_start_cannot_be_taken_back_after_something_happened_in_the_round(round, director, what):
    what(round, director)
    with pytest.raises(ActionRefused, match="The start of round 1 stands: something has happened"):
        lifecycle.unstart(round=round, author=director, now=NOON)
    assert (Round.objects.get(number=1).state, logged_steps()) == ("started", [])


def test_a_start_cannot_be_taken_back_after_the_round_was_closed(round, director):
    set_state(round, "confirmed")
    lifecycle.start(round=round, author=director, now=NOON)
    lifecycle.close(
        round=round,
        author=director,
        now=noon_plus(1),
        confirmed_token=readiness_of(set_state(round, "started")).version_token,
    )
    lifecycle.reopen(round=round, author=director, now=noon_plus(2), reason="Toch nog")
    with pytest.raises(ActionRefused, match="The start of round 1 stands"):
        lifecycle.unstart(round=round, author=director, now=noon_plus(3))
