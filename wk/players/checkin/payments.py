"""Who has paid: noted at the desk, for tournaments that want that. Only officials see it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.models import Entry, Payment, Tournament


@dataclass(frozen=True, slots=True)
class Payments:
    """The payments of a tournament: the start numbers of the players who have paid.

    `is_noted` is False where the desk notes no payments; `paid` is empty then.
    """

    is_noted: bool
    paid: frozenset[int] = frozenset()


NOT_NOTED = Payments(is_noted=False)


def payments_of(tournament: Tournament) -> Payments:
    """Return the payments of a tournament; one query, none where they are not noted."""
    if not tournament.notes_payments:
        return NOT_NOTED
    numbers = Payment.objects.filter(entry__tournament=tournament).values_list("entry__number")
    return Payments(is_noted=True, paid=frozenset(number for (number,) in numbers))


@transaction.atomic
def note_payment(*, entry: Entry, author: User | None, now: datetime) -> bool:
    """Note that a player has paid; return whether that was not noted before.

    Raises ActionRefused if the player is off the list by now, or if the desk notes no payments any
    more: nobody would see this one.
    """
    tournament = lock_row(Tournament.objects.filter(pk=entry.tournament_id))
    if not tournament.notes_payments:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    locked = lock_row(Entry.objects.filter(pk=entry.pk))
    _payment, is_new = Payment.objects.get_or_create(
        entry=locked, defaults={"at": now, "author": author}
    )
    return is_new


@transaction.atomic
def undo_payment(*, entry: Entry) -> bool:
    """Remove the note that a player has paid; return whether there was one."""
    lock_row(Tournament.objects.filter(pk=entry.tournament_id))
    count, _by_model = Payment.objects.filter(entry=entry).delete()
    return bool(count)
