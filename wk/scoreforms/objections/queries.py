"""Queries of objections: the version that a player may speak about, and what was said of a form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.game import Document, Game
from scoring.text import Text
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections.cells import cell_of, is_cell_of_others, own_rows
from wk.scoreforms.review.queries import open_checks
from wk.tournament.models import Entry, Round, Seat, Table

MOST_A_ROUND = 5  # objections of one player to the form of one round


def version_in_question(
    version: Version | None, round: Round, *, is_from_table: bool
) -> Version | None:
    """Return the version that a player may see and speak about, None if there is none.

    `version` is the one that counts or waits. With the code of his card a player sees what everyone
    sees: a form that counts, in a round of which nothing is held back. With the code of the table
    he sees what its phone shows: a form that counts, or that the phone handed in, unless two
    typings of it differ.
    """
    if version is None:
        return None
    if not is_from_table:
        return version if version.is_counted and not round.withheld else None
    is_shown = version.is_counted or version.source == Version.Source.PHONE
    return version if is_shown and not open_checks().filter(version=version).exists() else None


def left_to_say(said: Iterable[Objection], entry: Entry) -> int:
    """Return how many more objections a player may make to a form, of which `said` are all."""
    return max(0, MOST_A_ROUND - sum(each.entry_id == entry.pk for each in said))


@dataclass(frozen=True, slots=True)
class ToldObjection:
    """An objection in words: the cell, what stood there, what it should be, what stands there now.

    `outcome` is the value since the answer, or the present one without an answer.
    `is_before_seat_change`: the cell is another player's by now, so its value tells nothing of what
    was said, and `outcome` is what stood there.
    """

    objection: Objection
    where: Text
    stood: Text
    wanted: Text
    outcome: Text
    is_before_seat_change: bool = False


def told(
    objections: Iterable[Objection], rules: Game, content: Document, entries: tuple[Entry, ...]
) -> tuple[ToldObjection, ...]:
    """Return the objections to a form in words; `content` is that of the form now."""
    cells, players = rules.to_cells(content), [entry.pk for entry in entries]

    def words(objection: Objection, value: str) -> Text:
        shown = cell_of(rules, content, entries, objection.path, value).shown
        return shown if value else Text("leeg", "empty")

    def in_words(each: Objection) -> ToldObjection:
        is_old = is_before_seat_change(each, rules, content, players)
        now = each.stood if is_old else cells.get(each.path, "")
        return ToldObjection(
            each,
            cell_of(rules, content, entries, each.path, "").accessible_name,
            words(each, each.stood),
            words(each, each.wanted),
            words(each, each.outcome if each.is_answered else now),
            is_old,
        )

    return tuple(map(in_words, objections))


def is_before_seat_change(
    objection: Objection, rules: Game, content: Document, players: Sequence[int]
) -> bool:
    """Return whether the player of an objection has left the seat to which its cell belongs.

    `players` are the keys of the entries at the table now, in seat order.
    """
    if objection.entry_id not in players:
        return True
    seat = players.index(objection.entry_id) + 1
    return is_cell_of_others(rules, content, len(players), seat, objection.path)


def is_own_cell(
    objection: Objection, rules: Game, content: Document, seats: Sequence[Seat]
) -> bool:
    """Return whether the cell of an objection is still one of the player's own.

    After a change of seats the same path names a cell of somebody else.
    """
    seat = next((seat for seat in seats if seat.entry_id == objection.entry_id), None)
    rows = own_rows(rules, content, len(seats), seat.number) if seat else ()
    return any(field.path == objection.path for row in rows for field in row.fields)


def objections_to(table: Table) -> tuple[Objection, ...]:
    """Return what was said about the form of a table, the oldest first; one query."""
    found = Objection.objects.filter(form__table=table)
    return tuple(found.select_related("entry", "answered_by", "version"))


def open_objection(table: Table, key: int | None) -> Objection | None:
    """Return an objection to the form of a table that is still open, None if there is none."""
    if key is None:
        return None
    found = Objection.objects.open().filter(form__table=table, pk=key)
    return found.select_related("entry").first()
