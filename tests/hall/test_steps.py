"""The steps of a round: taking each, and going back."""

from functools import partial

import pytest

from tests.hall.rounds import NOON, at, form_in, in_state, log
from tests.standings.halls import hall, play
from wk.archive.reader import read
from wk.hall import steps
from wk.hall.missing import reopening_of, step_of
from wk.hall.services import release, withhold
from wk.scoreforms.approval import let_count
from wk.tournament import draws
from wk.tournament.models import Change, Round, Tournament
from wk.tournament.refusal import Refusal

pytestmark = pytest.mark.usefixtures("english")


reopen = partial(steps.reopen, reason="Tafel 2 speelde nog")


# Seats that tell the standings


@pytest.mark.parametrize(("chosen", "is_refused"), [("standings", True), ("lot", False)])
def test_seats_by_the_standings_are_not_shown_while_these_are_held_back(
    director, backups, chosen, is_refused
):
    made = hall([f"P{number}" for number in range(1, 6)], rounds=2)
    Tournament.objects.filter(pk=made.pk).update(last_round=chosen)
    first = play(made, 1, {1: [1, 2, 3, 4, 5]})
    form_in(1, director)
    withhold(round=first, what=Round.Withheld.ALL, author=director, now=NOON)
    last = play(made, 2, {1: [1, 2, 3, 4, 5]}, state=Round.State.DRAWN)
    if is_refused:
        with pytest.raises(Refusal, match="make the results of round 1 public first"):
            steps.fix(round=last, author=director, now=NOON)
        assert (Round.objects.get(number=2).state, backups()) == ("drawn", [])
        release(tournament=made, author=director, now=NOON)
    steps.fix(round=last, author=director, now=NOON)
    assert Round.objects.get(number=2).state == "fixed"


# Taking a step


def test_a_round_goes_from_drawn_to_final_with_a_backup_and_a_line_each(
    tournament, director, backups
):
    tournament.rounds.all().delete()
    round = draws.draw_round(tournament=tournament, seed=1)
    states, kept = [], []
    for minutes, step in enumerate((steps.fix, steps.start, steps.close, steps.make_final)):
        accepted = {"accepted": step_of(round).mark} if step_of(round).mark else {}
        round = step(round=round, author=director, now=at(minutes), **accepted)
        states.append(Round.objects.get().state)
        kept.append(len(backups()))
    assert states == ["fixed", "started", "closed", "final"]
    assert kept == [1, 2, 3, 4]
    assert log() == [
        ("1", "drawn", "fixed", "dora", ""),
        ("1", "fixed", "started", "dora", ""),
        ("1", "started", "closed", "dora", ""),
        ("1", "closed", "final", "dora", ""),
    ]
    noted = Change.objects.filter(kind="state").order_by("pk")
    names = noted.values_list("facts__backup", flat=True)
    assert list(names) == [path.name for path in backups()]
    assert list(noted.values_list("at", flat=True)) == [at(minutes) for minutes in range(4)]


def test_the_backup_of_a_step_holds_the_forms_that_were_in(round, director, clerk, backups):
    form_in(1, clerk)
    steps.close(round=round, author=director, now=NOON, accepted=step_of(round).mark)
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [bool(table.form) for table in archived.tables] == [True, False]


def test_going_back_keeps_a_backup_of_what_it_leads_away_from(round, director, backups):
    in_state(round, "fixed")
    assert steps.unfix(round=round, author=director, now=NOON).state == "drawn"
    assert log() == [("1", "fixed", "drawn", "dora", "")]
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [len(table.seats) for table in archived.tables] == [5, 4]
    facts = Change.objects.get(kind="state").facts
    assert (facts["backup"], facts["states"]) == (path.name, {"1": "fixed"})


@pytest.mark.parametrize(
    ("state", "step"),
    [
        ("drawn", steps.fix),
        ("fixed", steps.unfix),
        ("fixed", steps.start),
        ("started", steps.close),
        ("closed", steps.make_final),
        ("closed", reopen),
        ("final", reopen),
    ],
)
def test_without_a_backup_there_is_no_step(round, director, clerk, settings, state, step):
    for table in (1, 2):
        form_in(table, clerk)
    in_state(round, state)
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "backups").write_text("no folder")
    with pytest.raises(Refusal, match="No backup could be written, so nothing has been changed"):
        step(round=round, author=director, now=NOON)
    assert (Round.objects.get().state, Change.objects.count()) == (state, 0)


