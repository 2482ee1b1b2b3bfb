"""A tournament with its players as direct rows.

Most tests need one. Entering players by the service takes twice as long, as it looks for known
persons first; tests/players/test_services.py tests it.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.utils.text import slugify

from scoring.registry import DEFAULT
from wk.players.services import NewEntry
from wk.tournament.models import Entry, Player, Round, Tournament
from wk.tournament.seating import seat_round

NINE = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]


def tournament_with_players(
    name: str, date: dt.date, people: Sequence[NewEntry], **facts: Any
) -> tuple[Tournament, list[Entry]]:
    """Create a tournament with these players, numbered from 1; return it and them.

    `facts` are other fields of it. Without them it plays the game of the WK.
    """
    facts = {"slug": slugify(name), "game": DEFAULT} | facts
    made = Tournament.objects.create(name=name, date=date, **facts)
    players = Player.objects.bulk_create(Player(name=row.name, club=row.club) for row in people)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=made,
            player=player,
            number=number,
            name=row.name,
            club=row.club,
            withdrawn_after=row.withdrawn_after,
        )
        for number, (row, player) in enumerate(zip(people, players, strict=True), 1)
    )
    return made, entries


def nine_players_in_round_1() -> Tournament:
    """Create a tournament of nine players, round 1 started: table 1 has numbers 1 to 5, table 2 has
    6 to 9."""
    people = [NewEntry(name) for name in NINE]
    made, entries = tournament_with_players("WK Test", dt.date(2026, 11, 21), people)
    tables = {1: entries[:5], 2: entries[5:]}
    seat_round(tournament=made, number=1, tables=tables, state=Round.State.STARTED)
    return made
