"""Tournaments with constraints, and where their draws seated the players."""

import datetime as dt
from itertools import combinations

from django.urls import reverse

from tests.listed_players import tournament_with_players
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.tournament.queries import seatings


def make_tournament(players, *, clubs=0, slug="wk", **facts):
    """Return a tournament of so many players. They are spread over so many clubs, if any."""
    people = [
        NewEntry(f"Speler {n}", f"Club {n % clubs}" if clubs else "") for n in range(1, players + 1)
    ]
    return tournament_with_players("WK", dt.date(2026, 11, 21), people, slug=slug, **facts)[0]


def entries_of(tournament, *numbers):
    """Return the entries with these start numbers."""
    return list(tournament.entries.filter(number__in=numbers))


def separate_players(tournament, *numbers, name="", is_hard=True):
    """Ask that these players do not sit together; return the constraint."""
    return constraint_services.separate(
        tournament=tournament, entries=entries_of(tournament, *numbers), name=name, is_hard=is_hard
    )


def fix_seat(tournament, number, **where):
    """Give a player a fixed table, a fixed seat or both; return the constraint."""
    entry = tournament.entries.get(number=number)
    return constraint_services.fix_seat(entry=entry, **({"table": None, "seat": None} | where))


def seat_of(tournament, round, player):
    """Return the table and the seat of a player in a round, both from 1."""
    return next(
        (number, table.index(player) + 1)
        for number, table in enumerate(seatings(tournament)[round - 1], 1)
        if player in table
    )


def count_meetings(tournament, *numbers):
    """Return how many times two of these players sit at one table."""
    return sum(
        {one, other} <= {*table}
        for tables in seatings(tournament)
        for table in tables
        for one, other in combinations(numbers, 2)
    )


def rounds_url(name="constraints", *args, slug="wk"):
    """Return the address of a page of the rounds."""
    return reverse(f"rounds:{name}", args=[slug, *args])
