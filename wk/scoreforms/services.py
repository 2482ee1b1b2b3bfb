"""Verbs on score forms. What is acknowledged here is stored, with its results, or nothing is."""

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
from wk.scoreforms.checks import (
    agree,
    check_decision,
    differ,
    open_checks,
    typed_before,
    why_checked,
)
from wk.scoreforms.doubts import doubts, fingerprint
from wk.scoreforms.drafts import check_reserved, locked_form, rules_of
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.scoreforms.seats import check_players_of, players_at
from wk.tournament.models import Seat, Table
from wk.tournament.refusal import Refusal


class Mismatch(Invalid):
    """A form that is right in itself, but not for who sits here, or not any more."""


class Unsure(Invalid):
    """A form that may be right, but is so unlikely that somebody has to say that it is.

    `fingerprint` says so, given to `hand_in` as `sure`.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.fingerprint = fingerprint(problems)


@dataclass(frozen=True, slots=True)
class Paper:
    """A form as it is handed in: what it says, who typed it, when and where.

    `author` is None for the table's own phone; `written` are the totals that stand on the paper,
    one for each seat; `address` is where the request came from.
    """

    document: Document
    author: User | None
    now: datetime
    written: Sequence[int | None] = field(default=())
    source: str = Version.Source.OFFICE
    address: str = ""

    def version(self, content: Document) -> Version:
        """Return a version of it, not stored yet."""
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
    """Store a complete form, and return the version as which it stands.

    That is the version that counts; or one that waits for a second pair of eyes, where the
    tournament asks for them (`lot`, from 0 to 1, draws who is checked by chance); or, when somebody
    else's version was there first and says something else, one of `Source.SECOND` that is kept
    beside it, with an open check for somebody to settle. Whoever types what another one typed
    before him has checked it. The same form twice is stored once.

    `expected_version` is the number of the version that the author had before him, 0 for none;
    `players` are the start numbers on the form before him, in seat order.

    Raises Invalid with every problem of the form, Mismatch where it is not of these players, Unsure
    where it is unlikely and `sure` does not say that it is right, Refusal when the round has not
    started or takes nothing from him any more, or when a form that counts would be corrected by a
    clerk or without a reason (A9). What the game forbids to change after it was noted is a Mismatch
    too, unless `typing_error` says that the paper has always said so.
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
    """Store valid forms, from an archive, of tables of one tournament that have none yet."""
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
    """Let a version, stored already or new, be the one that counts, with its results in place of
    the old ones; what was open about the form is settled by `by`.

    For the services of this app, within a transaction that holds the form. Refusal where it was
    written for others than those who sit there now.
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
    """Let none of these versions count or wait any more, and settle what somebody typed otherwise.

    For services that hold their tables, within a transaction.
    """
    open_checks().filter(version__in=versions).update(settled_by=by, settled_at=now)
    Result.objects.filter(version__in=versions).delete()
    versions.update(is_counted=False, is_waiting=False)


def _first(form: ScoreForm, version: Version, lot: float) -> Version:
    """Store a version that nobody has anything against: it counts, or waits for the second clerk.

    Totals count at once and are checked afterwards.
    """
    version.check_wanted = why_checked(form.table, version, lot)
    if version.check_wanted in (Version.Why.NOT, Version.Why.TOTALS):
        return count(form, version, by=version.author, now=version.saved_at)
    _store(form, version, is_waiting=True)
    form.drafts.filter(author=version.author).delete()
    return version


def _completed(form: ScoreForm, there: Version, version: Version, lot: float) -> Version:
    """Store the deals of which the totals count already: they go on counting.

    From somebody else the deals are a check of the totals. Who typed both himself has still to be
    checked, where the tournament wants it, and does not end a difference with what another typed:
    Refusal.
    """
    if there.author == version.author:
        if open_checks().filter(version=there).exists():
            raise Refusal(
                _("Two of you typed this form differently: that has to be settled first.")
            )
        version.check_wanted = why_checked(form.table, version, lot)
    return count(form, version, by=version.author, now=version.saved_at)


def _corrected(
    form: ScoreForm, there: Version, version: Version, reason: str, typing_error: bool
) -> Version:
    """Store a correction by the director, which counts; totals have still to be checked."""
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
    """The same form once more: from somebody else it is a check, from its author nothing new."""
    if there.author == paper.author:
        return there
    if there.check_wanted or there.is_waiting:
        agree(version=there, author=paper.author, now=paper.now)
    if there.is_waiting:
        return count(form, there, by=paper.author, now=paper.now)
    form.drafts.filter(author=paper.author).delete()
    return there


def _is_second_typing(there: Version, paper: Paper, expected: int) -> bool:
    """Whether a form that says something else is to be laid beside the one that is there: its
    author did not know of that one, or types it again to check it."""
    if there.number != expected:
        return True
    if there.author == paper.author:
        return False
    is_director = paper.author is not None and paper.author.is_director
    return there.is_waiting or (bool(there.check_wanted) and not is_director)


def _second(form: ScoreForm, there: Version, version: Version) -> Version:
    """Keep what a second clerk typed beside the version that was there, for somebody to settle."""
    if kept := typed_before(there, version):
        return kept
    if version.source == Version.Source.OFFICE:
        version.source = Version.Source.SECOND
    _store(form, version)
    differ(version=there, typed=version)
    form.drafts.filter(author=version.author).delete()
    return version


def _completes(form: ScoreForm, there: Version, content: Document) -> bool:
    """Whether a form has the deals of which only the totals counted, and they come to the same."""
    rules, seats = rules_of(form), form.table.seats.count()
    before, after = rules.progress(there.content, seats), rules.progress(content, seats)
    return before.totals_only and not after.totals_only and before.totals == after.totals


def _check_doubts(form: ScoreForm, content: Document, paper: Paper, sure: str) -> None:
    """Refuse what is so unlikely that somebody has to say that it is right, until he does."""
    asked = doubts(form.table, content, paper.written)
    if asked and sure != fingerprint(asked):
        raise Unsure(asked)


def _check_players(table: Table, players: Sequence[int]) -> None:
    """Refuse a form that was opened before its players changed places."""
    sitting = table.seats.order_by("number").values_list("entry__number", flat=True)
    known = table.round.tournament.entries.values_list("number", flat=True)
    problems = form_player_problems(players, tuple(sitting), set(known))
    if problems:
        raise Mismatch(problems)


def _store(
    form: ScoreForm, version: Version, *, is_counted: bool = False, is_waiting: bool = False
) -> None:
    """Store a version under the next number; one that counts or waits takes the place of others."""
    if is_counted or is_waiting:
        form.versions.exclude(pk=version.pk).update(is_counted=False, is_waiting=False)
    version.is_counted, version.is_waiting = is_counted, is_waiting
    if not version.number:
        last = form.versions.order_by("number").last()
        version.form, version.number = form, last.number + 1 if last else 1
        version.players = players_at(form.table)
    version.save()


def _results(rules: Game, version: Version, seats: Sequence[Seat]) -> list[Result]:
    """Compute the results of a version, one for each seat in their order."""
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
