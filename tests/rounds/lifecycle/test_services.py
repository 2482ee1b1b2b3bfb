"""The steps of a round: taking each, and going back."""

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
from tests.standings.tournaments import make_tournament, play_round
from wk.archive.reader import read
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.hall.ceremony.services import release, withhold
from wk.players.replacements import substitute
from wk.players.services import withdraw
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import reopening_impact
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Photo, ScoreForm
from wk.scoreforms.review.services import let_count
from wk.tournament import seating
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("in_english")


reopen = partial(lifecycle.reopen, reason="Tafel 2 speelde nog")


# Seats that tell the standings


@pytest.mark.parametrize(("chosen", "is_refused"), [("standings", True), ("lot", False)])
def test_seats_by_the_standings_are_not_shown_while_these_are_held_back(
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


def test_a_round_goes_from_drawn_to_final_with_a_backup_and_a_line_each(
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


def test_the_backup_of_a_step_holds_the_forms_that_were_in(round, director, clerk, backups):
    count_form_of(round.tables.get(number=1), clerk)
    lifecycle.close(
        round=round, author=director, now=NOON, confirmed_token=readiness_of(round).version_token
    )
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [bool(table.form) for table in archived.tables] == [True, False]


def test_going_back_keeps_a_backup_of_what_it_leads_away_from(round, director, backups):
    set_state(round, "confirmed")
    assert lifecycle.unconfirm(round=round, author=director, now=NOON).state == "drawn"
    assert logged_steps() == [("1", "confirmed", "drawn", "dora", "")]
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [len(table.seats) for table in archived.tables] == [5, 4]
    facts = AuditLogEntry.objects.get(kind="state").payload
    assert (facts["backup"], facts["states"]) == (path.name, {"1": "confirmed"})


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
def test_a_step_is_taken_from_where_it_begins_and_from_nowhere_else(
    round, director, backups, step, states
):
    """Taking a start back needs a round without forms, all others one with all."""
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


@pytest.mark.parametrize(("step", "states"), STEPS)
def test_without_a_backup_there_is_no_step(round, director, settings, step, states):
    if step != lifecycle.unstart:
        count_all_forms(round)
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "backups").write_text("no folder")
    why = "No backup could be written, so nothing has been changed"
    for state in states:
        set_state(round, state)
        with pytest.raises(ActionRefused, match=why):
            step(round=round, author=director, now=NOON)
        assert (Round.objects.get().state, AuditLogEntry.objects.count()) == (state, 0)


@pytest.mark.parametrize(("minutes", "kept"), [(None, None), (75, 75)])
def test_a_start_sets_the_clock(tournament, round, director, minutes, kept):
    tournament.round_minutes = minutes
    tournament.save()
    set_state(round, "confirmed")
    lifecycle.start(round=round, author=director, now=NOON)
    round.refresh_from_db()
    assert (round.state, round.started_at, round.minutes) == ("started", NOON, kept)


def test_a_round_with_something_missing_is_closed_by_who_has_seen_just_that(round, director, clerk):
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


def test_a_round_with_everything_in_is_closed_without_a_tick(round, director, clerk):
    count_all_forms(round)
    assert readiness_of(round).version_token == ""
    closed = lifecycle.close(round=round, author=director, now=noon_plus(0))
    assert lifecycle.make_final(round=closed, author=director, now=noon_plus(1)).state == "final"


def test_while_a_form_waits_a_round_is_not_final_whatever_is_ticked(
    tournament, round, director, clerk
):
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


@pytest.mark.parametrize("state", ["closed", "final"])
def test_a_round_is_reopened_with_a_reason(round, director, clerk, backups, state):
    set_state(round, state)
    lifecycle.reopen(round=round, author=director, now=NOON, reason=" Tafel 2 speelde nog ")
    assert (Round.objects.get().state, len(backups())) == ("started", 1)
    assert logged_steps() == [("1", state, "started", "dora", "Tafel 2 speelde nog")]
    assert AuditLogEntry.objects.get(kind="state").payload["states"] == {"1": state}
    assert hand_in_form(1, clerk).is_counted


def later_rounds(tournament, *states):
    """Rounds after the first, in these states."""
    for number, state in enumerate(states, 2):
        play_round(tournament, number, {1: [1, 2, 3, 4, 5]}, state=state)


@pytest.mark.parametrize("state", ["closed", "final"])
def test_final_rounds_after_one_that_is_reopened_go_back_to_closed(
    tournament, round, director, backups, state
):
    set_state(round, state)
    later_rounds(tournament, "final", "closed", "final", "started")
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
def test_reopening_tells_that_there_is_no_champion_meanwhile(
    tournament, round, states, count, is_told
):
    Tournament.objects.update(round_count=count)
    set_state(round, "final")
    later_rounds(tournament, *states)
    texts = [issue.text for issue in reopening_impact(Round.objects.get(number=1)).issues]
    assert ("Until it is closed again there is no champion" in texts) == is_told


def test_a_later_round_is_final_again_once_the_reopened_one_is(tournament, round, director, clerk):
    count_all_forms(round)
    set_state(round, "final")
    later_rounds(tournament, "final")
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


def test_a_round_is_reopened_only_with_the_later_rounds_that_were_shown(
    tournament, round, director, backups
):
    set_state(round, "final")
    later_rounds(tournament, "final", "closed")
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


def test_a_clerk_reopens_nothing(round, clerk):
    set_state(round, "final")
    with pytest.raises(ActionRefused, match="Only the director"):
        lifecycle.reopen(round=round, author=clerk, now=NOON, reason="Toch nog een formulier")
    assert Round.objects.get().state == "final"


def test_the_second_of_two_directors_who_close_a_round_hears_that_it_is_closed(round, director):
    count_all_forms(round)
    seen_by_both = Round.objects.get()
    lifecycle.close(round=round, author=director, now=noon_plus(0))
    with pytest.raises(ActionRefused, match="Round 1 has not started, or is closed already"):
        lifecycle.close(round=seen_by_both, author=director, now=noon_plus(1))
    assert len(logged_steps()) == 1


# Taking a start back


def test_a_start_by_mistake_is_taken_back(tournament, round, director):
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


def draft(round, director):
    save_draft(table=round.tables.first(), document={}, author=director, now=NOON)


def somebody_plays_on(round, director):
    seat = round.seats.first()
    substitute(seat=seat, name="Piet", from_deal=3, author=director, now=NOON)


def photo(round, director):
    form = ScoreForm.objects.create(table=round.tables.first())
    Photo.objects.create(form=form, picture=b"", width=1, height=1, author=director, taken_at=NOON)


def form(round, director):
    count_form_of(round.tables.first(), director)


def next_round(round, director):
    seats = list(round.tournament.entries.all())
    seating.seat_round(
        tournament=round.tournament, number=2, tables={1: seats[:4]}, state="started"
    )


def somebody_leaves(round, director):
    withdraw(entry=round.seats.first().entry, author=director, now=NOON)


def reseated(round, director):
    first, second = (table.seats.first().entry for table in round.tables.all())
    correct_swap(
        round=round, first=first, second=second, how=CorrectionKind.OWN, author=director, now=NOON
    )


WRITTEN = [draft, somebody_plays_on, photo, form, next_round, somebody_leaves, reseated]


@pytest.mark.parametrize("what", WRITTEN)
def test_a_start_stands_once_something_was_written_about_the_round(round, director, what):
    what(round, director)
    with pytest.raises(ActionRefused, match="The start of round 1 stands: something has happened"):
        lifecycle.unstart(round=round, author=director, now=NOON)
    assert (Round.objects.get(number=1).state, logged_steps()) == ("started", [])


def test_a_start_stands_once_the_round_was_closed(round, director):
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
