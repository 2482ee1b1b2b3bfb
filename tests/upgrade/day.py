"""A tournament and its officials, who do what is told or, at random, what comes up.

What is refused has changed nothing, and the day goes on.
"""

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

from scoring.problems import Invalid
from tests.played import played
from tests.scoreforms.submissions import with_two_other_cells
from wk.accounts.models import User
from wk.archive.names import people
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.hall.announcements import services as announcements
from wk.hall.ceremony import services as ceremony
from wk.hall.clock import services as clock
from wk.phones.services import PhoneContent, confirm, keys_for, save
from wk.players import replacements
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.players.services import NewEntry
from wk.rounds.draws import draw_service as draws
from wk.rounds.draws.draw_service import discard_round
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import reopening_impact
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.scoreforms.review.queries import review_queue
from wk.scoreforms.services import ConfirmationNeeded, Submission, hand_in
from wk.tournament.models import Entry, Round, Seat, Table, Tournament
from wk.tournament.services import create_tournament

SATURDAY = dt.date(2026, 11, 21)
BEGAN = dt.datetime(2026, 11, 21, 7, tzinfo=dt.UTC)
STEPS = ["confirm", "unconfirm", "start", "unstart", "close", "make_final", "reopen"]
FOLLOWING = {"drawn": "confirm", "confirmed": "start", "started": "close", "closed": "make_final"}


def listed(name: str, slug: str, players: int, seed: int, **facts: object) -> Tournament:
    """Make a tournament with a list of players."""
    made = create_tournament(name=name, slug=slug, venue="Utrecht", **facts)
    rows = [NewEntry(name, club) for name, club in people(players, Random(seed))]
    roster.enter_many(tournament=made, rows=rows)
    return made


