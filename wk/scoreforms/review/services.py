"""Services of the review: confirm a version, skip its review, adjudicate two typings."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.counting import count
from wk.scoreforms.drafts import EditConflict, check_reserved
from wk.scoreforms.form_lock import LockedForm, lock_form
from wk.scoreforms.models import Check, Version
from wk.scoreforms.papers.queries import has_paper_of_another
from wk.scoreforms.papers.services import take_paper
from wk.scoreforms.review.queries import agree, check_decision, is_blind, open_checks


@transaction.atomic
def confirm(*, version: Version, author: User, now: datetime) -> Version:
    """Confirm a version after comparing it with the paper; if it waited, it counts from now on.

    The paper lies with the author from then on, if it lay with somebody else.
    The same confirmation twice is stored once. Raises ActionRefused for the author of the version,
    and if the form has to be typed blind. Raises EditConflict if another version has replaced it,
    or if two typings differ.
    """
    form, version = _locked(version, author)
    # Done twice is done once, whoever confirmed it first.
    if version.checks.filter(agrees=True).exists():
        return version
    if open_checks().filter(version=version).exists():
        raise EditConflict(
            _("Two of you typed this form differently: that has to be settled first.")
        )
    if is_blind(form.table.round.tournament, version):
        raise ActionRefused(_("This form has to be typed a second time: looking is not enough."))
    agree(version=version, author=author, now=now, by_sight=True)
    if has_paper_of_another(version, author):
        take_paper(table=form.table, holder=author, now=now)
    return count(form, version, by=author, now=now) if version.is_waiting else version


@transaction.atomic
def let_count(*, version: Version, author: User, now: datetime, reason: str) -> Version:
    """Let a version that waits count without review, by decision of the director.

    The decision is stored as a check that does not agree and is adjudicated at once. Raises
    ActionRefused for a clerk and without a reason, EditConflict if another version has replaced it.
    """
    form, version = _locked(version, author)
    check_decision(author, reason)
    if version.is_counted:
        return version
    version.reason = reason.strip()
    Check.objects.create(
        version=version,
        author=author,
        at=now,
        agrees=False,
        adjudicated_by=author,
        adjudicated_at=now,
    )
    return count(form, version, by=author, now=now)


@transaction.atomic
def adjudicate(
    *,
    check: Check,
    document: Document,
    author: User,
    now: datetime,
    reason: str = "",
    address: str = "",
) -> Version:
    """Decide between two typings that differ: `document`, the content of the paper, counts.

    Raises Invalid if the document has problems, EditConflict if the check was adjudicated before.
    Raises ActionRefused if the author typed both, and if a version counts already unless the
    director decides and gives a reason for a change (A9).
    """
    form = lock_form(check.version.form.table, author)
    found = open_checks().filter(pk=check.pk).select_related("version", "typed").first()
    if found is None:
        raise EditConflict(_("This has been settled already."))
    version = found.version
    seats = len(form.seats)
    content = form.rules.normal(document, seats)
    is_same = content == version.content
    if version.is_counted:
        check_decision(author, reason, is_change=not is_same)
    elif found.author == version.author == author:
        raise ActionRefused(_("Somebody else has to check what you typed yourself."))
    if is_same:
        return count(form, version, by=author, now=now)
    check_reserved(form, content, author)
    # To adjudicate is to state the content of the paper, and so to declare a typing error (A9).
    # A version that only waits is not noted yet, so any change of it is allowed.
    late = version.is_counted and form.rules.revision_problems(version.content, content, seats)
    chosen = Version(
        content=content,
        paper_totals=_first_paper_totals(found),
        author=author,
        saved_at=now,
        source=Version.Source.CHOICE,
        address=address,
        reason=reason.strip() if version.is_counted else "",
        typing_error=bool(late),
    )
    return count(form, chosen, by=author, now=now)


def _first_paper_totals(check: Check) -> list[int | None]:
    """Return the totals on the paper from the first typing, or the second if the first has none."""
    first: list[int | None] = check.version.paper_totals
    if any(total is not None for total in first) or check.typed is None:
        return first
    second: list[int | None] = check.typed.paper_totals
    return second


def _locked(version: Version, author: User) -> tuple[LockedForm, Version]:
    """Return a locked form and its version as it is now; raise EditConflict if it was replaced."""
    form = lock_form(version.form.table, author)
    current = next((each for each in form.versions if each.pk == version.pk), None)
    if current is None or not (current.is_counted or current.is_waiting):
        raise EditConflict(_("Somebody else changed this form meanwhile."))
    return form, current
