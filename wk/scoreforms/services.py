"""Handing in a score form: it counts, waits for review, or is kept beside another typing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from scoring.problems import Invalid, Problem
from scoring.seats import form_player_problems
from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.scoreforms.counting import count, store_version
from wk.scoreforms.drafts import check_reserved, lock_form, rules_of
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import ScoreForm, Version
from wk.scoreforms.review.queries import (
    agree,
    check_decision,
    check_reason,
    differ,
    open_checks,
    typed_before,
)
from wk.tournament.models import Table


class Mismatch(Invalid):
    """A valid form that does not fit the players of its table, or the version that counts."""


class ConfirmationNeeded(Invalid):
    """A valid form with values so unlikely that its author has to confirm them.

    The author confirms by handing in again, with its `version_token` as `confirmed_token`.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.version_token = plausibility_token(problems)


@dataclass(frozen=True, slots=True)
class Submission:
    """A form as it is handed in: document, author, time and origin.

    `author` is None for the table's phone. `paper_totals` has one total for each seat. `address`
    is the network address from which the request came.
    """

    document: Document
    author: User | None
    now: datetime
    paper_totals: Sequence[int | None] = field(default=())
    source: str = Version.Source.OFFICE
    address: str = ""

    def version(self, content: Document) -> Version:
        """Return a version with this content, not stored yet."""
        return Version(
            content=content,
            paper_totals=list(self.paper_totals),
            author=self.author,
            saved_at=self.now,
            source=self.source,
            address=self.address,
        )


@transaction.atomic
def hand_in(
    *,
    table: Table,
    submission: Submission,
    expected_version: int = 0,
    players: Sequence[int] | None = None,
    reason: str = "",
    typing_error: bool = False,
    confirmed_token: str = "",
    lot: float = 1.0,  # draws no form
) -> Version:
    """Store a complete form; return the version that now represents it.

    The new version has one of these fates:

    - It counts.
    - It waits for review, if the tournament has reviews. `lot`, a random number from 0 to 1, draws
      the forms that are reviewed by chance.
    - It is kept beside the current version as `Source.SECOND`, with an open check, if another
      author typed the current version and the two differ.
    - It is not stored, if its content is that of the current version. From another author that is
      a review of the current version.

    `expected_version` is the number of the version on the author's page, 0 for none. `players` are
    the start numbers on the page, in seat order.

    Raises Invalid with every problem of the form, and ConfirmationNeeded if it is unlikely and
    `confirmed_token` is not the version token of its problems. Raises Mismatch if it is for other
    players, or changes a value that the game lets nobody change once it was noted; `typing_error`
    declares that the paper always had the new value. Raises ActionRefused as `lock_form`, if a
    clerk would correct a form that counts, and if a correction has no reason (A9).
    """
    form = lock_form(table, submission.author)
    if players is not None:
        _check_players(form.table, players)
    content = rules_of(form).normal(submission.document, form.table.seats.count())
    current = form.counted or form.waiting
    # Done twice is done once: an equal form needs no right, confirmation or reason.
    if current and current.content == content:
        return _accept_same(form, current, submission)
    check_reserved(form, content, submission.author)
    _check_plausible(form, content, submission, confirmed_token)
    version = submission.version(content)
    # The order of these cases matters: deals that complete totals are no second typing, and a
    # second typing is no correction.
    if current is None:
        return _store_uncompared(form, version, lot)
    if _completes(form, current, content):
        return _store_deals(form, current, version, lot)
    if _is_second_typing(current, submission, expected_version):
        return _keep_second_typing(form, current, version)
    if not current.is_counted:
        return _store_uncompared(form, version, lot)
    return _store_correction(form, current, version, reason, typing_error)


def _store_uncompared(form: ScoreForm, version: Version, lot: float) -> Version:
    """Store a version without another one to compare with; it counts, or waits for review.

    A version of totals only counts at once, since the standings need it, and is reviewed later.
    """
    version.check_wanted = check_reason(form.table, version, lot)
    if version.check_wanted in (Version.CheckReason.NOT, Version.CheckReason.TOTALS):
        return count(form, version, by=version.author, now=version.saved_at)
    store_version(form, version, is_waiting=True)
    form.drafts.filter(author=version.author).delete()
    return version


