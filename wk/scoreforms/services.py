"""Services of score forms: either a form and its results are stored together, or nothing is."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.game import Document, Game
from scoring.problems import Invalid, Problem
from scoring.result import SeatResult
from scoring.seats import form_player_problems
from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.scoreforms.column_mapping import check_players_of, players_at
from wk.scoreforms.drafts import check_reserved, locked_form, rules_of
from wk.scoreforms.entry.plausibility import doubts, fingerprint
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.scoreforms.review.queries import (
    agree,
    check_decision,
    differ,
    open_checks,
    typed_before,
    why_checked,
)
from wk.tournament.models import Seat, Table


class Mismatch(Invalid):
    """A form without problems of its own that does not fit the players or the current version."""


class Unsure(Invalid):
    """A form so unlikely that its author has to confirm it.

    Handing in again with `fingerprint` as `sure` confirms it.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.fingerprint = fingerprint(problems)


@dataclass(frozen=True, slots=True)
class Paper:
    """A form as it is handed in: document, author, time and origin.

    `author` is None for the table's phone; `written` are the totals on the paper, one for each
    seat; `address` is the address from which the request came.
    """

    document: Document
    author: User | None
    now: datetime
    written: Sequence[int | None] = field(default=())
    source: str = Version.Source.OFFICE
    address: str = ""

    def version(self, content: Document) -> Version:
        """Return a version with this content, not stored yet."""
        return Version(
            content=content,
            written=list(self.written),
            author=self.author,
            saved_at=self.now,
            source=self.source,
            address=self.address,
        )


@transaction.atomic
def hand_in(
    *,
    table: Table,
    paper: Paper,
    expected_version: int = 0,
    players: Sequence[int] | None = None,
    reason: str = "",
    typing_error: bool = False,
    sure: str = "",
    lot: float = 1.0,
) -> Version:
    """Store a complete form; return the version that now represents it.

    That version counts; or it waits for review, if the tournament asks for one (`lot`, from 0 to 1,
    draws the forms that are reviewed by chance); or, if the current version is another author's and
    differs, it is kept beside that one as `Source.SECOND`, with an open check to be settled. Typing
    the same as another author before is a review of that version. The same form twice is stored
    once.

    `expected_version` is the number of the version on the author's page, 0 for none; `players` are
    the start numbers on the page, in seat order.

    Raises Invalid with every problem of the form; Mismatch if it is for other players; Unsure if it
    is unlikely and `sure` does not confirm it; ActionRefused if the round has not started or takes
    nothing from this author any more, or if a clerk, or anybody without a reason, would correct a
    form that counts (A9). A change that the game forbids once the value was noted is a Mismatch
    too, unless `typing_error` declares that the paper has always said so.
    """
    form = locked_form(table, paper.author)
    if players is not None:
        _check_players(form.table, players)
    content = rules_of(form).normal(paper.document, form.table.seats.count())
    there = form.counted or form.waiting
    if there and there.content == content:
        return _same(form, there, paper)
    check_reserved(form, content, paper.author)
    _check_doubts(form, content, paper, sure)
    version = paper.version(content)
    if there is None:
        return _first(form, version, lot)
    if _completes(form, there, content):
        return _completed(form, there, version, lot)
    if _is_second_typing(there, paper, expected_version):
        return _second(form, there, version)
    if not there.is_counted:
        return _first(form, version, lot)
    return _corrected(form, there, version, reason, typing_error)


@transaction.atomic
def import_forms(*, forms: Sequence[tuple[Table, Document]], now: datetime) -> None:
    """Store valid forms from an archive, for tables of one tournament that have none yet."""
    if not forms:
        return
    tables = [table for table, _document in forms]
    rows = ScoreForm.objects.bulk_create(ScoreForm(table=table) for table in tables)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round__in={t.round_id for t in tables}).order_by("number"):
        seats[seat.table_id].append(seat)
    versions = Version.objects.bulk_create(
        Version(
            form=row,
            number=1,
            content=document,
            players=[seat.entry_id for seat in seats[table.pk]],
            saved_at=now,
            is_counted=True,
            source=Version.Source.ARCHIVE,
        )
        for row, (table, document) in zip(rows, forms, strict=True)
    )
    rounds = {table.round_id: table.round for table in tables}
    Result.objects.bulk_create(
        result
        for table, version in zip(tables, versions, strict=True)
        for result in _results(rounds[table.round_id].rules, version, seats[table.pk])
    )


def count(form: ScoreForm, version: Version, *, by: User | None, now: datetime) -> Version:
    """Let a version, stored or new, count, with its results in place of the old ones.

    `by` settles the open checks of the form. To be called within a transaction that has locked the
    form. ActionRefused if the version was written for other players than those at the table now.
    """
    open_checks().filter(version__form=form).update(settled_by=by, settled_at=now)
    _store(form, version, is_counted=True)
    seats = list(form.table.seats.order_by("number"))
    check_players_of(version, [seat.entry_id for seat in seats])
    Result.objects.filter(seat__table=form.table_id).delete()
    Result.objects.bulk_create(_results(rules_of(form), version, seats))
    form.drafts.filter(author=by).delete()
    return version


def uncount(versions: QuerySet[Version], *, by: User | None, now: datetime) -> None:
    """Let none of these versions count or wait any more, and settle their open checks.

    To be called within a transaction that has locked the tables.
    """
    open_checks().filter(version__in=versions).update(settled_by=by, settled_at=now)
    Result.objects.filter(version__in=versions).delete()
    versions.update(is_counted=False, is_waiting=False)