@pytest.mark.parametrize(("minutes", "kept"), [(None, None), (75, 75)])
def test_a_start_sets_the_clock(tournament, round, director, minutes, kept):
    tournament.round_minutes = minutes
    tournament.save()
    in_state(round, "fixed")
    steps.start(round=round, author=director, now=NOON)
    round.refresh_from_db()
    assert (round.state, round.started_at, round.minutes) == ("started", NOON, kept)


def test_who_closes_with_something_missing_has_to_have_seen_just_that(round, director, clerk):
    seen = step_of(round).mark
    with pytest.raises(Refusal, match="Look at what is missing first"):
        steps.close(round=round, author=director, now=NOON)
    form_in(1, clerk)
    with pytest.raises(Refusal, match="changed meanwhile"):
        steps.close(round=round, author=director, now=NOON, accepted=seen)
    assert Round.objects.get().state == "started"
    seen = step_of(round).mark
    assert steps.close(round=round, author=director, now=NOON, accepted=seen).state == "closed"


def test_with_everything_in_nobody_has_to_say_that_he_has_seen_it(round, director, clerk):
    for table in (1, 2):
        form_in(table, clerk)
    assert step_of(round).mark == ""
    closed = steps.close(round=round, author=director, now=at(0))
    assert steps.make_final(round=closed, author=director, now=at(1)).state == "final"


def test_while_a_form_waits_a_round_is_not_final_whatever_is_ticked(
    tournament, round, director, clerk
):
    tournament.second_check = "every"
    tournament.save()
    version = form_in(1, clerk)
    closed = steps.close(round=round, author=director, now=at(0), accepted=step_of(round).mark)
    with pytest.raises(Refusal, match="1 form waits for a second pair of eyes"):
        steps.make_final(
            round=closed, author=director, now=at(1), accepted=step_of(closed).mark or "0" * 16
        )
    let_count(version=version, author=director, now=at(2), reason="Gezien")
    final = steps.make_final(
        round=closed, author=director, now=at(3), accepted=step_of(closed).mark
    )
    assert final.state == "final"


@pytest.mark.parametrize("state", ["closed", "final"])
def test_a_round_is_reopened_with_a_reason(round, director, clerk, backups, state):
    in_state(round, state)
    steps.reopen(round=round, author=director, now=NOON, reason=" Tafel 2 speelde nog ")
    assert (Round.objects.get().state, len(backups())) == ("started", 1)
    assert log() == [("1", state, "started", "dora", "Tafel 2 speelde nog")]
    assert Change.objects.get(kind="state").facts["states"] == {"1": state}
    assert form_in(1, clerk).is_counted


def later_rounds(tournament, *states):
    """Rounds after the first, in these states."""
    for number, state in enumerate(states, 2):
        play(tournament, number, {1: [1, 2, 3, 4, 5]}, state=state)


@pytest.mark.parametrize("state", ["closed", "final"])
def test_final_rounds_after_one_that_is_reopened_go_back_to_closed(
    tournament, round, director, backups, state
):
    in_state(round, state)
    later_rounds(tournament, "final", "closed", "final", "started")
    assert [gap.round for gap in reopening_of(round).gaps] == [2, 4]
    steps.reopen(round=round, author=director, now=NOON, reason="Tafel 2 speelde nog")
    states = tournament.rounds.values_list("state", flat=True)
    assert list(states) == ["started", "closed", "closed", "closed", "started"]
    assert log() == [
        ("2", "final", "closed", "dora", "Tafel 2 speelde nog"),
        ("4", "final", "closed", "dora", "Tafel 2 speelde nog"),
        ("1", state, "started", "dora", "Tafel 2 speelde nog"),
    ]
    assert len(backups()) == 1
    assert reopening_of(round).gaps == ()


