"""The steps of a round: what is missing before each, taking it, and what then takes no more."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from tests.hall.rounds import NOON, at, form_in, in_state, played
from tests.standings.halls import hall, play
from wk.archive.reader import read
from wk.hall import steps
from wk.hall.missing import step_of
from wk.hall.reseating import How, reseat
from wk.hall.services import release, withhold
from wk.scoreforms.approval import let_count
from wk.scoreforms.models import Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament import draws, services
from wk.tournament.models import Change, Round, Table, Tournament
from wk.tournament.refusal import Refusal


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def round(tournament) -> Round:
    """Round 1, which has started: table 1 of five players and table 2 of four."""
    return tournament.rounds.get()


@pytest.fixture
def backups(settings):
    """Tell which backups were written, oldest first."""

    def found():
        return sorted((settings.DATA_DIR / "backups").glob("*.json"))

    return found


def gaps(round):
    """What is missing before the next step: kind, what it is about, and whether it asks or bars."""
    return [
        (
            gap.kind,
            gap.tables or [entry.number for entry in gap.players] or gap.round,
            "bars" if gap.bars else "asks" if gap.asks else "",
        )
        for gap in step_of(round).gaps
    ]


def log():
    kept = Change.objects.filter(kind=Change.Kind.STATE).order_by("pk")
    return [(c.about, c.facts["from"], c.facts["to"], c.author.username, c.reason) for c in kept]


# Seats that tell the standings


@pytest.mark.parametrize(("chosen", "is_refused"), [("standings", True), ("lot", False)])
def test_seats_by_the_standings_are_not_shown_while_these_are_held_back(
    director, backups, chosen, is_refused
):
    made = hall([f"P{number}" for number in range(1, 6)], rounds=2)
    Tournament.objects.filter(pk=made.pk).update(last_round=chosen)
    first = play(made, 1, {1: [1, 2, 3, 4, 5]})
    withhold(round=first, what=Round.Withheld.ALL, author=director, now=NOON)
    last = play(made, 2, {1: [1, 2, 3, 4, 5]}, state=Round.State.DRAWN)
    if is_refused:
        with pytest.raises(Refusal, match="make the results of round 1 public first"):
            steps.fix(round=last, author=director, now=NOON)
        assert (Round.objects.get(number=2).state, backups()) == ("drawn", [])
        release(tournament=made, author=director, now=NOON)
    steps.fix(round=last, author=director, now=NOON)
    assert Round.objects.get(number=2).state == "fixed"


# What is missing


def test_before_a_start_it_shows_who_has_no_seat_who_left_and_who_did_not_come(tournament, round):
    in_state(round, "fixed")
    assert gaps(round) == []
    late = services.NewEntry("Joost")
    services.enter_many(tournament=tournament, rows=[late])
    tournament.entries.exclude(number__in=[3, 4]).update(arrived_at=NOON)
    tournament.entries.filter(number=2).update(withdrawn_after=0)
    assert gaps(round) == [
        ("unseated", [10], ""),
        ("withdrawn", [2], "bars"),
        ("absent", [3, 4], ""),
    ]


def test_nobody_is_missed_where_nobody_is_checked_in(tournament, round):
    in_state(round, "fixed")
    assert step_of(round).gaps == ()


def test_before_a_start_it_shows_which_round_goes_on(tournament, round):
    entries = list(tournament.entries.all())
    second = draws.seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="fixed"
    )
    assert gaps(second) == [("earlier", 1, "")]
    in_state(round, "closed")
    assert gaps(second) == []


def test_before_closing_it_shows_each_form_once(tournament, round, clerk, director):
    tournament.second_check = "every"
    tournament.save()
    assert gaps(round) == [("missing", (1, 2), "asks")]
    form_in(1, clerk)
    assert gaps(round) == [("missing", (2,), "asks"), ("waiting", (1,), "asks")]
    form_in(1, director, seed=2)
    form_in(2, clerk)
    assert gaps(round) == [("differs", (1,), "asks"), ("waiting", (2,), "asks")]
    in_state(round, "closed")
    assert gaps(round) == [("differs", (1,), "bars"), ("waiting", (2,), "bars")]


def test_totals_that_count_are_shown_and_stop_nobody(round, clerk):
    form_in(2, clerk)
    table = Table.objects.get(number=1)
    totals = table.round.rules.progress(played(table), 5).totals
    hand_in(table=table, paper=Paper({"totals": list(totals)}, clerk, NOON))
    assert gaps(round) == [("unchecked", (1,), "asks")]
    in_state(round, "closed")
    assert gaps(round) == [("unchecked", (1,), "asks")]


def test_a17_a_table_that_did_not_finish_is_the_directors_decision(round, clerk):
    form_in(2, clerk)
    in_state(round, "closed")
    assert gaps(round) == [("missing", (1,), "asks")]


def test_a_round_is_final_after_those_before_it(tournament, round, clerk):
    entries = list(tournament.entries.all())
    second = draws.seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="closed"
    )
    for table in (1, 2):
        form_in(table, clerk)
    assert gaps(second)[0] == ("earlier", 1, "bars")
    in_state(round, "final")
    assert gaps(second) == [("missing", (1, 2), "asks")]
    in_state(second, "final")
    assert step_of(second).gaps == ()


@pytest.mark.parametrize("tables", [2, 40])
def test_what_is_missing_takes_as_many_queries_of_many_tables(
    director, tables, django_assert_num_queries
):
    made = hall([f"Speler {number}" for number in range(1, 4 * tables + 1)])
    seats = {n: range(4 * n - 3, 4 * n + 1) for n in range(1, tables + 1)}
    play(made, 1, seats)
    round = Round.objects.select_related("tournament").get()
    with django_assert_num_queries(7):  # seats, versions, drafts, two of checks, sizes, tables
        assert gaps(round) == [("missing", tuple(seats), "asks")]


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
    names = Change.objects.order_by("pk").values_list("facts__backup", flat=True)
    assert list(names) == [path.name for path in backups()]
    assert list(Change.objects.order_by("pk").values_list("at", flat=True)) == [
        at(minutes) for minutes in range(4)
    ]


def test_the_backup_of_a_step_holds_the_forms_that_were_in(round, director, clerk, backups):
    form_in(1, clerk)
    steps.close(round=round, author=director, now=NOON, accepted=step_of(round).mark)
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    assert [bool(table.form) for table in archived.tables] == [True, False]


def test_going_back_takes_no_backup_and_is_noted(round, director, backups):
    in_state(round, "fixed")
    assert steps.unfix(round=round, author=director, now=NOON).state == "drawn"
    assert (log(), backups()) == ([("1", "fixed", "drawn", "dora", "")], [])


@pytest.mark.parametrize(
    ("state", "step"),
    [
        ("drawn", steps.fix),
        ("fixed", steps.start),
        ("started", steps.close),
        ("closed", steps.make_final),
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
    assert (Round.objects.get().state, backups()) == ("started", [])
    assert log() == [("1", state, "started", "dora", "Tafel 2 speelde nog")]
    assert form_in(1, clerk).is_counted


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
        (steps.reopen, "closed final"),
    ],
)
@pytest.mark.parametrize("state", Round.State.values)
def test_a_step_is_taken_from_where_it_begins_and_from_nowhere_else(
    round, director, clerk, backups, step, fitting, state
):
    for table in (1, 2):
        form_in(table, clerk)
    in_state(round, state)
    more = {"reason": "Nog een formulier"} if step is steps.reopen else {}
    if state in fitting.split():
        assert step(round=round, author=director, now=NOON, **more).state != state
        return
    with pytest.raises(Refusal):
        step(round=round, author=director, now=NOON, **more)
    assert (Round.objects.get().state, log(), backups()) == (state, [], [])


def test_the_second_of_two_directors_hears_that_it_has_been_done(round, director, clerk):
    for table in (1, 2):
        form_in(table, clerk)
    seen_by_both = Round.objects.get()
    steps.close(round=round, author=director, now=at(0))
    with pytest.raises(Refusal, match="Round 1 has not started, or is closed already"):
        steps.close(round=seen_by_both, author=director, now=at(1))
    assert len(log()) == 1


# The test database of SQLite lives in memory, where nobody waits for his turn: run on PostgreSQL.
two_writers = pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")


def at_once(*calls):
    """Run each of `calls` in a thread of its own, together; return "" or the error's name."""
    barrier = Barrier(len(calls))

    def run(call):
        try:
            barrier.wait()
            call()
        except Exception as error:
            return type(error).__name__
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_press_at_once_one_closes_the_round(
    tournament, round, director, clerk, backups
):
    for table in (1, 2):
        form_in(table, clerk)

    def closing(minutes):
        return lambda: steps.close(round=round, author=director, now=at(minutes))

    assert sorted(at_once(closing(0), closing(1))) == ["", "Refusal"]
    assert (Round.objects.get().state, len(log()), len(backups())) == ("closed", 1, 1)


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_is_in_before_its_round_is_closed_or_not_at_all(
    tournament, round, director, clerk, backups, attempt
):
    form_in(2, clerk)
    seen = step_of(round).mark

    def close():
        steps.close(round=round, author=director, now=NOON, accepted=seen)

    closed, handed = at_once(close, lambda: form_in(1, clerk))
    is_in = Version.objects.filter(form__table__number=1).exists()
    # Either it came first, and the backup has it; or it came too late.
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    kept = [bool(table.form) for table in archived.tables]
    assert (closed, handed, is_in, kept) in [
        ("", "", True, [True, True]),
        ("", "Closed", False, [False, True]),
    ]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_holding_results_back_stands_in_nobodys_way(tournament, round, director, attempt):
    entries = list(tournament.entries.all())

    def hold_back(what):
        return lambda: withhold(round=round, what=what, author=director, now=NOON)

    def exchange(one, other):
        first, second = entries[one], entries[other]
        facts = {"how": How.NAMES, "author": director, "now": NOON}
        return lambda: reseat(round=round, first=first, second=second, **facts)

    calls = [exchange(n, n + 5) for n in range(4)]
    calls += [hold_back(what) for what in (Round.Withheld.ALL, Round.Withheld.NOTHING) * 2]
    assert at_once(*calls) == [""] * 8
