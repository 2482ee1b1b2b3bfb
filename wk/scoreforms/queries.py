"""Nouns of the paper trail: which forms are in, and what a form says."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from scoring.game import Document, Game
from scoring.layout import Field
from scoring.text import Text
from wk.accounts.models import User
from wk.scoreforms.models import ScoreForm, Version
from wk.tournament.models import Entry, Round, Seat, Table


@dataclass(frozen=True, slots=True)
class FormStatus:
    """How far the form of one table is: `state` is missing, draft or counted."""

    table: Table
    state: str
    by: User | None
    at: datetime | None
    version: int


@dataclass(frozen=True, slots=True)
class FormCount:
    """How many forms of a round count, of how many."""

    round: Round
    counted: int
    total: int

    @property
    def missing(self) -> int:
        """How many are still to come."""
        return self.total - self.counted


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell in which two forms differ, and what stands in it on each."""

    field: Field
    mine: str
    theirs: str

    @property
    def mine_in_words(self) -> Text:
        """What stands on mine, as people read it."""
        return _in_words(self.field, self.mine)

    @property
    def theirs_in_words(self) -> Text:
        """What stands on theirs, as people read it."""
        return _in_words(self.field, self.theirs)


def differences(game: Game, seats: int, mine: object, theirs: object) -> tuple[Difference, ...]:
    """Return the cells in which two documents of one table differ, in the order of writing.

    One may have more rows than the other: the cells of both are compared.
    """
    ours, others = game.to_cells(mine), game.to_cells(theirs)
    layouts = [game.layout(seats, document) for document in (mine, theirs)]
    longer, shorter = sorted(layouts, key=lambda layout: len(layout.rows), reverse=True)
    fields = {field.path: field for field in (*longer.fields, *shorter.fields)}
    return tuple(
        Difference(field, ours.get(path, ""), others.get(path, ""))
        for path, field in fields.items()
        if ours.get(path, "") != others.get(path, "")
    )


def _in_words(field: Field, value: str) -> Text:
    chosen = (choice.text for choice in field.choices if choice.value == value)
    return next(chosen, Text(value, value))


def form_count(round: Round) -> FormCount:
    """Return how many forms of a round count, in two queries."""
    counted = Version.objects.filter(is_counted=True, form__table__round=round).count()
    return FormCount(round, counted, round.tables.count())


def round_forms(round: Round) -> tuple[FormStatus, ...]:
    """Return the state of every form of a round by table number, in a few queries."""
    counted = Version.objects.filter(is_counted=True).select_related("author")
    tables = (
        round.tables.order_by("number")
        .select_related("form", "form__draft_by")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry").order_by("number")),
            Prefetch("form__versions", counted, to_attr="counted_versions"),
        )
    )
    return tuple(_status(table) for table in tables)


def _status(table: Table) -> FormStatus:
    form: ScoreForm | None = getattr(table, "form", None)
    if form is None:
        return FormStatus(table, "missing", None, None, 0)
    versions: list[Version] = getattr(form, "counted_versions", [])
    if versions:
        version = versions[0]
        return FormStatus(table, "counted", version.author, version.saved_at, version.number)
    if form.draft is not None:
        return FormStatus(table, "draft", form.draft_by, form.draft_at, 0)
    return FormStatus(table, "missing", None, None, 0)


def written(table: Table) -> tuple[Document, Version | None, ScoreForm | None]:
    """Return what the form of a table says now (the draft, else the version that counts, else
    nothing), the version that counts, and the form."""
    form = ScoreForm.objects.filter(table=table).select_related("draft_by").first()
    counted = form.counted if form else None
    if form and form.draft is not None:
        return form.draft, counted, form
    return (counted.content if counted else {}), counted, form


def seated(table: Table) -> tuple[Entry, ...]:
    """Return who sits at a table, in seat order."""
    return tuple(seat.entry for seat in table.seats.select_related("entry").order_by("number"))