def _store_deals(form: ScoreForm, current: Version, version: Version, lot: float) -> Version:
    """Store the deals to totals that count already; the new version counts.

    Deals by another author are a review of the totals. Deals by the author of the totals are
    reviewed in a tournament with reviews. Raises ActionRefused if that author would end the open
    check of another typing in this way.
    """
    if current.author == version.author:
        if open_checks().filter(version=current).exists():
            raise ActionRefused(
                _("Two of you typed this form differently: that has to be settled first.")
            )
        version.check_wanted = check_reason(form.table, version, lot)
    return count(form, version, by=version.author, now=version.saved_at)


def _store_correction(
    form: ScoreForm, current: Version, version: Version, reason: str, typing_error: bool
) -> Version:
    """Store a correction by the director (A9); it counts, and totals are reviewed later."""
    check_decision(version.author, reason)
    rules, seats = rules_of(form), form.table.seats.count()
    forbidden = rules.revision_problems(current.content, version.content, seats)
    if forbidden and not typing_error:
        raise Mismatch(forbidden)
    # A declared typing error is stored only where the rules needed one (A9).
    version.reason, version.typing_error = reason.strip(), bool(forbidden)
    if rules.progress(version.content, seats).totals_only:
        version.check_wanted = Version.CheckReason.TOTALS
    return count(form, version, by=version.author, now=version.saved_at)


def _accept_same(form: ScoreForm, current: Version, submission: Submission) -> Version:
    """Return the current version after an equal typing, which is a review if by another author."""
    if current.author == submission.author:
        return current
    if current.check_wanted or current.is_waiting:
        agree(version=current, author=submission.author, now=submission.now)
    if current.is_waiting:
        return count(form, current, by=submission.author, now=submission.now)
    form.drafts.filter(author=submission.author).delete()
    return current


def _is_second_typing(current: Version, submission: Submission, expected: int) -> bool:
    """Return whether a form that differs is a second typing, rather than a correction.

    It is a second typing if the author had not seen the current version, or typed the form to
    review it.
    """
    # The page showed another version or none, so the author typed without seeing the current one.
    if current.number != expected:
        return True
    if current.author == submission.author:
        return False
    # Of a version that counts but is still to be reviewed, a clerk makes a second typing and a
    # director a correction.
    corrects = may(submission.author, Act.CORRECT_COUNTED_FORMS)
    return current.is_waiting or (bool(current.check_wanted) and not corrects)


def _keep_second_typing(form: ScoreForm, current: Version, version: Version) -> Version:
    """Store a second typing beside the current version, with an open check; return it."""
    # The same second typing sent twice is stored once.
    if kept := typed_before(current, version):
        return kept
    # A typing of the table's phone keeps its own source.
    if version.source == Version.Source.OFFICE:
        version.source = Version.Source.SECOND
    store_version(form, version)
    differ(version=current, typed=version)
    form.drafts.filter(author=version.author).delete()
    return version


def _completes(form: ScoreForm, current: Version, content: Document) -> bool:
    """Return whether a form adds the deals, with the same totals, to a version of totals only."""
    rules, seats = rules_of(form), form.table.seats.count()
    before, after = rules.progress(current.content, seats), rules.progress(content, seats)
    return before.totals_only and not after.totals_only and before.totals == after.totals


def _check_plausible(
    form: ScoreForm, content: Document, submission: Submission, confirmed_token: str
) -> None:
    """Raise ConfirmationNeeded for an unlikely form, unless its problems were confirmed."""
    problems = plausibility_problems(form.table, content, submission.paper_totals)
    if problems and confirmed_token != plausibility_token(problems):
        raise ConfirmationNeeded(problems)


def _check_players(table: Table, players: Sequence[int]) -> None:
    """Raise Mismatch if the players of the table have changed since the page was made."""
    sitting = table.seats.order_by("number").values_list("entry__number", flat=True)
    known = table.round.tournament.entries.values_list("number", flat=True)
    problems = form_player_problems(players, tuple(sitting), set(known))
    if problems:
        raise Mismatch(problems)
