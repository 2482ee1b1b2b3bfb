"""Verbs on score forms. What is acknowledged here is stored, with its results, or nothing is."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Document, Game
from scoring.problems import Invalid, Problem
from scoring.result import SeatResult
from scoring.seats import form_player_problems
from wk.accounts.models import User
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.tournament.models import Seat, Table
from wk.tournament.refusal import Refusal, held


class Mismatch(Invalid):
    """A form that is right in itself, but not for who sits here, or not any more."""


class Conflict(Refusal):
    """Somebody else saved this form in the meantime."""


@transaction.atomic
def save_draft(
    *,
    table: Table,
    document: Document,
    author: User,
    now: datetime,
    expected_draft: datetime | None = None,
) -> ScoreForm:
    """Keep what has been typed so far, right or wrong; it counts for nothing.

    `expected_draft` is when the draft was saved that the author had before him: Conflict if another
    one has been saved since. Refusal if the form counts already.
    """
    form = _locked_form(table)
    if form.counted:
        raise Conflict(_("This form has been handed in already."))
    if form.draft_at not in (None, expected_draft) and form.draft != document:
        raise Conflict(
            _("%(who)s saved a draft of this form meanwhile.")
            % {"who": form.draft_by or _("Somebody else")}
        )
    _check_reserved(form, document, author)
    form.draft, form.draft_by, form.draft_at = document, author, now
    form.save(update_fields=["draft", "draft_by", "draft_at"])
    return form


@transaction.atomic
def hand_in(
    *,
    table: Table,
    document: Document,
    author: User,
    now: datetime,
    expected_version: int = 0,
    players: Sequence[int] | None = None,
    reason: str = "",
    typing_error: bool = False,
) -> Version:
    """Store a complete form as the version that counts, with its results.

    `expected_version` is the number of the counted version the author had before him, 0 for none;
    `players` are the start numbers on the form before him, in seat order.
    The same form twice is stored once.

    Raises Invalid with every problem of the form, Mismatch where it is not of these players,
    Conflict when another version was saved meanwhile, Refusal when the round has not started, or
    when a form that counts would be corrected by a clerk or without a reason (A9). What the game
    forbids to change after it was noted is a Mismatch too, unless `typing_error` says that the
    paper has always said so.
    """
    form = _locked_form(table)
    if players is not None:
        _check_players(form.table, players)
    content = _rules(form).normal(document, form.table.seats.count())
    counted = form.counted
    if counted and counted.content == content:
        return counted
    if (counted.number if counted else 0) != expected_version:
        raise Conflict(_("Somebody else handed this form in meanwhile."))
    _check_reserved(form, content, author)
    if counted:
        _check_correction(author, reason)
        late = _late(form, counted, content)
        if late and not typing_error:
            raise Mismatch(late)
        typing_error = bool(late)
    version = Version(content=content, author=author, saved_at=now, reason=reason.strip())
    version.typing_error = typing_error and counted is not None
    return _count(form, version)


@transaction.atomic
def import_forms(*, forms: Sequence[tuple[Table, Document]], now: datetime) -> None:
    """Store valid forms, from an archive, of tables of one tournament that have none yet."""
    if not forms:
        return
    tables = [table for table, _document in forms]
    rows = ScoreForm.objects.bulk_create(ScoreForm(table=table) for table in tables)
    versions = Version.objects.bulk_create(
        Version(form=row, number=1, content=document, saved_at=now)
        for row, (_table, document) in zip(rows, forms, strict=True)
    )
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round__in={t.round_id for t in tables}).order_by("number"):
        seats[seat.table_id].append(seat)
    rounds = {table.round_id: table.round for table in tables}
    Result.objects.bulk_create(
        result
        for table, version in zip(tables, versions, strict=True)
        for result in _results(rounds[table.round_id].rules, version, seats[table.pk])
    )


def _locked_form(table: Table) -> ScoreForm:
    """Return the form of a table in a started round; whoever comes second waits for the first."""
    place = held(Table.objects.filter(pk=table.pk).select_related("round__tournament"))
    if not place.round.is_started:
        raise Refusal(_("This round has not started yet."))
    form, _created = ScoreForm.objects.get_or_create(table=place)
    form.table = place
    return form


def _rules(form: ScoreForm) -> Game:
    return form.table.round.rules


def _late(form: ScoreForm, counted: Version, content: Document) -> tuple[Problem, ...]:
    return _rules(form).revision_problems(counted.content, content, form.table.seats.count())


def _check_players(table: Table, players: Sequence[int]) -> None:
    """Refuse a form that was opened before its players changed places."""
    sitting = table.seats.order_by("number").values_list("entry__number", flat=True)
    known = table.round.tournament.entries.values_list("number", flat=True)
    problems = form_player_problems(players, tuple(sitting), set(known))
    if problems:
        raise Mismatch(problems)


def _check_reserved(form: ScoreForm, document: Document, author: User) -> None:
    """Refuse what a clerk wrote where only the director may (A10); leaving it out is allowed."""
    if author.is_director:
        return
    rules, seats = _rules(form), form.table.seats.count()
    stored = [rules.to_cells(form.draft)]
    if form.counted:
        stored.append(rules.to_cells(form.counted.content))
    written = rules.to_cells(document)
    for field in rules.layout(seats, document).fields:
        value = written.get(field.path) if field.reserved else None
        if value and all(value != cells.get(field.path) for cells in stored):
            raise Refusal(_("Only the director can write a ruling."))


def _check_correction(author: User, reason: str) -> None:
    if not author.is_director:
        raise Refusal(_("Only the director can correct a form that has been handed in."))
    if not reason.strip():
        raise Refusal(_("A correction needs a reason."))


def _count(form: ScoreForm, version: Version) -> Version:
    """Store a version as the one that counts, and its results in place of the old ones."""
    form.versions.filter(is_counted=True).update(is_counted=False)
    last = form.versions.order_by("number").last()
    version.form, version.number = form, last.number + 1 if last else 1
    version.save()
    seats = list(form.table.seats.order_by("number"))
    Result.objects.filter(seat__table=form.table_id).delete()
    Result.objects.bulk_create(_results(_rules(form), version, seats))
    form.draft = form.draft_by = form.draft_at = None
    form.save(update_fields=["draft", "draft_by", "draft_at"])
    return version


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
