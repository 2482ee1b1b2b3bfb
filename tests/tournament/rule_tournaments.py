"""A tournament of a game whose rules can be set."""

import datetime as dt

from tests.listed_players import tournament_with_players
from wk.players.services import NewEntry
from wk.tournament import seating
from wk.tournament.models import Round, Tournament


def create_with_players(players=8, key="bollen", **options):
    people = [NewEntry(f"Speler {n}") for n in range(1, players + 1)]
    facts = {"game": key, "options": options}
    return tournament_with_players("Bol", dt.date(2026, 11, 21), people, **facts)[0]


def seat(tournament, *sizes, state=Round.State.DRAWN):
    """Store the next round with the players at tables of these sizes."""
    entries = iter(tournament.entries.all())
    tables = {n: [next(entries) for _ in range(size)] for n, size in enumerate(sizes, 1)}
    number = tournament.rounds.count() + 1
    return seating.seat_round(tournament=tournament, number=number, tables=tables, state=state)


def start_round(tournament, *sizes):
    return seat(tournament, *sizes, state=Round.State.STARTED)


def stored_options():
    return Tournament.objects.get(slug="bol").options
