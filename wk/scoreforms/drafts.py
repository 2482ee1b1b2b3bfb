"""Drafts of score forms, and which officials have a form open."""

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

PRESENT = timedelta(seconds=35)  # pages report every ten seconds

OTHERS_SIT_HERE = gettext_lazy(
    "Other players sit at this table now. What was kept stands here for them."
)
CARRIED = gettext_lazy(
    "Other players sit at this table now. What you typed is kept, in their columns."
)


class Conflict(ActionRefused):
    """The form was saved elsewhere in the meantime."""


class Moved(ActionRefused):
    """The players of the table have changed since the page was made."""


class Closed(ActionRefused):
    """The round is closed or final, and takes nothing from this author."""


@transaction.atomic
def save_draft(
    *,
    table: Table,
    document: Document,
    author: User | None,
    now: datetime,
    expected: int = 0,
    written: Sequence[int | None] = (),
    seats: Sequence[int] | None = None,
) -> Draft:
    """Store the draft of an author, right or wrong; it counts for nothing.

    `author` is None for the table's phone. `expected` is the revision of his draft on the author's
    page, 0 for none: Conflict if another revision with other content has been saved since.
    `written` are the totals on the paper, one for each seat. `seats` are the keys of the seats on
    the page, if known: Moved if the table has others now. The same draft twice is stored once.
    """
    form = locked_form(table, author)
    there = [seat.pk for seat in seats_at(form.table)]
    if seats is not None and there != [*seats]:
        raise Moved(_("Other players sit at this table now. Load this page again."))
    check_reserved(form, document, author)
    draft = form.drafts.filter(author=author).first()
    if draft and (draft.content, draft.written) == (document, list(written)):
        return draft
    if draft and draft.revision != expected:
        raise Conflict(_("This form was typed on in another window meanwhile."))
    draft = draft or Draft(form=form, author=author, revision=0)
    draft.content, draft.written, draft.saved_at = document, list(written), now
    draft.revision += 1
    draft.deals_done = rules_of(form).progress(document, len(there)).done
    draft.save()
    return draft


@transaction.atomic
def drop_draft(*, table: Table, author: User) -> None:
    """Delete an author's draft; the table is locked first, so that no change is under way."""
    lock_row(Table.objects.filter(pk=table.pk))
    Draft.objects.filter(form__table=table, author=author).delete()


@transaction.atomic
def be_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Note that an official has a form open, in a started round; return the others that have."""
    form = locked_form(table, user)
    Presence.objects.update_or_create(form=form, user=user, defaults={"seen_at": now})
    return others_present(table=table, user=user, now=now)


@transaction.atomic
def leave(*, table: Table, user: User) -> None:
    """Note that an official has closed a form."""
    Presence.objects.filter(form__table=table, user=user).delete()


def others_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Return the other officials with the form of a table open."""
    others = Presence.objects.filter(form__table=table, seen_at__gt=now - PRESENT)
    found = others.exclude(user=user).select_related("user").order_by("pk")
    return tuple(other.user for other in found)


def locked_form(table: Table, author: User | None) -> ScoreForm:
    """Return the form of a table, locked until the transaction ends.

    A second transaction waits for the first. `author` is None for the table's phone. ActionRefused
    if the round has not started, Closed if it takes nothing from this author any more.
    """
    place = lock_row(Table.objects.filter(pk=table.pk))
    # Read only now: closing a round locks its tables first.
    place.round = Round.objects.select_related("tournament").get(pk=place.round_id)
    if not place.round.is_started:
        raise ActionRefused(_("This round has not started yet."))
    if why := why_closed(place.round, author):
        raise Closed(why)
    form, _created = ScoreForm.objects.get_or_create(table=place)
    form.table = place
    return form


def rules_of(form: ScoreForm) -> Game:
    """Return the game as the table of a form plays it."""
    return form.table.round.rules


def check_reserved(form: ScoreForm, document: Document, author: User | None) -> None:
    """Refuse a value that only some officials may write, typed by a clerk or a table (A10).

    A value that is in a stored version, or in a director's draft, may be handed on or left out.
    """
    if may(author, Act.WRITE_RULINGS):
        return
    rules, seats = rules_of(form), form.table.seats.count()
    written = rules.to_cells(document)
    reserved = rules.layout(seats, document).reserved
    ruled = {path: written[path] for path in reserved if written.get(path)}
    if not ruled:
        return
    contents = [*form.versions.values_list("content", flat=True)]
    drafts = form.drafts.filter(author__role__in=POLICY[Act.WRITE_RULINGS])
    stored = [rules.to_cells(content) for content in contents + [d.content for d in drafts]]
    if any(all(value != cells.get(path) for cells in stored) for path, value in ruled.items()):
        raise ActionRefused(_("Only the director can write a ruling."))
