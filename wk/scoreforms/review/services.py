"""Services of the review: confirm a version, let it count without review, settle two typings."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.drafts import Conflict, check_reserved, locked_form, rules_of
from wk.scoreforms.models import Check, ScoreForm, Version
from wk.scoreforms.review.queries import agree, check_decision, is_blind, open_checks
from wk.scoreforms.services import count


@transaction.atomic
def confirm(*, version: Version, author: User, now: datetime) -> Version:
    """Confirm a version after comparing it with the paper; if it waited, it counts from now on.

    The same confirmation twice is noted once. ActionRefused for the author of the version, and if
    the form has to be typed blind; Conflict if another version has replaced it, or if two typings
    differ.
    """
    form, version = _held(version, author)
    if version.checks.filter(agrees=True).exists():
        return version
    if open_checks().filter(version=version).exists():
        raise Conflict(_("Two of you typed this form differently: that has to be settled first."))
    if is_blind(form.table.round.tournament, version):
        raise ActionRefused(_("This form has to be typed a second time: looking is not enough."))
    agree(version=version, author=author, now=now, by_sight=True)
    return count(form, version, by=author, now=now) if version.is_waiting else version


@transaction.atomic
def let_count(*, version: Version, author: User, now: datetime, reason: str) -> Version:
    """Let a version that waits count without review, by decision of the director.

    The decision is recorded as a check that does not agree and is settled at once. ActionRefused
    for a clerk or without a reason; Conflict if another version has replaced it.
    """
    form, version = _held(version, author)
    check_decision(author, reason)
    if version.is_counted:
        return version
    version.reason = reason.strip()
    Check.objects.create(
        version=version, author=author, at=now, agrees=False, settled_by=author, settled_at=now
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
    """Settle a difference between two typings: `document` is what the paper says, and counts.

    If a version counts already only the director may decide, and changes it with a reason (A9); no
    declaration of a typing error is needed, as settling means that the paper had always said so.
    Raises Invalid if the document has problems, ActionRefused, and Conflict if it was settled
    before.
    """
    form = locked_form(check.version.form.table, author)
    found = open_checks().filter(pk=check.pk).select_related("version", "typed").first()
    if found is None:
        raise Conflict(_("This has been settled already."))
    version = found.version
    rules, seats = rules_of(form), form.table.seats.count()
    content = rules.normal(document, seats)
    is_same = content == version.content
    if version.is_counted:
        check_decision(author, reason, is_change=not is_same)
    elif found.author == version.author == author:
        raise ActionRefused(_("Somebody else has to check what you typed yourself."))
    if is_same:
        return count(form, version, by=author, now=now)
    check_reserved(form, content, author)
    late = version.is_counted and rules.revision_problems(version.content, content, seats)
    chosen = Version(
        content=content,
        written=_written(found),
        author=author,
        saved_at=now,
        source=Version.Source.CHOICE,
        address=address,
        reason=reason.strip() if version.is_counted else "",
        typing_error=bool(late),
    )
    return count(form, chosen, by=author, now=now)


def _written(check: Check) -> list[int | None]:
    """Return the totals on the paper from the first typing, or from the second if that has none."""
    first: list[int | None] = check.version.written
    if any(total is not None for total in first) or check.typed is None:
        return first
    second: list[int | None] = check.typed.written
    return second


def _held(version: Version, author: User) -> tuple[ScoreForm, Version]:
    """Return a form, locked, and its version as it is now; Conflict if that was replaced."""
    form = locked_form(version.form.table, author)
    now = form.versions.filter(pk=version.pk).first()
    if now is None or not (now.is_counted or now.is_waiting):
        raise Conflict(_("Somebody else changed this form meanwhile."))
    return form, now
