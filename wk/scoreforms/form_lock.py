"""A score form under its lock: its seats, rules and versions are read once, and passed along."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.game import Game
from scoring.layout import Progress
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.models import ScoreForm, Version
from wk.tournament.models import Round, Seat, Table
from wk.tournament.round_states import why_closed


class RoundClosed(ActionRefused):
    """The refusal of a form in a round that is closed to its author."""


@dataclass(frozen=True)
class LockedForm:
    """The form of a table that this transaction has locked.

    `table` has its round and tournament, `seats` are in order and have their entries. The rules and
    the versions are read when they are first asked for. `versions` are those before this
    transaction stores one.
    """

    score_form: ScoreForm
    table: Table
    seats: tuple[Seat, ...]

    @cached_property
    def rules(self) -> Game:
        """Return the game as the table plays it."""
        return self.table.round.rules

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        """Return all versions of the form, the oldest first."""
        return tuple(self.score_form.versions.order_by("number"))

    @property
    def current(self) -> Version | None:
        """Return the version that counts, else the one that waits, None without either."""
        counted = (version for version in self.versions if version.is_counted)
        waiting = (version for version in self.versions if version.is_waiting)
        return next(counted, None) or next(waiting, None)

    @property
    def players(self) -> list[int]:
        """Return the keys of the entries at the table, in seat order."""
        return [seat.entry_id for seat in self.seats]

    def progress(self, document: object) -> Progress:
        """Return rows, totals and problems of a document for this table. Raises nothing."""
        return self.rules.progress(document, len(self.seats))


def lock_form(table: Table, author: User | None) -> LockedForm:
    """Return the form of a table as `lock_begun_form` does; its author may change it.

    `author` is None for the table's phone. Raises ActionRefused if the round has not started,
    RoundClosed if the round is closed to this author.
    """
    form = lock_begun_form(table)
    if why := why_closed(form.table.round, author):
        raise RoundClosed(why)
    return form


def lock_begun_form(table: Table) -> LockedForm:
    """Return the form of a table in a round that has begun, locked until the transaction ends.

    A second transaction waits for the first. Raises ActionRefused if the round has not started.
    """
    locked = lock_row(Table.objects.filter(pk=table.pk))
    # Lock order: the round is read after its table is locked. Closing a round locks its tables
    # first, so the state of the round cannot change until this transaction ends. The seats are
    # read with it, and the form: a change of seats locks the tables too, and so does a moment that
    # comes back. A form joined to the query that waits would be the one of before.
    seats = tuple(
        Seat.objects.filter(table=locked)
        .select_related("entry", "round__tournament", "table__form")
        .order_by("number")
    )
    locked.round = seats[0].round if seats else _round_of(locked)
    if not locked.round.is_started:
        raise ActionRefused(_("This round has not started yet."))
    return LockedForm(_form_of(locked, seats), locked, seats)


def locked_form(form: ScoreForm) -> LockedForm:
    """Return the form of a table that the caller has locked already."""
    return LockedForm(form, form.table, seats_at(form.table))


def _round_of(table: Table) -> Round:
    """Return the round of a table without seats."""
    return Round.objects.select_related("tournament").get(pk=table.round_id)


def _form_of(table: Table, seats: tuple[Seat, ...]) -> ScoreForm:
    """Return the form of a locked table, as its seats were read with it; one without gets one.

    The form is a row of its own. The lock on its table protects its creation too.
    """
    if seats:
        form = getattr(seats[0].table, "form", None)
    else:
        form = ScoreForm.objects.filter(table=table).first()
    form = form or ScoreForm.objects.create(table=table)
    form.table = table
    return form