@pytest.mark.parametrize(
    ("states", "count", "is_told"),
    [
        (["final", "closed"], 3, True),
        (["final", "started"], 3, False),  # there is none yet
        (["final", "closed"], 4, False),
    ],
)
def test_that_there_is_no_champion_meanwhile_is_told(tournament, round, states, count, is_told):
    Tournament.objects.update(round_count=count)
    in_state(round, "final")
    later_rounds(tournament, *states)
    texts = [gap.text for gap in reopening_of(Round.objects.get(number=1)).gaps]
    assert ("Until it is closed again there is no champion" in texts) == is_told


def test_once_all_is_closed_again_the_later_round_is_made_final_again(
    tournament, round, director, clerk
):
    for number in (1, 2):
        form_in(number, clerk)
    in_state(round, "final")
    later_rounds(tournament, "final")
    second = tournament.rounds.get(number=2)
    steps.reopen(round=round, author=director, now=at(0), reason="Tafel 2 speelde nog")
    with pytest.raises(Refusal, match="Round 1 is not final yet"):
        steps.make_final(round=second, author=director, now=at(1), accepted=step_of(second).mark)
    steps.close(round=round, author=director, now=at(2))
    steps.make_final(round=round, author=director, now=at(3))
    second.refresh_from_db()
    seen = step_of(second).mark
    assert steps.make_final(round=second, author=director, now=at(4), accepted=seen).number == 2
    assert set(tournament.rounds.values_list("state", flat=True)) == {"final"}


def test_who_was_shown_other_rounds_than_would_go_along_looks_once_more(
    tournament, round, director, backups
):
    in_state(round, "final")
    later_rounds(tournament, "final", "closed")
    seen = reopening_of(round).mark
    for wrong in ("", "0" * 16):
        with pytest.raises(Refusal, match="Look once more"):
            reopen(round=round, author=director, now=NOON, accepted=wrong)
    in_state(tournament.rounds.get(number=3), "final")
    with pytest.raises(Refusal, match="Look once more"):
        reopen(round=round, author=director, now=NOON, accepted=seen)
    assert (set(tournament.rounds.values_list("state", flat=True)), backups()) == ({"final"}, [])
    seen = reopening_of(round).mark
    assert reopen(round=round, author=director, now=NOON, accepted=seen).state == "started"


@pytest.mark.parametrize("reason", ["", "  "])
def test_without_a_reason_it_stays_closed(round, director, reason):
    in_state(round, "closed")
    with pytest.raises(Refusal, match="needs a reason"):
        steps.reopen(round=round, author=director, now=NOON, reason=reason)
    assert (Round.objects.get().state, log()) == ("closed", [])


def test_a_clerk_reopens_nothing(round, clerk):
    in_state(round, "final")
    with pytest.raises(Refusal, match="Only the director"):
        steps.reopen(round=round, author=clerk, now=NOON, reason="Toch nog een formulier")
    assert Round.objects.get().state == "final"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "fitting"),
    [
        (steps.fix, "drawn"),
        (steps.unfix, "fixed"),
        (steps.start, "fixed"),
        (steps.close, "started"),
        (steps.make_final, "closed"),
        (reopen, "closed final"),
    ],
)
@pytest.mark.parametrize("state", Round.State.values)
def test_a_step_is_taken_from_where_it_begins_and_from_nowhere_else(
    round, director, clerk, backups, step, fitting, state
):
    for table in (1, 2):
        form_in(table, clerk)
    in_state(round, state)
    if state in fitting.split():
        assert step(round=round, author=director, now=NOON).state != state
        return
    with pytest.raises(Refusal):
        step(round=round, author=director, now=NOON)
    assert (Round.objects.get().state, log(), backups()) == (state, [], [])


def test_the_second_of_two_directors_hears_that_it_has_been_done(round, director, clerk):
    for table in (1, 2):
        form_in(table, clerk)
    seen_by_both = Round.objects.get()
    steps.close(round=round, author=director, now=at(0))
    with pytest.raises(Refusal, match="Round 1 has not started, or is closed already"):
        steps.close(round=seen_by_both, author=director, now=at(1))
    assert len(log()) == 1
