"""Forms of the overtaken laptop, brought to the new first as drafts of the director.

None of them counts by itself: the director opens each one, sees what the new first has, and hands
it in, or does not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _

from scoring.game import Document, Game
from scoring.problems import Invalid
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.tournament.models import Seat, Table


class Outcome(StrEnum):
    """What became of a form: it is a draft now, it was here already, or it was refused."""

    DRAFT = "draft"
    HERE = "here"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class SentForm:
    """A form of the file: where it belongs, the start numbers in seat order, and its content."""

    tournament: str
    round: int
    table: int
    players: Sequence[int]
    document: Document


@dataclass(frozen=True, slots=True)
class Brought:
    """A form of the file: where it belongs, and what became of it; `why` are words."""

    tournament: str
    round: int
    table: int
    outcome: Outcome
    why: str = ""


def bring(*, forms: Iterable[SentForm], author: User, now: datetime) -> list[Brought]:
    """Store each form as a draft of `author`, unless the same form is here already.

    A form that was not complete at the other laptop is brought in as it was. Done twice is done
    once.
    """
    return [_brought(form, author, now) for form in forms]


def _brought(form: SentForm, author: User, now: datetime) -> Brought:
    where = form.tournament, form.round, form.table
    place = {"round__tournament__slug": form.tournament, "round__number": form.round}
    tables = Table.objects.filter(**place, number=form.table).select_related("round__tournament")
    table = tables.first()
    if table is None:
        return Brought(*where, Outcome.REFUSED, _("There is no such table here."))
    seats = Seat.objects.filter(table=table).order_by("number")
    if list(seats.values_list("entry__number", flat=True)) != form.players:
        return Brought(*where, Outcome.REFUSED, _("Other players sit here."))
    document = _readable(table.round.rules, form.document, len(form.players))
    if Version.objects.filter(form__table=table, content=document).exists():
        return Brought(*where, Outcome.HERE)
    try:
        save_draft(table=table, document=document, author=author, now=now)
    except ActionRefused as refusal:
        return Brought(*where, Outcome.REFUSED, str(refusal))
    return Brought(*where, Outcome.DRAFT)


def _readable(rules: Game, document: Document, seats: int) -> Document:
    """Return the content as it is stored; of one that is not complete, all its cells."""
    try:
        return rules.normal(document, seats)
    except Invalid:
        content = rules.from_cells(rules.to_cells(document), seats)
        # An empty list of totals says that the form takes totals only; it has no cell.
        return {"totals": []} | content if "totals" in document else content
