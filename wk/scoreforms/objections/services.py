"""Services of objections: say that a cell is not right, and answer."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.scoreforms.form_lock import LockedForm, RoundClosed, lock_begun_form, lock_form
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections.cells import field_at, normal_value, own_rows
from wk.scoreforms.objections.queries import (
    is_before_seat_change,
    is_own_cell,
    left_to_say,
    version_in_question,
)
from wk.tournament.models import Entry, Round, Table
from wk.tournament.round_states import closed_words


class AnsweredAlready(ActionRefused):
    """The refusal of an answer to an objection that somebody else has answered."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What a player says: the path of a cell, the value that it should have, and a sentence.

    `is_from_table`: he says so with the code of the table, and not with that of his card.
    """

    path: str
    wanted: str
    words: str = ""
    is_from_table: bool = False


@transaction.atomic
def say(*, table: Table, entry: Entry, saying: Saying, now: datetime) -> Objection:
    """Store that a player finds a cell of his form not right; the form stays as it is.

    The same said twice is stored once. Raises ActionRefused if the round has not started or is
    final, if the player has no seat here or may not see the form, if the cell is not his or cannot
    have that value, and if he has spoken about it or has said as much as he may.
    """
    form = lock_begun_form(table)
    if form.table.round.state == Round.State.FINAL:
        raise RoundClosed(closed_words(form.table.round))
    path, stood, wanted = _cell(form, entry, saying)
    said = list(form.score_form.objections.all())
    mine = (each for each in said if each.entry_id == entry.pk and each.path == path)
    if before := next((each for each in mine if not each.is_answered), None):
        if before.wanted != wanted:
            raise ActionRefused(_("You have said something about this cell: wait for the answer."))
        return before
    if wanted == stood:
        raise ActionRefused(_("That is what stands there."))
    if not left_to_say(said, entry):
        raise ActionRefused(_("You have said enough about this form: go to the director."))
    return Objection.objects.create(
        form=form.score_form,
        entry=entry,
        path=path,
        stood=stood,
        wanted=wanted,
        words=saying.words.strip(),
        is_from_table=saying.is_from_table,
        said_at=now,
    )


def _cell(form: LockedForm, entry: Entry, saying: Saying) -> tuple[str, str, str]:
    """Return the path of the cell that a player means, its text, and the text that he wants.

    Raises ActionRefused if he may not see the form, or the cell cannot have that text.
    """
    round, rules, seats = form.table.round, form.rules, len(form.seats)
    seat = next((seat for seat in form.seats if seat.entry_id == entry.pk), None)
    version = version_in_question(form.current, round, is_from_table=saying.is_from_table)
    # One refusal for a form that is not in and for one that is held back: they tell nothing apart.
    if seat is None or version is None:
        raise ActionRefused(_("There is nothing to see of this form yet."))
    field = field_at(own_rows(rules, version.content, seats, seat.number), saying.path)
    layout = rules.layout(seats, version.content)
    wanted = normal_value(rules, layout, field, saying.wanted, seats)
    return field.path, rules.to_cells(version.content).get(field.path, ""), wanted


@transaction.atomic
def answer(*, objection: Objection, author: User, words: str, now: datetime) -> Objection:
    """Answer an objection in words; the form stays as it is.

    The same answer twice is stored once. Raises ActionRefused without words, RoundClosed as
    `lock_form`, and AnsweredAlready if somebody else was first or a correction answered it.
    """
    refuse_unless_may(author, Act.ANSWER_OBJECTIONS, _("Only the office can answer this."))
    form = lock_form(objection.form.table, author)
    asked = Objection.objects.select_related("entry").get(pk=objection.pk)
    words = words.strip()
    if asked.is_answered:
        if (asked.answered_by_id, asked.answer) == (author.pk, words):
            return asked
        raise AnsweredAlready(_("Somebody else has answered this already."))
    if not words:
        raise ActionRefused(_("An answer needs words."))
    current = form.current
    outcome = asked.stood
    # After a change of seats the cell is somebody else's: its value is no answer to this player.
    if current and not is_before_seat_change(asked, form.rules, current.content, form.players):
        outcome = _value(form, current, asked)
    return _answered(form, asked, current, outcome, words, author, now)


def settle(form: LockedForm, version: Version, *, by: User | None, now: datetime) -> None:
    """Close the open objections of a form that has what they ask for, since this version counts.

    The reason of the version is the answer. After a change of seats the objection may name a cell
    of somebody else, which answers nothing. Call this with the form locked.
    """
    asked = form.score_form.objections.filter(answered_at=None).select_related("entry")
    for each in asked:
        is_as_wanted = _value(form, version, each) == each.wanted
        if is_as_wanted and is_own_cell(each, form.rules, version.content, form.seats):
            _answered(form, each, version, each.wanted, version.reason, by, now)


def _value(form: LockedForm, version: Version, asked: Objection) -> str:
    return form.rules.to_cells(version.content).get(asked.path, "")


def _answered(
    form: LockedForm,
    asked: Objection,
    version: Version | None,
    outcome: str,
    words: str,
    by: User | None,
    now: datetime,
) -> Objection:
    """Store an answer with its line in the log, and return the objection."""
    asked.answered_by, asked.answered_at, asked.answer = by, now, words
    asked.outcome, asked.version = outcome, version
    asked.save()
    round = form.table.round
    auditlog.record(
        tournament=round.tournament,
        kind=AuditLogEntry.Kind.ANSWERED,
        about=str(asked.entry),
        author=by,
        now=now,
        entry=asked.entry,
        round=round,
        payload={
            "objection": asked.pk,
            "table": form.table.number,
            "is_corrected": asked.is_corrected,
        },
        reason=words,
    )
    return asked
