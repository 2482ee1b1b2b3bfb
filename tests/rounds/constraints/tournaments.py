"""Tournaments with constraints of the draw, and what their draws made of these."""

import datetime as dt
from itertools import combinations

from django.urls import reverse

from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.tournament import services
from wk.tournament.queries import seatings


def make_tournament(players, *, clubs=0, slug="wk", **facts):
    """A tournament of so many players, the first of them spread over so many clubs."""
    made = services.create_tournament(name="WK", slug=slug, date=dt.date(2026, 11, 21), **facts)
    rows = [
        NewEntry(f"Speler {n}", f"Club {n % clubs}" if clubs else "") for n in range(1, players + 1)
    ]
    roster.enter_many(tournament=made, rows=rows)
    return made


def entries_of(tournament, *numbers):
    return list(tournament.entries.filter(number__in=numbers))


def separate_players(tournament, *numbers, name="", is_hard=True):
    return constraint_services.separate(
        tournament=tournament, entries=entries_of(tournament, *numbers), name=name, is_hard=is_hard
    )


def fix_seat(tournament, number, **where):
    entry = tournament.entries.get(number=number)
    return constraint_services.fix_seat(entry=entry, **({"table": None, "seat": None} | where))


def seat_of(tournament, round, player):
    """At which table and in which seat a player is, from 1."""
    return next(
        (number, table.index(player) + 1)
        for number, table in enumerate(seatings(tournament)[round - 1], 1)
        if player in table
    )


def count_meetings(tournament, *numbers):
    """How often two of these players sit at one table."""
    return sum(
        {one, other} <= {*table}
        for tables in seatings(tournament)
        for table in tables
        for one, other in combinations(numbers, 2)
    )


def rounds_url(name="constraints", *args, slug="wk"):
    """Return the address of a page of the draws."""
    return reverse(f"rounds:{name}", args=[slug, *args])
