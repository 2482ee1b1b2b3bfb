"""Handing in a score form: it counts, waits for review, or is kept beside another typing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document
from scoring.layout import Progress
from scoring.problems import Invalid, Problem
from scoring.seats import form_player_problems
from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.scoreforms.counting import count, store_version
from wk.scoreforms.drafts import check_reserved
from wk.scoreforms.entry.plausibility import plausibility_problems_of, plausibility_token
from wk.scoreforms.form_lock import LockedForm, lock_form
from wk.scoreforms.models import Presence, Version
from wk.scoreforms.review.queries import (
    agree,
    check_decision,
    check_reason,
    differ,
    open_checks,
    typed_before,
)
from wk.tournament.models import Table, Tournament


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
    is the network address from which the request came. `is_undoubted`: a camera read all of it
    without any doubt, and the author found it so.
    """

    document: Document
    author: User | None
    now: datetime
    paper_totals: Sequence[int | None] = field(default=())
    source: str = Version.Source.OFFICE
    address: str = ""
    is_undoubted: bool = False

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
    locked: LockedForm | None = None,
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
    the start numbers on the page, in seat order. `locked` is the form, if the caller has locked it.

    Raises Invalid with every problem of the form, and ConfirmationNeeded if it is unlikely and
    `confirmed_token` is not the version token of its problems. Raises Mismatch if it is for other
    players, or changes a value that the game lets nobody change once it was noted; `typing_error`
    declares that the paper always had the new value. Raises ActionRefused as `lock_form`, if a
    clerk would correct a form that counts, and if a correction has no reason (A9).
    """
    form = locked or lock_form(table, submission.author)
    if players is not None:
        _check_players(form, players)
    # The document is read once. Everything below judges what was found then.
    progress = form.progress(submission.document)
    if progress.normal is None:
        raise Invalid(progress.problems)
    typing = _Typing(form, submission, progress, submission.version(progress.normal), lot)
    version = _stored(typing, expected_version, reason, typing_error, confirmed_token)
    if submission.author:  # the page of this official is closed by now
        Presence.objects.filter(form=form.score_form, user=submission.author).delete()
    return version


@dataclass(frozen=True, slots=True)
class _Typing:
    """A valid form that is handed in: its submission, and its version, which is not stored yet.

    `progress` is that of its content. `lot` is that of `hand_in`.
    """

    form: LockedForm
    submission: Submission
    progress: Progress
    version: Version
    lot: float

    @property
    def content(self) -> Document:
        """Return the document, with its keys in the order of the archive format."""
        content: Document = self.version.content
        return content

    def count(self, version: Version) -> Version:
        """Let a version with this content count: the new one, or an equal one before it."""
        by, now = self.submission.author, self.submission.now
        return count(self.form, version, by=by, now=now, progress=self.progress)

    def check_reason(self) -> str:
        """Return the reason why the version needs a review."""
        is_undoubted = self.submission.is_undoubted
        return check_reason(self.form, self.version, self.progress, self.lot, is_undoubted)

    def drop_draft(self) -> None:
        """Delete the author's draft of the form."""
        self.form.score_form.drafts.filter(author=self.submission.author).delete()


def _stored(
    typing: _Typing,
    expected_version: int,
    reason: str,
    typing_error: bool,
    confirmed_token: str,
) -> Version:
    """Judge a typing and store it; return the version that now represents the form."""
    current = typing.form.current
    # Done twice is done once: an equal form needs no right, confirmation or reason.
    if current and current.content == typing.content:
        return _accept_same(typing, current)
    check_reserved(typing.form, typing.content, typing.submission.author)
    _check_plausible(typing, confirmed_token)
    # The order of these cases matters: deals that complete totals are no second typing, and a
    # second typing is no correction.
    if current is None:
        return _store_uncompared(typing)
    before = typing.form.progress(current.content)
    if _completes(before, typing.progress):
        return _store_deals(typing, current)
    if _is_second_typing(current, before, typing.submission, expected_version):
        return _keep_second_typing(typing, current)
    if not current.is_counted:
        return _store_uncompared(typing)
    return _store_correction(typing, current, reason, typing_error)


def _store_uncompared(typing: _Typing) -> Version:
    """Store a version without another one to compare with; it counts, or waits for review.

    A version of totals only counts at once, since the standings need it, and is reviewed later.
    """
    form, version = typing.form, typing.version
    version.check_wanted = typing.check_reason()
    if version.check_wanted in (Version.CheckReason.NOT, Version.CheckReason.TOTALS):
        return typing.count(version)
    store_version(form, version, is_waiting=True)
    typing.drop_draft()
    return version


