"""A day of one tournament, of acts that Hypothesis chooses: check-in, withdrawals, replacements,
draws, forms, corrected seats, closing and reopening rounds, undo and archives.
"""

import datetime as dt
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction
from django.test import override_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from scoring.problems import Invalid
from tests.played import played
from tests.rows_of_a_day import all_rows, without_log_and_keys
from wk.accounts.models import User
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import replacements
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.players.services import NewEntry, enter_many
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import reopening_impact
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Seat, Table, Tournament
from wk.tournament.services import create_tournament

MORNING = dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC)
STEPS = ["confirm", "unconfirm", "start", "unstart", "close", "make_final", "reopen"]
ANY = st.integers(0, 999)  # which of several: the remainder chooses


class RandomDay(RuleBasedStateMachine):
    """One tournament of the WK from the first check-in on; each rule is one act of an official.

    An act may be refused: then it has changed nothing.
    """

    def __init__(self):
        super().__init__()
        self.whole_day = ExitStack()
        folder = self.whole_day.enter_context(TemporaryDirectory())
        self.whole_day.enter_context(override_settings(DATA_DIR=Path(folder)))  # for backups
        self.whole_day.enter_context(transaction.atomic())
        self.minutes = 0
        self.undoable = None  # the last change, and all rows as they were before it
        self.archive = None

    def teardown(self):
        transaction.set_rollback(True)
        self.whole_day.close()

    @initialize(
        players=st.sampled_from([9, 12, 13, 14]),
        by_standings=st.booleans(),
        rounds=st.sampled_from([0, 0, 1, 1, 2]),
    )
    def begin(self, players, by_standings, rounds):
        """The list is there; so many rounds have begun, and all but the last are closed."""
        self.director = User.objects.create_user("dora", role=User.Role.DIRECTOR)
        self.clerk = User.objects.create_user("kees", role=User.Role.CLERK)
        self.tournament = create_tournament(name="WK", slug="wk", date=MORNING.date())
        if by_standings:
            self.tournament.last_round = Tournament.LastRound.STANDINGS
            self.tournament.save()
        rows = [NewEntry(f"Speler {chr(65 + number)}") for number in range(players)]
        enter_many(tournament=self.tournament, rows=rows)
        for number in range(1, rounds + 1):
            round = draws.draw_round(tournament=self.tournament, seed=number)
            self._step(round, "confirm")
            self._step(round, "start")
            if number < rounds:
                self.hand_all_forms_in(seed=1)
                self._step(round, "close")

    # What the rules need

    @property
    def now(self):
        return MORNING + dt.timedelta(minutes=self.minutes)

    def act(self, do):
        """Do something that may be refused, at a moment of its own."""
        self.minutes += 1
        before = all_rows()
        newest = self.newest_change()
        self.undoable = None
        try:
            do()
        except (ActionRefused, Invalid):
            assert all_rows() == before
        else:
            log_entry = self.newest_change()
            if log_entry != newest:
                self.undoable = log_entry, before

    def newest_change(self):
        return AuditLogEntry.objects.order_by("-pk").first()

    def entry(self, which):
        entries = list(self.tournament.entries.order_by("number"))
        return entries[which % len(entries)]

    def round(self, which):
        rounds = list(self.tournament.rounds.order_by("number"))
        return rounds[which % len(rounds)]

    def has_rounds(self):
        return self.tournament.rounds.exists()

    def has_begun(self):
        return self.tournament.rounds.filter(state=Round.State.STARTED).exists()

    def table(self, which):
        tables = list(Table.objects.filter(round__state=Round.State.STARTED).order_by("pk"))
        return tables[which % len(tables)]

    # Players

    @rule(which=ANY)
    def check_in(self, which):
        there = [self.entry(which)]
        self.act(lambda: desk.check_in(entries=there, author=self.clerk, now=self.now))

    @rule(which=ANY)
    def take_a_check_in_back(self, which):
        entry = self.entry(which)
        self.act(lambda: desk.undo_check_in(entry=entry, author=self.clerk, now=self.now))

    @rule(name=st.sampled_from(["Late Gast", "Nog Een", "Speler A"]))
    def enter_late(self, name):
        facts = {"name": name, "club": "", "author": self.clerk, "now": self.now}
        self.act(lambda: desk.enter_late(tournament=self.tournament, **facts))

    @rule(which=ANY)
    def rename(self, which):
        entry = self.entry(which)
        facts = {"name": f"{entry.name}x", "club": "Club", "number": entry.number}
        self.act(lambda: roster.edit_entry(entry=entry, author=self.clerk, now=self.now, **facts))

    @rule(which=ANY)
    def remove(self, which):
        entry = self.entry(which)
        self.act(lambda: roster.remove_entry(entry=entry, author=self.director, now=self.now))

    @rule(which=ANY)
    def withdraw(self, which):
        entry = self.entry(which)
        self.act(lambda: roster.withdraw(entry=entry, author=self.director, now=self.now))

    @rule(which=ANY)
    def readmit(self, which):
        entry = self.entry(which)
        self.act(lambda: roster.readmit(entry=entry, author=self.director, now=self.now))

    @rule(which=ANY)
    def replace(self, which):
        facts = {"name": f"Nieuw {self.minutes}", "club": "", "author": self.director}
        entry = self.entry(which)
        self.act(lambda: replacements.replace(entry=entry, now=self.now, **facts))

    @precondition(has_begun)
    @rule(which=ANY, leaves=st.booleans())
    def let_a_substitute_play_on(self, which, leaves):
        seats = list(Seat.objects.filter(round__state=Round.State.STARTED).order_by("pk"))
        seat = seats[which % len(seats)]
        facts = {"name": "Piet Kok", "from_deal": 8, "leaves": leaves, "author": self.director}
        self.act(lambda: replacements.substitute(seat=seat, now=self.now, **facts))

    # Rounds

    @rule(seed=ANY, all_at_once=st.booleans())
    def draw(self, seed, all_at_once):
        verb = draws.draw_all_rounds if all_at_once else draws.draw_round
        facts = {"seed": seed, "author": self.director, "now": self.now}
        self.act(lambda: verb(tournament=self.tournament, **facts))

    @precondition(has_rounds)
    @rule(which=ANY, again=st.booleans())
    def throw_a_draw_away(self, which, again):
        round = self.round(which)
        facts = {"author": self.director, "now": self.now}
        if again:
            self.act(lambda: draws.redraw_round(round=round, seed=which, **facts))
        else:
            self.act(lambda: draws.discard_round(round=round, **facts))

    @precondition(has_rounds)
    @rule(which=ANY, one=ANY, other=ANY)
    def swap_seats_in_a_draw(self, which, one, other):
        facts = {"first": self.entry(one), "second": self.entry(other), "author": self.director}
        self.act(lambda: seat_swaps.swap_seats(round=self.round(which), now=self.now, **facts))

    @precondition(has_rounds)
    @rule(which=ANY, step=st.sampled_from(STEPS))
    def take_a_step(self, which, step):
        self._step(self.round(which), step)

    @precondition(has_rounds)
    @rule()
    def go_on(self):
        """The step that comes next, so that days get on."""
        following = {
            "drawn": "confirm",
            "confirmed": "start",
            "started": "close",
            "closed": "make_final",
        }
        round = self.tournament.rounds.exclude(state=Round.State.FINAL).order_by("number").first()
        if round:
            self._step(round, following[round.state])

    def _step(self, round, step):
        facts = {"author": self.director, "now": self.now}
        if step in ("start", "close", "make_final"):
            facts["confirmed_token"] = readiness_of(round).version_token
        if step == "reopen":
            facts |= {
                "reason": "Te vroeg gesloten",
                "confirmed_token": reopening_impact(round).version_token,
            }
        self.act(lambda: getattr(lifecycle, step)(round=round, **facts))

    # Forms

    @precondition(has_begun)
    @rule(which=ANY, seed=st.integers(1, 5), is_director=st.booleans())
    def hand_a_form_in(self, which, seed, is_director):
        self._hand_in(self.table(which), seed, self.director if is_director else self.clerk)

    @precondition(has_begun)
    @rule(seed=st.integers(1, 5))
    def hand_all_forms_in(self, seed):
        for table in Table.objects.filter(round__state=Round.State.STARTED, form=None):
            self._hand_in(table, seed, self.clerk)

    def _hand_in(self, table, seed, author):
        counted = Version.objects.filter(form__table=table, is_counted=True).first()
        facts = {"expected_version": counted.number, "reason": "Fout"} if counted else {}
        paper = Submission(played(table, seed), author, self.now)
        self.act(lambda: hand_in(table=table, submission=paper, **facts))

    @precondition(has_begun)
    @rule(which=ANY, deals=st.integers(0, 19))
    def begin_to_type(self, which, deals):
        table = self.table(which)
        document = played(table)
        document["deals"] = document["deals"][:deals]
        facts = {"document": document, "author": self.clerk, "now": self.now}
        self.act(lambda: save_draft(table=table, **facts))

    # Wrong seatings

    @precondition(has_rounds)
    @rule(which=ANY, one=ANY, other=ANY, third=ANY, how=st.sampled_from(CorrectionKind))
    def put_names_right(self, which, one, other, third, how):
        facts = {"first": self.entry(one), "second": self.entry(other), "how": how}
        if third % 2:
            facts["others"] = [self.entry(third)]
        facts |= {"author": self.director, "now": self.now}
        self.act(lambda: seating_corrections.correct_swap(round=self.round(which), **facts))

    @precondition(has_rounds)
    @rule(which=ANY, one=ANY, table=st.integers(1, 3))
    def seat_one_more_at_a_table(self, which, one, table):
        facts = {"player": self.entry(one), "table": table, "author": self.director}
        self.act(
            lambda: seating_corrections.correct_table(
                round=self.round(which), now=self.now, **facts
            )
        )

    # The log and the archive

    @precondition(lambda self: self.undoable)
    @rule()
    def undo_what_was_just_done(self):
        """What is undone at once is as if it had not been done, but for the log."""
        log_entry, before = self.undoable
        self.act(lambda: self._undo(log_entry))
        log_entry.refresh_from_db()
        if log_entry.undone_at:
            assert without_log_and_keys(all_rows()) == without_log_and_keys(before)

    @rule(which=ANY)
    def undo_something_of_before(self, which):
        made = list(AuditLogEntry.objects.order_by("pk"))
        if made:
            self.act(lambda: self._undo(made[which % len(made)]))

    def _undo(self, log_entry):
        is_reseating = log_entry.kind == AuditLogEntry.Kind.SEATED and log_entry.payload.get("how")
        verb = seating_corrections.undo if is_reseating else undo
        verb(log_entry=log_entry, author=self.director, now=self.now)

    @rule()
    def keep_an_archive(self):
        """What is written as an archive is read as the same."""
        data = write(archive_of(self.tournament))
        self.archive = read(data)
        assert write(self.archive) == data

    @precondition(lambda self: self.archive)
    @rule()
    def put_the_archive_back(self):
        facts = {"archive": self.archive, "author": self.director, "replace": True}
        self.act(lambda: import_archive(now=self.now, **facts))
        assert write(archive_of(self.tournament)) == write(self.archive)
