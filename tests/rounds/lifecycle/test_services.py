"""The steps of a round from drawn to final."""

from functools import partial

import pytest

from tests.cases import cases
from tests.rounds.prepared_rounds import (
    NOON,
    count_all_forms,
    count_form_of,
    hand_in_form,
    logged_steps,
    noon_plus,
    set_state,
)
from tests.standings.tournaments import make_tournament, play_round
from wk.archive.reader import read
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.hall.ceremony.services import release, withhold
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.scoreforms.models import ScoreForm
from wk.scoreforms.review.services import let_count
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("in_english")


# Seats that tell the standings


@pytest.mark.parametrize(("chosen", "is_refused"), [("standings", True), ("lot", False)])
def test_a_round_by_standings_that_are_held_back_cannot_be_confirmed(
    director, backups, chosen, is_refused
):
    made = make_tournament([f"P{number}" for number in range(1, 6)], rounds=2)
    Tournament.objects.filter(pk=made.pk).update(last_round=chosen)
    first = play_round(made, 1, {1: [1, 2, 3, 4, 5]})
    count_form_of(first.tables.get())
    withhold(round=first, what=Round.Withheld.ALL, author=director, now=NOON)
    last = play_round(made, 2, {1: [1, 2, 3, 4, 5]}, state=Round.State.DRAWN)
    if is_refused:
        with pytest.raises(ActionRefused, match="make the results of round 1 public first"):
            lifecycle.confirm(round=last, author=director, now=NOON)
        assert (Round.objects.get(number=2).state, backups()) == ("drawn", [])
        release(tournament=made, author=director, now=NOON)
    lifecycle.confirm(round=last, author=director, now=NOON)
    assert Round.objects.get(number=2).state == "confirmed"


# Taking a step


def test_each_step_from_drawn_to_final_writes_a_backup_and_a_log_entry(
    tournament, director, backups
):
    tournament.rounds.all().delete()
    round = draws.draw_round(tournament=tournament, seed=1)
    states, kept = [], []
    for minutes, step in enumerate(
        (lifecycle.confirm, lifecycle.start, lifecycle.close, lifecycle.make_final)
    ):
        token = readiness_of(round).version_token
        confirmed_token = {"confirmed_token": token} if token else {}
        round = step(round=round, author=director, now=noon_plus(minutes), **confirmed_token)
        states.append(Round.objects.get().state)
        kept.append(len(backups()))
    assert states == ["confirmed", "started", "closed", "final"]
    assert kept == [1, 2, 3, 4]
    assert logged_steps() == [
        ("1", "drawn", "confirmed", "dora", ""),
        ("1", "confirmed", "started", "dora", ""),
        ("1", "started", "closed", "dora", ""),
        ("1", "closed", "final", "dora", ""),
    ]
    noted = AuditLogEntry.objects.filter(kind="state").order_by("pk")
    names = noted.values_list("payload__backup", flat=True)
    assert list(names) == [path.name for path in backups()]
    assert list(noted.values_list("at", flat=True)) == [noon_plus(minutes) for minutes in range(4)]


def test_the_backup_of_a_step_has_the_forms_that_were_in(round, director, clerk, backups):
    count_form_of(round.tables.get(number=1), clerk)
    lifecycle.close(
        round=round, author=director, now=NOON, confirmed_token=readiness_of(round).version_token
    )
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [bool(table.form) for table in archived.tables] == [True, False]


def test_going_back_writes_a_backup_of_the_seats(round, director, backups):
    set_state(round, "confirmed")
    assert lifecycle.unconfirm(round=round, author=director, now=NOON).state == "drawn"
    assert logged_steps() == [("1", "confirmed", "drawn", "dora", "")]
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [len(table.seats) for table in archived.tables] == [5, 4]
    facts = AuditLogEntry.objects.get(kind="state").payload
    assert (facts["backup"], facts["states"]) == (path.name, {"1": "confirmed"})


reopen = partial(lifecycle.reopen, reason="Tafel 2 speelde nog")

# Each step, and the states from which it is taken.
STEPS = [
    (lifecycle.confirm, ["drawn"]),
    (lifecycle.unconfirm, ["confirmed"]),
    (lifecycle.start, ["confirmed"]),
    (lifecycle.unstart, ["started"]),
    (lifecycle.close, ["started"]),
    (lifecycle.make_final, ["closed"]),
    (reopen, ["closed", "final"]),
]


