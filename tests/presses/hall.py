"""The hall in which buttons are pressed: officials, and a tournament with its first round begun."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.players.services import NewEntry, enter_many
from wk.rounds.lifecycle import transitions
from wk.tournament.models import (
    Entry,
    Round,
    Table,
    Tournament,
)
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

PASSWORD = "geheim-genoeg"
NAMES = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]
CLUBS = ["De Slag", "De Slag", "", "Troef", "Troef", "", "", "", ""]


@dataclass
class Hall:
    """Nine players at two tables, in a round that has begun and has a clock.

    `director` and `other` are directors, `clerk` is a clerk, and the account of `former` is closed.
    """

    tournament: Tournament
    round: Round
    director: User
    other: User
    clerk: User
    former: User

    @property
    def entries(self) -> list[Entry]:
        """The entries in the order of their start numbers."""
        return list(self.tournament.entries.order_by("number"))

    @property
    def table(self) -> Table:
        """Table 1, with five players."""
        return self.round.tables.get(number=1)

    @property
    def newest(self) -> AuditLogEntry:
        """The log entry of what was done last."""
        return self.tournament.log_entries.order_by("pk").last()


def make_hall() -> Hall:
    """Store the hall in an empty database."""
    accounts = {
        name: User.objects.create_user(name, password=PASSWORD, role=role, is_active=is_active)
        for name, role, is_active in (
            ("dora", User.Role.DIRECTOR, True),
            ("dirk", User.Role.DIRECTOR, True),
            ("kees", User.Role.CLERK, True),
            ("fred", User.Role.CLERK, False),
        )
    }
    made = create_tournament(
        name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21), round_minutes=75
    )
    rows = [NewEntry(name, club) for name, club in zip(NAMES, CLUBS, strict=True)]
    entries = enter_many(tournament=made, rows=rows)
    tables = {1: entries[:5], 2: entries[5:]}
    round = seat_round(tournament=made, number=1, tables=tables, state=Round.State.CONFIRMED)
    round = transitions.start_round(round=round, now=timezone.now())
    return Hall(made, round, *accounts.values())


def hall_of_now() -> Hall:
    """Return the hall that was stored before."""
    made = Tournament.objects.get()
    accounts = [User.objects.get(username=name) for name in ("dora", "dirk", "kees", "fred")]
    return Hall(made, made.rounds.select_related("tournament").get(), *accounts)
