"""The forms of which the holder of a key may say that they are not right, and what was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q
from django.utils import timezone

from scoring.game import Document, Game
from scoring.layout import Field
from wk.phones.guides import Data, by_language
from wk.phones.models import PlayerKey
from wk.scoreforms.cells import Cell, options_of
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections.cells import OwnRow, own_rows
from wk.scoreforms.objections.queries import (
    ToldObjection,
    left_to_say,
    told,
    version_in_question,
)
from wk.tournament.models import BEGUN, Entry, Round, Seat, Table
from wk.tournament.name_search import distinct_names
from wk.tournament.round_states import closed_words


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """Who holds a key: a player with his card, or the people at a table with its code.

    `entry` is the player of a card, None for a table; `table` is the table, None for a card.
    """

    entry: Entry | None = None
    table: Table | None = None

    def may_speak_for(self, seat: Seat) -> bool:
        """Return whether something may be said with this key for the player of a seat."""
        return self.table is not None or (self.entry is not None and seat.entry_id == self.entry.pk)


def player_of(key: str) -> Entry | None:
    """Return the player whose card has this key.

    The result is None for an unknown or revoked key, and for a player who has left: his seats are
    those of somebody else from then on.
    """
    keys = PlayerKey.objects.filter(key=key, revoked_at=None, entry__withdrawn_after=None)
    valid = keys.select_related("entry__tournament").first()
    return valid.entry if valid else None


def forms_of(holder: KeyHolder) -> list[Data]:
    """Return the forms that the holder of a key may speak about, as data, the last round first.

    A form that is not in, or that is held back from this reader, is left out, with everything that
    was said about it. Six queries at most, and one for each form at a table with a code.
    """
    tables = Table.objects.filter(round__state__in=BEGUN)
    if holder.table:
        own = tables.filter(pk=holder.table.pk)
    else:
        own = tables.filter(seats__entry=holder.entry)
    is_current = Q(is_counted=True) | Q(is_waiting=True)
    found = own.select_related("round__tournament", "form").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("entry").order_by("number")),
        Prefetch("form__versions", Version.objects.filter(is_current).order_by("-is_counted")),
        Prefetch("form__objections", Objection.objects.select_related("entry")),
    )
    forms = (_form_data(holder, table) for table in found.order_by("-round__number"))
    return [form for form in forms if form]


def _form_data(holder: KeyHolder, table: Table) -> Data | None:
    versions = list(table.form.versions.all()) if hasattr(table, "form") else []
    current = versions[0] if versions else None
    is_from_table = holder.table is not None
    version = version_in_question(current, table.round, is_from_table=is_from_table)
    if version is None:
        return None
    seats = tuple(table.seats.all())
    entries = tuple(seat.entry for seat in seats)
    names = distinct_names(entries)
    said = tuple(table.form.objections.all())
    is_final = table.round.state == Round.State.FINAL
    writer = _FormWriter(table.round.rules, version.content, entries, said)
    return {
        "round": table.round.number,
        "table": table.number,
        "closed": closed_words(table.round) if is_final else "",
        "seats": [
            writer.seat(seat, name)
            for seat, name in zip(seats, names, strict=True)
            if holder.may_speak_for(seat)
        ],
    }


@dataclass(frozen=True, slots=True)
class _FormWriter:
    """A writer of one form as data, for the players who may speak about it."""

    rules: Game
    content: Document
    entries: tuple[Entry, ...]
    said: Sequence[Objection]

    def seat(self, seat: Seat, name: str) -> Data:
        """Return the cells that the player of a seat may point at, and what he has said."""
        rows = own_rows(self.rules, self.content, len(self.entries), seat.number)
        cells = self.rules.to_cells(self.content)
        mine = [each for each in self.said if each.entry_id == seat.entry_id]
        return {
            "seat": seat.number,
            "name": name,
            "left": left_to_say(self.said, seat.entry),
            "rows": [self._row(row, cells) for row in rows],
            "said": [
                _told_data(each) for each in told(mine, self.rules, self.content, self.entries)
            ],
        }

    def _row(self, row: OwnRow, cells: Mapping[str, str]) -> Data:
        written = [self._cell(field, cells.get(field.path, "")) for field in row.fields]
        return {"name": by_language(row.name), "cells": written}

    def _cell(self, field: Field, value: str) -> Data:
        cell = Cell(field, value, False, options_of(field, value, self.entries))
        options = [
            {"value": option.value, "text": by_language(option.text)} for option in cell.options
        ]
        return {
            "path": field.path,
            "kind": field.kind,
            "label": by_language(field.label),
            "value": value,
            "shown": by_language(cell.shown),
            "longest": field.longest,
            "choices": options,
        }


def _told_data(each: ToldObjection) -> Data:
    said = each.objection
    answer = None
    if said.answered_at:
        answer = {
            "words": said.answer,
            "at": f"{timezone.localtime(said.answered_at):%H:%M}",
            "isCorrected": said.is_corrected,
            "outcome": by_language(each.outcome),
        }
    return {
        "path": said.path,
        "where": by_language(each.where),
        "stood": by_language(each.stood),
        "wanted": by_language(each.wanted),
        "words": said.words,
        "at": f"{timezone.localtime(said.said_at):%H:%M}",
        "answer": answer,
    }
