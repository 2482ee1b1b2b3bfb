"""Short forms of changes to players, for tables of cases."""

from tests.players.conftest import (
    LATER,
    NOON,
)
from wk.auditlog.undo import undo
from wk.players import replacements
from wk.players.services import edit_entry
from wk.rounds.seat_swaps.services import swap_seats


def entry_at(tournament, number):
    return tournament.entries.get(number=number)


def edit(tournament, who, **facts):
    facts = {"name": "Ander", "club": "", "number": who} | facts
    edit_entry(entry=entry_at(tournament, who), **facts)


def substitute(tournament, number, **facts):
    seat = tournament.rounds.get(number=1).seats.get(entry__number=number)
    facts = {"name": "Piet Kok", "from_deal": 8, "author": None, "now": NOON} | facts
    replacements.substitute(seat=seat, **facts)


def replace(tournament, number, name):
    entry = entry_at(tournament, number)
    return replacements.replace(entry=entry, name=name, club="", author=None, now=NOON)


def swap(tournament, number, one, other):
    round = tournament.rounds.get(number=number)
    first, second = entry_at(tournament, one), entry_at(tournament, other)
    swap_seats(round=round, first=first, second=second, author=None, now=NOON)


def undo_first(tournament, kind):
    log_entry = tournament.log_entries.filter(kind=kind).earliest("pk")
    undo(log_entry=log_entry, author=None, now=LATER)