def _store_deals(typing: _Typing, current: Version) -> Version:
    """Store the deals to totals that count already; the new version counts.

    Deals by another author are a review of the totals. Deals by the author of the totals are
    reviewed in a tournament with reviews. Raises ActionRefused if that author would end the open
    check of another typing in this way.
    """
    version = typing.version
    if current.author_id == version.author_id:
        if open_checks().filter(version=current).exists():
            raise ActionRefused(
                _("Two of you typed this form differently: that has to be settled first.")
            )
        version.check_wanted = typing.check_reason()
    return typing.count(version)


def _store_correction(
    typing: _Typing, current: Version, reason: str, typing_error: bool
) -> Version:
    """Store a correction by the director (A9); it counts, and totals are reviewed later."""
    form, version = typing.form, typing.version
    check_decision(version.author, reason)
    seats = len(form.seats)
    forbidden = form.rules.revision_problems(current.content, version.content, seats)
    if forbidden and not typing_error:
        raise Mismatch(forbidden)
    # A declared typing error is stored only where the rules needed one (A9).
    version.reason, version.typing_error = reason.strip(), bool(forbidden)
    if typing.progress.totals_only:
        version.check_wanted = Version.CheckReason.TOTALS
    return typing.count(version)


def _accept_same(typing: _Typing, current: Version) -> Version:
    """Return the current version after an equal typing, which is a review if by another author.

    Where forms are typed twice, one that a camera has read is no second typing: its author has only
    looked at it. That is enough if it was read without doubt, and the director chose so.
    """
    author = typing.submission.author
    if current.author_id == (author.pk if author else None):
        return current
    by_sight = typing.submission.source == Version.Source.CAMERA
    tournament = typing.form.table.round.tournament
    is_enough = typing.submission.is_undoubted and tournament.one_look
    is_blind = tournament.check_method == Tournament.CheckMethod.BLIND
    if by_sight and is_blind and current.check_wanted and not is_enough:
        return current
    if current.check_wanted or current.is_waiting:
        agree(version=current, author=author, now=typing.submission.now, by_sight=by_sight)
    if current.is_waiting:
        return typing.count(current)
    typing.drop_draft()
    return current


def _is_second_typing(
    current: Version, before: Progress, submission: Submission, expected: int
) -> bool:
    """Return whether a form that differs is a second typing, rather than a correction.

    It is a second typing if the author had not seen the current version, or typed the form to
    review it. `before` is the progress of the current version.
    """
    # The page showed another version or none, so the author typed without seeing the current one.
    if current.number != expected:
        return True
    if current.author_id == (submission.author.pk if submission.author else None):
        return False
    # Of a version that counts but is still to be reviewed, a clerk makes a second typing and a
    # director a correction. Every clerk is asked for the deals of totals, also where nobody has to
    # review them, as those of an archive.
    is_open = bool(current.check_wanted) or before.totals_only
    corrects = may(submission.author, Act.CORRECT_COUNTED_FORMS)
    return current.is_waiting or (is_open and not corrects)


def _keep_second_typing(typing: _Typing, current: Version) -> Version:
    """Store a second typing beside the current version, with an open check; return it."""
    version = typing.version
    # The same second typing sent twice is stored once.
    if kept := typed_before(current, version):
        return kept
    # A typing of the table's phone keeps its own source.
    if version.source in (Version.Source.OFFICE, Version.Source.CAMERA):
        version.source = Version.Source.SECOND
    store_version(typing.form, version)
    differ(version=current, typed=version)
    typing.drop_draft()
    return version


def _completes(before: Progress, after: Progress) -> bool:
    """Return whether a form adds the deals, with the same totals, to a version of totals only."""
    return before.totals_only and not after.totals_only and before.totals == after.totals


def _check_plausible(typing: _Typing, confirmed_token: str) -> None:
    """Raise ConfirmationNeeded for an unlikely form, unless its problems were confirmed."""
    problems = plausibility_problems_of(
        typing.form.table, typing.content, typing.progress, typing.submission.paper_totals
    )
    if problems and confirmed_token != plausibility_token(problems):
        raise ConfirmationNeeded(problems)


def _check_players(form: LockedForm, players: Sequence[int]) -> None:
    """Raise Mismatch if the players of the table have changed since the page was made."""
    sitting = tuple(seat.entry.number for seat in form.seats)
    if tuple(players) == sitting:
        return
    # The numbers of all entries only serve the message about an unknown one.
    known = form.table.round.tournament.entries.values_list("number", flat=True)
    problems = form_player_problems(players, sitting, set(known))
    if problems:
        raise Mismatch(problems)
