"""Services of drafts, and of the presence of officials at a form."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game import Document
from wk.accounts.models import User
from wk.accounts.policy import POLICY, Act, may
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.scoreforms.form_lock import LockedForm, lock_form
from wk.scoreforms.models import Draft, Presence
from wk.tournament.models import Table

# Pages report every five seconds. Only every second report is written, which is as good, and takes
# half the writes. Three of them may be lost before an official counts as gone.
REPORTED = timedelta(seconds=8)
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


@transaction.atomic
def save_draft(
    *,
    table: Table,
    document: Document,
    author: User | None,
    now: datetime,
    expected: int = 0,
    version: int | None = None,
    paper_totals: Sequence[int | None] = (),
    seats: Sequence[int] | None = None,
    locked: LockedForm | None = None,
) -> Draft:
    """Store the draft of an author, right or wrong; it does not count.

    `author` is None for the table's phone. `expected` is the revision of the draft that the page of
    the author shows, 0 for none. `version` is the number of the version that the author saw when he
    began, 0 for none, None if it is not known. `paper_totals` has one total for each seat. `seats`
    are the keys of the seats on the page, None if they are not known. `locked` is the form, if the
    caller has locked it. The same draft twice is stored once.

    Raises EditConflict if a draft with other content has been saved since, SeatsChanged if the
    table has other seats now, and ActionRefused in the cases of `lock_form` and `check_reserved`.
    """
    form = locked or lock_form(table, author)
    if seats is not None and [seat.pk for seat in form.seats] != [*seats]:
        raise SeatsChanged(_("Other players sit at this table now. Load this page again."))
    check_reserved(form, document, author)
    draft = form.score_form.drafts.filter(author=author).first()
    # Done twice is done once, whatever revision the page knows: its last answer may be lost.
    if draft and (draft.content, draft.paper_totals) == (document, list(paper_totals)):
        return draft
    if draft and draft.revision != expected:
        raise EditConflict(_("This form was typed on in another window meanwhile."))
    draft = draft or Draft(form=form.score_form, author=author, revision=0)
    draft.content, draft.paper_totals, draft.saved_at = document, list(paper_totals), now
    draft.version = version
    draft.revision += 1
    draft.deals_done = form.progress(document).done
    draft.save()
    return draft


@transaction.atomic
def drop_draft(*, table: Table, author: User) -> None:
    """Delete the draft of an author; wait for any transaction that changes the same table."""
    # Locked without `lock_form`, which refuses a closed round: there a draft may still be dropped.
    lock_row(Table.objects.filter(pk=table.pk))
    Draft.objects.filter(form__table=table, author=author).delete()


def mark_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Store that an official has a form open; return the other officials with it open.

    Raises ActionRefused in the cases of `lock_form`, unless the official reported just before.
    """
    own = Presence.objects.filter(form__table=table, user=user)
    if not own.filter(seen_at__gt=now - REPORTED).exists():
        _report(table, user, now)
    return others_present(table=table, user=user, now=now)


@transaction.atomic
def _report(table: Table, user: User, now: datetime) -> None:
    form = lock_form(table, user).score_form
    Presence.objects.update_or_create(form=form, user=user, defaults={"seen_at": now})


@transaction.atomic
def mark_absent(*, table: Table, user: User) -> None:
    """Store that an official has closed a form."""
    Presence.objects.filter(form__table=table, user=user).delete()


def others_present(*, table: Table, user: User, now: datetime) -> tuple[User, ...]:
    """Return the other officials with the form of a table open."""
    others = Presence.objects.filter(form__table=table, seen_at__gt=now - PRESENT)
    found = others.exclude(user=user).select_related("user").order_by("pk")
    return tuple(other.user for other in found)


def check_reserved(form: LockedForm, document: Document, author: User | None) -> None:
    """Raise ActionRefused if the author typed a value that only some officials may write (A10).

    Such a value may be sent again if a stored version or a director's draft has it already. It may
    also be left out.
    """
    if may(author, Act.WRITE_RULINGS):
        return
    rules = form.rules
    written = rules.to_cells(document)
    reserved = rules.layout(len(form.seats), document).reserved
    ruled = {path: written[path] for path in reserved if written.get(path)}
    # Most forms have no ruling: they need no further queries.
    if not ruled:
        return
    drafts = form.score_form.drafts.filter(author__role__in=POLICY[Act.WRITE_RULINGS])
    contents = [each.content for each in form.versions] + [each.content for each in drafts]
    stored = [rules.to_cells(content) for content in contents]
    if any(all(value != cells.get(path) for cells in stored) for path, value in ruled.items()):
        raise ActionRefused(_("Only the director can write a ruling."))
