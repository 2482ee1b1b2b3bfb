"""Services of drafts, of the presence of officials at a form, and the lock on a form."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game import Document, Game
from wk.accounts.models import User
from wk.accounts.policy import POLICY, Act, may
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.models import Draft, Presence, ScoreForm
from wk.tournament.models import Round, Table
from wk.tournament.round_states import why_closed

# Pages report every ten seconds: three reports may be lost before an official counts as gone.
PRESENT = timedelta(seconds=35)

OTHERS_SIT_HERE = gettext_lazy(
    "Other players sit at this table now. What was kept stands here for them."
)
KEPT_IN_OWN_COLUMNS = gettext_lazy(
    "Other players sit at this table now. What you typed is kept, in their columns."
)


class EditConflict(ActionRefused):
    """The refusal of a form that another page has changed since the author's page was made."""


class SeatsChanged(ActionRefused):
    """The refusal of a page with other seats than the table has now."""


class RoundClosed(ActionRefused):
    """The refusal of a form in a round that is closed to its author."""


@transaction.atomic
def save_draft(
    *,
    table: Table,
    document: Document,
    author: User | None,
    now: datetime,
    expected: int = 0,
    paper_totals: Sequence[int | None] = (),
    seats: Sequence[int] | None = None,
) -> Draft:
    """Store the draft of an author, right or wrong; it does not count.

    `author` is None for the table's phone. `expected` is the revision of the draft that the page of
    the author shows, 0 for none. `paper_totals` has one total for each seat. `seats` are the keys
    of the seats on the page, None if they are not known. The same draft twice is stored once.

    Raises EditConflict if a draft with other content has been saved since, SeatsChanged if the
    table has other seats now, and ActionRefused in the cases of `lock_form` and `check_reserved`.
    """
    form = lock_form(table, author)
    seat_keys = [seat.pk for seat in seats_at(form.table)]
    if seats is not None and seat_keys != [*seats]:
        raise SeatsChanged(_("Other players sit at this table now. Load this page again."))
    check_reserved(form, document, author)
    draft = form.drafts.filter(author=author).first()
    # Done twice is done once, whatever revision the page knows: its last answer may be lost.
    if draft and (draft.content, draft.paper_totals) == (document, list(paper_totals)):
        return draft
    if draft and draft.revision != expected:
        raise EditConflict(_("This form was typed on in another window meanwhile."))
    draft = draft or Draft(form=form, author=author, revision=0)
    draft.content, draft.paper_totals, draft.saved_at = document, list(paper_totals), now
    draft.revision += 1
    draft.deals_done = rules_of(form).progress(document, len(seat_keys)).done
    draft.save()
    return draft


@transaction.atomic
def drop_draft(*, table: Table, author: User) -> None:
    """Delete the draft of an author; wait for any transaction that changes the same table."""
    # Locked without `lock_form`, which refuses a closed round: there a draft may still be dropped.
    lock_row(Table.objects.filter(pk=table.pk))
    Draft.objects.filter(form__table=table, author=author).delete()


@transaction.atomic
def mark_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Store that an official has a form open; return the other officials with it open.

    Raises ActionRefused in the cases of `lock_form`.
    """
    form = lock_form(table, user)
    Presence.objects.update_or_create(form=form, user=user, defaults={"seen_at": now})
    return others_present(table=table, user=user, now=now)


@transaction.atomic
def mark_absent(*, table: Table, user: User) -> None:
    """Store that an official has closed a form."""
    Presence.objects.filter(form__table=table, user=user).delete()


def others_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Return the other officials with the form of a table open."""
    others = Presence.objects.filter(form__table=table, seen_at__gt=now - PRESENT)
    found = others.exclude(user=user).select_related("user").order_by("pk")
    return tuple(other.user for other in found)


def lock_form(table: Table, author: User | None) -> ScoreForm:
    """Return the form of a table, locked until the transaction ends.

    A second transaction waits for the first. `author` is None for the table's phone. Raises
    ActionRefused if the round has not started, RoundClosed if the round is closed to this author.
    """
    locked = lock_row(Table.objects.filter(pk=table.pk))
    # Lock order: the round is read after its table is locked. Closing a round locks its tables
    # first, so the state of the round cannot change until this transaction ends.
    locked.round = Round.objects.select_related("tournament").get(pk=locked.round_id)
    if not locked.round.is_started:
        raise ActionRefused(_("This round has not started yet."))
    if why := why_closed(locked.round, author):
        raise RoundClosed(why)
    # The form is a row of its own; the lock on its table protects its creation too.
    form, _created = ScoreForm.objects.get_or_create(table=locked)
    form.table = locked
    return form


def rules_of(form: ScoreForm) -> Game:
    """Return the game as the table of a form plays it."""
    return form.table.round.rules


def check_reserved(form: ScoreForm, document: Document, author: User | None) -> None:
    """Raise ActionRefused if the author typed a value that only some officials may write (A10).

    Such a value may be sent again if a stored version or a director's draft has it already. It may
    also be left out.
    """
    if may(author, Act.WRITE_RULINGS):
        return
    rules, seats = rules_of(form), form.table.seats.count()
    written = rules.to_cells(document)
    reserved = rules.layout(seats, document).reserved
    ruled = {path: written[path] for path in reserved if written.get(path)}
    # Most forms have no ruling: they need no further queries.
    if not ruled:
        return
    contents = [*form.versions.values_list("content", flat=True)]
    drafts = form.drafts.filter(author__role__in=POLICY[Act.WRITE_RULINGS])
    stored = [rules.to_cells(content) for content in contents + [d.content for d in drafts]]
    if any(all(value != cells.get(path) for cells in stored) for path, value in ruled.items()):
        raise ActionRefused(_("Only the director can write a ruling."))