@pytest.mark.parametrize(("step", "states"), STEPS)
def test_a_step_is_possible_only_from_its_own_states(round, director, backups, step, states):
    """To take a start back, a round may have no forms. All other steps are tried with all forms
    in."""
    if step != lifecycle.unstart:
        count_all_forms(round)
    for state in Round.State.values:
        if state not in states:
            set_state(round, state)
            with pytest.raises(ActionRefused):
                step(round=round, author=director, now=NOON)
            assert (Round.objects.get().state, logged_steps(), backups()) == (state, [], [])
    for minutes, state in enumerate(states):
        set_state(round, state)
        taken = step(round=round, author=director, now=noon_plus(minutes))
        assert (taken.state == Round.objects.get().state, taken.state != state) == (True, True)


def test_a_step_without_a_backup_is_refused(round, director, settings):
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "backups").write_text("no folder")
    why = "No backup could be written, so nothing has been changed"

    # To take a start back, a round may have no forms: that step comes first.
    @cases("step, states", sorted(STEPS, key=lambda each: each[0] != lifecycle.unstart))
    def is_refused(step, states):
        if step != lifecycle.unstart and not ScoreForm.objects.exists():
            count_all_forms(round)
        for state in states:
            set_state(round, state)
            with pytest.raises(ActionRefused, match=why):
                step(round=round, author=director, now=NOON)
            assert (Round.objects.get().state, AuditLogEntry.objects.count()) == (state, 0)

    is_refused()


@pytest.mark.parametrize(("minutes", "kept"), [(None, None), (75, 75)])
def test_a_start_sets_the_clock(tournament, round, director, minutes, kept):
    tournament.round_minutes = minutes
    tournament.save()
    set_state(round, "confirmed")
    lifecycle.start(round=round, author=director, now=NOON)
    round.refresh_from_db()
    assert (round.state, round.started_at, round.minutes) == ("started", NOON, kept)


def test_a_round_with_issues_is_closed_only_with_exactly_those_accepted(round, director, clerk):
    seen = readiness_of(round).version_token
    with pytest.raises(ActionRefused, match="Look at what is missing first"):
        lifecycle.close(round=round, author=director, now=NOON)
    count_form_of(round.tables.get(number=1), clerk)
    with pytest.raises(ActionRefused, match="changed meanwhile"):
        lifecycle.close(round=round, author=director, now=NOON, confirmed_token=seen)
    assert Round.objects.get().state == "started"
    seen = readiness_of(round).version_token
    assert (
        lifecycle.close(round=round, author=director, now=NOON, confirmed_token=seen).state
        == "closed"
    )


def test_a_complete_round_is_closed_without_confirmation(round, director, clerk):
    count_all_forms(round)
    assert readiness_of(round).version_token == ""
    closed = lifecycle.close(round=round, author=director, now=noon_plus(0))
    assert lifecycle.make_final(round=closed, author=director, now=noon_plus(1)).state == "final"


def test_a_round_with_a_waiting_form_cannot_be_final(tournament, round, director, clerk):
    tournament.second_check = "every"
    tournament.save()
    version = hand_in_form(1, clerk)
    closed = lifecycle.close(
        round=round,
        author=director,
        now=noon_plus(0),
        confirmed_token=readiness_of(round).version_token,
    )
    with pytest.raises(ActionRefused, match="1 form waits for a second pair of eyes"):
        lifecycle.make_final(
            round=closed,
            author=director,
            now=noon_plus(1),
            confirmed_token=readiness_of(closed).version_token or "0" * 16,
        )
    let_count(version=version, author=director, now=noon_plus(2), reason="Gezien")
    final = lifecycle.make_final(
        round=closed,
        author=director,
        now=noon_plus(3),
        confirmed_token=readiness_of(closed).version_token,
    )
    assert final.state == "final"


def test_closing_a_round_that_is_closed_already_is_refused(round, director):
    count_all_forms(round)
    seen_by_both = Round.objects.get()
    lifecycle.close(round=round, author=director, now=noon_plus(0))
    with pytest.raises(ActionRefused, match="Round 1 has not started, or is closed already"):
        lifecycle.close(round=seen_by_both, author=director, now=noon_plus(1))
    assert len(logged_steps()) == 1


# Taking a start back
