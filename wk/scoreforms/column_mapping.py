"""The columns of a form: to which players they belong, and how they follow a change of seats.

Columns are identified by keys, in seat order: of players, or of their seats.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.game import Document, Game
from scoring.layout import Field
from scoring.totals import totals_fields
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Version
from wk.tournament.models import Seat, Table

Keys = Sequence[int]


def seats_at(table: Table) -> tuple[Seat, ...]:
    """Return the seats of a table with their entries, in order."""
    return tuple(table.seats.select_related("entry").order_by("number"))


def players_at(table: Table) -> list[int]:
    """Return the keys of the entries at a table, in seat order."""
    return list(table.seats.order_by("number").values_list("entry", flat=True))


def columns_told(
    seats: Sequence[Seat], players: Keys, seat_keys: Keys
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the keys of the columns that were sent, and those of the present columns.

    Both are equal if the columns are the same. They are keys of seats: a seat moves along with a
    player found to have sat elsewhere, and stays if players only swapped. If no seats were sent, or
    one no longer exists, both are start numbers (`players`); these count as equal in any order.
    """
    now = tuple(seat.pk for seat in seats)
    sent = tuple(seat_keys) if len(seat_keys) == len(players) else ()
    if sent and (sent == now or Seat.objects.filter(pk__in=sent).count() == len(sent)):
        return sent, now
    numbers = tuple(seat.entry.number for seat in seats)
    return numbers if sorted(players) == sorted(numbers) else tuple(players), numbers


def check_players_of(version: Version, players: Sequence[int]) -> None:
    """Refuse a version written for other players than these, given by their keys in seat order."""
    if version.players != players:
        raise ActionRefused(_("This was written for other players than those who sit here now."))


def carried(rules: Game, document: Document, *, before: Keys, now: Keys) -> Document:
    """Return a document with its columns moved from the seats `before` to the seats `now`.

    The column of a player no longer there is dropped, that of a newcomer is empty.
    """
    cells, goes = rules.to_cells(document), _goes(before, now)
    there = {_role(field, field.place.seat): field for field in _fields(rules, document, len(now))}
    written = {}
    for field in _fields(rules, document, len(before)):
        text, seat = cells.get(field.path, ""), field.place.seat
        found = there.get(_role(field, goes.get(seat, -1) if seat else 0))
        if text and found:
            is_seat = field.kind == "seat"
            written[found.path] = _seat(text, goes, len(now)) if is_seat else text
    content = rules.from_cells(written, len(now))
    return {"totals": []} | content if "totals" in document else content


def carried_totals(written: Sequence[int | None], *, before: Keys, now: Keys) -> list[int | None]:
    """Return the totals on the paper moved in the same way; empty if no total is left."""
    goes = _goes(before, now)
    came = {goes.get(seat): total for seat, total in enumerate(written, 1)}
    totals = [came.get(seat) for seat in range(1, len(now) + 1)]
    return totals if any(total is not None for total in totals) else []


def _goes(before: Keys, now: Keys) -> dict[int, int]:
    """Return the new number of each seat, from 1, by its old one; only of players still there."""
    seats = {key: seat for seat, key in enumerate(now, 1)}
    return {seat: seats[key] for seat, key in enumerate(before, 1) if key in seats}


def _fields(rules: Game, document: Document, seats: int) -> tuple[Field, ...]:
    return (*rules.layout(seats, document).fields, *totals_fields(seats))


def _role(field: Field, seat: int) -> tuple[object, ...]:
    """Return what identifies a cell within its column; without a seat that is its path."""
    return (field.place.deal, field.label, seat) if seat else (field.path,)


def _seat(text: str, goes: dict[int, int], seats: int) -> str:
    """Return the new number of a seat that is the value of a cell.

    "" if its player left, or if the number was no seat before and is one now.
    """
    there = {str(before): str(now) for before, now in goes.items()}
    return there.get(text, "" if text in map(str, range(1, seats + 1)) else text)