def _first(form: ScoreForm, version: Version, lot: float) -> Version:
    """Store a version without another one to compare: it counts, or waits for review.

    A version of totals counts at once and is reviewed afterwards.
    """
    version.check_wanted = why_checked(form.table, version, lot)
    if version.check_wanted in (Version.Why.NOT, Version.Why.TOTALS):
        return count(form, version, by=version.author, now=version.saved_at)
    _store(form, version, is_waiting=True)
    form.drafts.filter(author=version.author).delete()
    return version


def _completed(form: ScoreForm, there: Version, version: Version, lot: float) -> Version:
    """Store the deals for totals that count already; the form goes on counting.

    Deals by another author are a review of the totals. Deals by the same author have still to be
    reviewed if the tournament wants that; they cannot end a difference with another typing:
    ActionRefused.
    """
    if there.author == version.author:
        if open_checks().filter(version=there).exists():
            raise ActionRefused(
                _("Two of you typed this form differently: that has to be settled first.")
            )
        version.check_wanted = why_checked(form.table, version, lot)
    return count(form, version, by=version.author, now=version.saved_at)


def _corrected(
    form: ScoreForm, there: Version, version: Version, reason: str, typing_error: bool
) -> Version:
    """Store a correction by the director, which counts; one of totals has still to be reviewed."""
    check_decision(version.author, reason)
    rules, seats = rules_of(form), form.table.seats.count()
    late = rules.revision_problems(there.content, version.content, seats)
    if late and not typing_error:
        raise Mismatch(late)
    version.reason, version.typing_error = reason.strip(), bool(late)
    if rules.progress(version.content, seats).totals_only:
        version.check_wanted = Version.Why.TOTALS
    return count(form, version, by=version.author, now=version.saved_at)


def _same(form: ScoreForm, there: Version, paper: Paper) -> Version:
    """Accept the same form once more: from another author it is a review of the current version."""
    if there.author == paper.author:
        return there
    if there.check_wanted or there.is_waiting:
        agree(version=there, author=paper.author, now=paper.now)
    if there.is_waiting:
        return count(form, there, by=paper.author, now=paper.now)
    form.drafts.filter(author=paper.author).delete()
    return there


def _is_second_typing(there: Version, paper: Paper, expected: int) -> bool:
    """Return whether a different form is to be kept beside the current version.

    It is if its author had not seen that version, or typed the form again to review it.
    """
    if there.number != expected:
        return True
    if there.author == paper.author:
        return False
    corrects = may(paper.author, Act.CORRECT_COUNTED_FORMS)
    return there.is_waiting or (bool(there.check_wanted) and not corrects)


def _second(form: ScoreForm, there: Version, version: Version) -> Version:
    """Keep a second typing beside the current version, to be settled."""
    if kept := typed_before(there, version):
        return kept
    if version.source == Version.Source.OFFICE:
        version.source = Version.Source.SECOND
    _store(form, version)
    differ(version=there, typed=version)
    form.drafts.filter(author=version.author).delete()
    return version


def _completes(form: ScoreForm, there: Version, content: Document) -> bool:
    """Return whether a form has the deals to totals that count, and comes to the same totals."""
    rules, seats = rules_of(form), form.table.seats.count()
    before, after = rules.progress(there.content, seats), rules.progress(content, seats)
    return before.totals_only and not after.totals_only and before.totals == after.totals


def _check_doubts(form: ScoreForm, content: Document, paper: Paper, sure: str) -> None:
    """Refuse a form that is so unlikely that its author has to confirm it, until he does."""
    asked = doubts(form.table, content, paper.written)
    if asked and sure != fingerprint(asked):
        raise Unsure(asked)


def _check_players(table: Table, players: Sequence[int]) -> None:
    """Refuse a form if the players of the table have changed since its page was made."""
    sitting = table.seats.order_by("number").values_list("entry__number", flat=True)
    known = table.round.tournament.entries.values_list("number", flat=True)
    problems = form_player_problems(players, tuple(sitting), set(known))
    if problems:
        raise Mismatch(problems)


def _store(
    form: ScoreForm, version: Version, *, is_counted: bool = False, is_waiting: bool = False
) -> None:
    """Store a version under the next number; one that counts or waits replaces the one before."""
    if is_counted or is_waiting:
        form.versions.exclude(pk=version.pk).update(is_counted=False, is_waiting=False)
    version.is_counted, version.is_waiting = is_counted, is_waiting
    if not version.number:
        last = form.versions.order_by("number").last()
        version.form, version.number = form, last.number + 1 if last else 1
        version.players = players_at(form.table)
    version.save()


def _results(rules: Game, version: Version, seats: Sequence[Seat]) -> list[Result]:
    """Compute the results of a version, one for each seat, in seat order."""
    progress = rules.progress(version.content, len(seats))
    return [
        _result(seat, version, outcome, progress.totals_only)
        for seat, outcome in zip(seats, progress.result, strict=True)
    ]


def _result(seat: Seat, version: Version, outcome: SeatResult, totals_only: bool) -> Result:
    return Result(
        seat=seat,
        version=version,
        points=outcome.points,
        place=outcome.place,
        half_points=int(outcome.match_points * 2),
        totals_only=totals_only,
    )