class Day:
    """The acts at one tournament; each takes a minute."""

    def __init__(self, tournament: Tournament, morning: dt.datetime, seed: int = 0) -> None:
        self.tournament, self.now, self.random = tournament, morning, Random(seed)
        self.director = User.objects.get(username="dora")
        self.clerk, self.other_clerk = (User.objects.get(username=name) for name in ("kees", "bea"))
        self.done: dict[str, int] = {}

    def act(self, do: Callable[[], Any], name: str = "") -> Any:
        """Do something that may be refused, at a moment of its own; return what came of it."""
        self.now += dt.timedelta(minutes=1)
        try:
            made = do()
        except (ActionRefused, Invalid):
            return None
        self.done[name] = self.done.get(name, 0) + 1
        return made

    def by(self, author: User | None = None) -> dict[str, Any]:
        return {"author": author or self.director, "now": self.now}

    # Whom and what it is about

    def player(self, number: int) -> Entry:
        return self.tournament.entries.get(number=number)

    def round(self, number: int) -> Round:
        rounds = Round.objects.select_related("tournament")
        return rounds.get(tournament=self.tournament, number=number)

    def table(self, round: int, number: int) -> Table:
        tables = Table.objects.select_related("round__tournament")
        return tables.get(round__tournament=self.tournament, round__number=round, number=number)

    def any_of(self, rows: Any) -> Any:
        found = list(rows)
        return self.random.choice(found) if found else None

    def any_player(self) -> Entry:
        return self.any_of(self.tournament.entries.order_by("number"))

    def any_round(self) -> Round | None:
        return self.any_of(self.tournament.rounds.order_by("number"))

    def any_table(self) -> Table | None:
        return self.any_of(Table.objects.filter(round__in=self.begun()).order_by("pk"))

    def begun(self) -> Any:
        return self.tournament.rounds.filter(state=Round.State.STARTED)

    # Acts that the story tells as well

    def step(self, number: int, *names: str) -> None:
        for name in names:
            self.now += dt.timedelta(minutes=1)
            facts, round = self.by(), self.round(number)
            if name in ("start", "close", "make_final"):
                facts["confirmed_token"] = readiness_of(round).version_token
            if name == "reopen":
                facts["reason"] = "Te vroeg gesloten"
                facts["confirmed_token"] = reopening_impact(round).version_token
            getattr(lifecycle, name)(round=round, **facts)

    def type_in(self, table: Table, seed: int = 1, author: User | None = None, **more: Any) -> Any:
        """Hand a form in; if one counts, as a correction."""
        return self.give(table, played(table, seed), author or self.clerk, **more)

    def give(self, table: Table, document: Any, author: User | None, **more: Any) -> Any:
        there = Version.objects.filter(form__table=table, is_counted=True).first()
        if there and "expected_version" not in more:
            more |= {"expected_version": there.number, "reason": "Verkeerd overgenomen"}
        written = more.pop("paper_totals", ())
        paper = Submission(document, author, self.now, paper_totals=written, address="192.0.2.7")
        try:
            return hand_in(table=table, submission=paper, **more)
        except ConfirmationNeeded as unsure:
            return hand_in(
                table=table, submission=paper, confirmed_token=unsure.version_token, **more
            )

    def all_in(self, number: int) -> None:
        for table in self.round(number).tables.filter(form=None):
            self.act(lambda table=table: self.type_in(table, table.number))

    def begin_to_type(self, table: Table, deals: int, author: User | None, seed: int = 1) -> Any:
        document = played(table, seed)
        if "deals" in document:
            document["deals"] = document["deals"][:deals]
        return save_draft(table=table, document=document, author=author, now=self.now)

    def on_the_phone(self, table: Table, deals: int | None, seed: int = 1) -> None:
        """The table keeps its form on a phone: so many deals, or all and handed in (None)."""
        keys_for(tables=[table], now=self.now)
        document = played(table, seed)
        numbers = tuple(seat.entry.number for seat in table.seats.order_by("number"))
        if deals is None:
            confirm(table=table, content=PhoneContent(document, numbers, self.now))
            return
        document["deals"] = document["deals"][:deals]
        save(table=table, content=PhoneContent(document, numbers, self.now), expected=0)

    # Acts at random, each with what it is chosen from

    def _check_in(self) -> Any:
        there = [self.any_player()]
        return desk.check_in(entries=there, **self.by(self.clerk))

    def _take_back(self) -> Any:
        return desk.undo_check_in(entry=self.any_player(), **self.by(self.clerk))

    def _enter_late(self) -> Any:
        name = self.random.choice(["Late Gast", "Nog Een", "Anna de Wit"])
        facts = self.by(self.clerk)
        return desk.enter_late(tournament=self.tournament, name=name, club="", **facts)

    def _rename(self) -> Any:
        entry = self.any_player()
        facts = {"name": f"{entry.name}x", "club": "Élan", "number": entry.number}
        return roster.edit_entry(entry=entry, **facts, **self.by(self.clerk))

    def _remove(self) -> Any:
        return roster.remove_entry(entry=self.any_player(), **self.by())

    def _withdraw(self) -> Any:
        return roster.withdraw(entry=self.any_player(), **self.by())

    def _readmit(self) -> Any:
        gone = self.any_of(self.tournament.entries.exclude(withdrawn_after=None))
        return gone and roster.readmit(entry=gone, **self.by())

    def _replace(self) -> Any:
        name = f"Nieuw {self.now:%H%M}"
        return replacements.replace(entry=self.any_player(), name=name, club="", **self.by())

    def _substitute(self) -> Any:
        seat = self.any_of(Seat.objects.filter(round__in=self.begun()).order_by("pk"))
        facts = {"name": "Piet Kok", "from_deal": self.random.choice([None, 8])}
        leaves = self.random.random() < 0.5
        return seat and replacements.substitute(seat=seat, leaves=leaves, **facts, **self.by())

    def _draw(self) -> Any:
        verb = self.random.choice([draws.draw_round, draws.draw_all_rounds])
        return verb(tournament=self.tournament, seed=self.random.randrange(999), **self.by())

    def _throw_away(self) -> Any:
        round = self.any_of(self.tournament.rounds.filter(state=Round.State.DRAWN))
        if round and self.random.random() < 0.7:
            return draws.redraw_round(round=round, seed=self.random.randrange(999), **self.by())
        return round and discard_round(round=round, **self.by())

    def _swap(self) -> Any:
        round = self.any_of(self.tournament.rounds.filter(state=Round.State.DRAWN))
        facts = {"first": self.any_player(), "second": self.any_player()}
        return round and seat_swaps.swap_seats(round=round, **facts, **self.by())

    def _step(self) -> Any:
        if round := self.any_round():
            self.step(round.number, self.random.choice(STEPS))

    def _go_on(self) -> Any:
        rounds = self.tournament.rounds.exclude(state=Round.State.FINAL)
        if round := rounds.order_by("number").first():
            self.step(round.number, FOLLOWING[round.state])

    def _hand_in(self) -> Any:
        author = self.random.choice([self.clerk, self.clerk, self.other_clerk, self.director])
        table = self.any_table()
        lot = self.random.choice([0.0, 1.0])
        return table and self.type_in(table, self.random.randint(1, 4), author, lot=lot)

    def _type(self) -> Any:
        author = self.random.choice([self.clerk, self.other_clerk, None])
        table = self.any_table()
        return table and self.begin_to_type(table, self.random.randint(0, 19), author)

    def _phone(self) -> Any:
        if table := self.any_table():
            self.on_the_phone(table, self.random.choice([3, 12, None]))

    def _differ(self) -> Any:
        version = self.any_of(review_queue(self.tournament))
        if version:
            table = Table.objects.get(pk=version.form.table_id)
            document = with_two_other_cells(table)[0]
            self.give(table, document, self.other_clerk, expected_version=version.number)

    def _seated_wrongly(self) -> Any:
        facts = {"first": self.any_player(), "second": self.any_player()}
        facts["how"] = self.random.choice(list(CorrectionKind))
        if self.random.random() < 0.5:
            facts["others"] = [self.any_player()]
        round = self.any_of(self.begun())
        return round and seating_corrections.correct_swap(round=round, **facts, **self.by())

    def _join(self) -> Any:
        round, table = self.any_of(self.begun()), self.random.randint(1, 3)
        facts = {"player": self.any_player(), "table": table}
        return round and seating_corrections.correct_table(round=round, **facts, **self.by())

    def _undo(self) -> Any:
        log_entry = self.any_of(self.tournament.log_entries.order_by("pk"))
        return log_entry and self.undo(log_entry)

    def undo(self, log_entry: AuditLogEntry) -> Any:
        is_reseating = log_entry.kind == AuditLogEntry.Kind.SEATED and log_entry.payload.get("how")
        return (seating_corrections.undo if is_reseating else undo)(
            log_entry=log_entry, **self.by()
        )

    def _archive(self) -> Any:
        archive = read(write(archive_of(self.tournament)))
        return import_archive(archive=archive, replace=True, **self.by())

    def _announce(self) -> Any:
        text, minutes = f"Pauze om {self.now:%H:%M}", self.random.choice([None, 5, 240])
        facts = {"text": text, "minutes": minutes, **self.by()}
        return announcements.announce(tournament=self.tournament, **facts)

    def _clock(self) -> Any:
        table = self.any_table()
        if table is None:
            return None
        if self.random.random() < 0.5:
            return clock.give_table_time(table=table, minutes=5, now=self.now)
        return clock.give_time(round=table.round, minutes=5, now=self.now)

    def _withhold(self) -> Any:
        round = self.any_round()
        return round and ceremony.withhold(round=round, what=Round.Withheld.ALL, **self.by())

    def _release(self) -> Any:
        return ceremony.release(tournament=self.tournament, **self.by())

    OFTEN = {"hand_in": 8, "check_in": 4, "go_on": 3, "seated_wrongly": 4, "differ": 3, "undo": 3}
    ONCE = (
        *("take_back", "enter_late", "rename", "remove", "withdraw", "readmit", "replace"),
        *("substitute", "draw", "throw_away", "swap", "step", "type", "phone", "join"),
        *("archive", "announce", "clock", "withhold", "release"),
    )

    def live(self, acts: int, *, without: tuple[str, ...] = ()) -> None:
        """Let so many acts come up at random."""
        weights = {name: weight for name, weight in self.OFTEN.items() if name not in without}
        weights |= dict.fromkeys([name for name in self.ONCE if name not in without], 1)
        for name in self.random.choices([*weights], [*weights.values()], k=acts):
            self.act(getattr(self, f"_{name}"), name)
