"""Services of calls for the director: a table calls or takes that back, an official goes there."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.phones.models import TableCall
from wk.scoreforms.form_lock import RoundClosed
from wk.tournament.models import Round, Table
from wk.tournament.round_states import why_closed

MOST = 3  # calls of one table in WITHIN
WITHIN = timedelta(minutes=10)


@transaction.atomic
def call_director(*, table: Table, press: str, now: datetime) -> TableCall:
    """Store that a table asks for the director, and return its call.

    The same press twice is one call, and so is a press while the table waits already. Raises
    RoundClosed if the round is closed, and ActionRefused for a table that calls very often.
    """
    locked = lock_row(Table.objects.filter(pk=table.pk))
    calls = TableCall.objects.filter(table=locked)
    if before := calls.filter(press=press).first() or calls.filter(ended_at=None).first():
        return before
    round = Round.objects.select_related("tournament").get(pk=locked.round_id)
    if why := why_closed(round, author=None):
        raise RoundClosed(why)
    if calls.filter(at__gt=now - WITHIN).count() >= MOST:
        raise ActionRefused(_("You have called very often. Walk to the director."))
    return TableCall.objects.create(table=locked, press=press, at=now)


@transaction.atomic
def take_call_back(*, table: Table, press: str, now: datetime) -> None:
    """Let a table end the call of this press. A call that has ended stays as it is."""
    locked = lock_row(Table.objects.filter(pk=table.pk))
    waiting = TableCall.objects.filter(table=locked, press=press, ended_at=None)
    waiting.update(ended_at=now, is_taken_back=True)


@transaction.atomic
def answer_call(*, call: TableCall, author: User, now: datetime) -> TableCall:
    """Store that an official goes to a table that called. Twice is once.

    Raises ActionRefused if the table has taken its call back, or somebody else goes there.
    """
    refuse_unless_may(author, Act.ANSWER_CALLS, _("Only the director can answer a call."))
    lock_row(Table.objects.filter(pk=call.table_id))
    locked = lock_row(TableCall.objects.filter(pk=call.pk))
    if locked.is_taken_back:
        raise ActionRefused(_("The table has taken its call back."))
    if locked.ended_at is not None and locked.ended_by_id != author.pk:
        raise ActionRefused(_("Somebody else has gone there already."))
    if locked.ended_at is None:
        locked.ended_at, locked.ended_by = now, author
        locked.save(update_fields=["ended_at", "ended_by"])
    return locked


def end_calls(*, round: Round, now: datetime) -> None:
    """End all calls of a round that is being closed: nobody waits when it is opened again.

    Call this within the transaction of that step.
    """
    TableCall.objects.filter(table__round=round, ended_at=None).update(ended_at=now)
