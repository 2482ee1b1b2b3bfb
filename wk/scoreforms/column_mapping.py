"""The columns of a form: their players, and their new order after a change of seats.

Columns are identified by keys in seat order: the keys of the players, or those of their seats.
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


def column_keys(
    seats: Sequence[Seat], players: Keys, seat_keys: Keys
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the keys of the columns on a page, and those of the columns of the table now.

    `players` and `seat_keys` are the start numbers and seat keys from the page; `seats` are the
    seats of the table now. If the two results are equal, the columns are the same.

    The results are keys of seats. A seat moves along with a player that turns out to have sat
    elsewhere, and stays if players only swapped names. If the page sent no seats, or a seat that no
    longer exists, the results are start numbers. The same start numbers in another order then count
    as equal.
    """
    now = tuple(seat.pk for seat in seats)
    sent = tuple(seat_keys) if len(seat_keys) == len(players) else ()
    if sent and (sent == now or Seat.objects.filter(pk__in=sent).count() == len(sent)):
        return sent, now
    numbers = tuple(seat.entry.number for seat in seats)
    return numbers if sorted(players) == sorted(numbers) else tuple(players), numbers


def check_same_players(version: Version, players: Sequence[int]) -> None:
    """Raise ActionRefused unless a version was written for these players, as keys in seat order."""
    if version.players != players:
        raise ActionRefused(_("This was written for other players than those who sit here now."))


def move_columns(rules: Game, document: Document, *, before: Keys, now: Keys) -> Document:
    """Return a document with its columns moved from the seats `before` to the seats `now`.

    The column of a player that left the table is dropped; that of a newcomer is empty.
    """
    cells, new_numbers = rules.to_cells(document), _new_numbers(before, now)
    targets = {
        _cell_key(field, field.place.seat): field for field in _fields(rules, document, len(now))
    }
    moved = {}
    for field in _fields(rules, document, len(before)):
        text, seat = cells.get(field.path, ""), field.place.seat
        # No seat has the number -1, so the cells of a player that left have no target.
        target = targets.get(_cell_key(field, new_numbers.get(seat, -1) if seat else 0))
        if text and target:
            # Seats have other numbers now, so a cell that names a seat changes its content too.
            is_seat = field.kind == "seat"
            moved[target.path] = _new_number(text, new_numbers, len(now)) if is_seat else text
    content = rules.from_cells(moved, len(now))
    # An empty list of totals says that the form takes totals only; it has no cell.
    return {"totals": []} | content if "totals" in document else content


def move_paper_totals(totals: Sequence[int | None], *, before: Keys, now: Keys) -> list[int | None]:
    """Return the totals on the paper, moved like the columns; empty if no total is left."""
    new_numbers = _new_numbers(before, now)
    by_seat = {new_numbers.get(seat): total for seat, total in enumerate(totals, 1)}
    moved = [by_seat.get(seat) for seat in range(1, len(now) + 1)]
    return moved if any(total is not None for total in moved) else []


def _new_numbers(before: Keys, now: Keys) -> dict[int, int]:
    """Return the new number of each seat, from 1, by its old one; only of players still there."""
    seats = {key: seat for seat, key in enumerate(now, 1)}
    return {seat: seats[key] for seat, key in enumerate(before, 1) if key in seats}


def _fields(rules: Game, document: Document, seats: int) -> tuple[Field, ...]:
    return (*rules.layout(seats, document).fields, *totals_fields(seats))


def _cell_key(field: Field, seat: int) -> tuple[object, ...]:
    """Return a key that finds the same cell in another column; the path outside the columns."""
    return (field.place.deal, field.label, seat) if seat else (field.path,)


def _new_number(text: str, new_numbers: dict[int, int], seats: int) -> str:
    """Return the new text of a cell that holds the number of a seat.

    It is "" if the player of that seat left, or if the number was no seat before and is one now. A
    number that is no seat of either table stays.
    """
    numbers = {str(before): str(now) for before, now in new_numbers.items()}
    return numbers.get(text, "" if text in map(str, range(1, seats + 1)) else text)
