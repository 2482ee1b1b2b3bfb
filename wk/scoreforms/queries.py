"""Queries of the score forms of a round: the state of each, and how many there are of each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median_low
from typing import TypeVar

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from wk.scoreforms.models import Draft, Objection, Presence, Version
from wk.scoreforms.review.queries import objected, open_checks, unchecked
from wk.tournament.models import Round, Seat
from wk.tournament.name_search import distinct_names

T = TypeVar("T")

COUNTS_OR_WAITS = Q(is_counted=True) | Q(is_waiting=True)
BEHIND = 3  # deals fewer than the median table has played


@dataclass(frozen=True, slots=True)
class FormStatus:
    """The state of the score form of one table.

    `state` is one of these. missing: no content yet. playing: the table's phone writes it. draft:
    typed in part. typing: an official has it open now. waiting: handed in, and to be reviewed.
    checking: an official reviews it now. differs: two typings differ, whether one `counts` or not.
    counted: it counts.

    `table`: the number of the table. `names`: the players in seat order, namesakes with their start
    numbers. `by`: the last author, "" for the table's phone or no author; `at`: the time.
    `present`: the officials with the form open. `deals`: the number of deals, 0 if unknown.
    `deals_done`: the deals played, which is `behind` fewer than the median of the tables that play.
    `version`: the number of the version that counts or waits, 0 for none. `is_unchecked`: the form
    counts, and is still to be reviewed. `is_objected`: a player finds it not right, and has no
    answer yet.
    """

    table: int
    names: tuple[str, ...]
    state: str = "missing"
    by: str = ""
    at: datetime | None = None
    present: tuple[str, ...] = ()
    deals_done: int = 0
    deals: int = 0
    behind: int = 0
    version: int = 0
    counts: bool = False
    is_from_phone: bool = False
    is_unchecked: bool = False
    is_corrected: bool = False
    is_objected: bool = False

    @property
    def is_in(self) -> bool:
        """Return whether the form has been handed in."""
        return self.version > 0

    @property
    def is_behind(self) -> bool:
        """Return whether the table is so far behind that an official should visit it."""
        return self.behind >= BEHIND

    @property
    def needs_review(self) -> bool:
        """Return whether the form has still to be reviewed, adjudicated or answered for."""
        is_open = self.state != "counted" or self.is_unchecked or self.is_objected
        return self.is_in and is_open


@dataclass(frozen=True, slots=True)
class FormCount:
    """The forms of a round, as every page counts them, out of `total`.

    - `counted`: those that count.
    - `handed_in`: those that are in: they count or wait for a review.
    - `to_look_at`: those that are in, and have still to be reviewed, adjudicated or answered for.
    - `differing`: those of them with two typings that differ.
    - `objected`: those of them that a player finds not right.
    """

    round: Round
    counted: int
    total: int
    handed_in: int
    to_look_at: int
    differing: int
    objected: int

    @property
    def missing(self) -> int:
        """Return the number of forms that do not count yet."""
        return self.total - self.counted

    @property
    def to_come(self) -> int:
        """Return the number of forms that are not in."""
        return self.total - self.handed_in


def form_count(round: Round) -> FormCount:
    """Return the counts of the forms of a round; two queries."""
    differs = Q(pk__in=open_checks().values("version"))
    looks = differs | Q(pk__in=unchecked().values("pk")) | objected()
    forms = Version.objects.filter(COUNTS_OR_WAITS, form__table__round=round).aggregate(
        counted=Count("pk", filter=Q(is_counted=True)),
        handed_in=Count("form", distinct=True),
        to_look_at=Count("form", filter=looks, distinct=True),
        differing=Count("form", filter=differs, distinct=True),
        objected=Count("form", filter=objected(), distinct=True),
    )
    return FormCount(round, total=round.tables.count(), **forms)


def count_forms(round: Round, forms: Sequence[FormStatus]) -> FormCount:
    """Return the counts of the forms of a round from the states of all of them."""
    return FormCount(
        round,
        counted=sum(form.counts for form in forms),
        total=len(forms),
        handed_in=sum(form.is_in for form in forms),
        to_look_at=sum(form.needs_review for form in forms),
        differing=sum(form.state == "differs" for form in forms),
        objected=sum(form.is_objected for form in forms),
    )


def round_forms(round: Round, present_since: datetime | None = None) -> tuple[FormStatus, ...]:
    """Return the state of every form of a round, by table number; seven queries at most.

    `present` lists the officials with a page that sent a request after `present_since`. Without
    that time it is empty.
    """
    seats = Seat.objects.filter(round=round).select_related("entry").order_by("number")
    labels = distinct_names([seat.entry for seat in seats])
    names = _by_table((seat.table_id, name) for seat, name in zip(seats, labels, strict=True))
    versions = {version.form.table_id: version for version in _current_versions(round)}
    drafts = _by_table((draft.form.table_id, draft) for draft in _drafts(round))
    present = _officials_present(round, present_since) if present_since else {}
    undecided = set(unchecked().filter(form__table__round=round).values_list("pk", flat=True))
    differing = set(open_checks().values_list("version", flat=True))
    # All seats are known here, so the sizes of the tables need no query of their own.
    round.table_sizes = set(map(len, names.values()))
    # Computed once for each size of table, not for each table.
    deals = {size: round.rules.progress({}, size).deals for size in round.table_sizes}
    forms = []
    for table, number in round.tables.order_by("number").values_list("pk", "number"):
        players, officials = tuple(names.get(table, ())), tuple(present.get(table, ()))
        form = FormStatus(number, players, present=officials, deals=deals.get(len(players), 0))
        # A form that was handed in is shown by its version, even if somebody has a draft of it.
        if version := versions.get(table):
            form = _with_version(form, version, version.pk in differing, version.pk in undecided)
        elif officials or table in drafts:
            form = _with_drafts(form, drafts.get(table, []))
        forms.append(form)
    return _with_delays(forms)


def _by_table(rows: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """Return the values of each table in the given order, by the key of the table."""
    found: dict[int, list[T]] = {}
    for table, value in rows:
        found.setdefault(table, []).append(value)
    return found


def _current_versions(round: Round) -> QuerySet[Version]:
    """Return the versions of a round that count or wait, without their content."""
    # The content is left out: it is by far the largest column, and the list does not show it.
    current = Version.objects.filter(COUNTS_OR_WAITS, form__table__round=round)
    asked = Exists(Objection.objects.open().filter(form=OuterRef("form")))
    found = current.select_related("form", "author").annotate(is_objected=asked)
    return found.defer("content", "paper_totals")


def _drafts(round: Round) -> QuerySet[Draft]:
    """Return the drafts of a round, newest first, without their content."""
    drafts = Draft.objects.filter(form__table__round=round).select_related("form", "author")
    return drafts.defer("content", "paper_totals").order_by("-saved_at")


def _officials_present(round: Round, since: datetime) -> dict[int, list[str]]:
    """Return the names of the officials with a form open, by the key of the table."""
    seen = Presence.objects.filter(form__table__round=round, seen_at__gt=since)
    ordered = seen.order_by("user__username")
    return _by_table(ordered.values_list("form__table", "user__username"))


def _with_version(
    form: FormStatus, version: Version, differs: bool, is_undecided: bool
) -> FormStatus:
    """Return the state of a form with a version that counts or waits."""
    by = str(version.author or "")
    state = "counted" if version.is_counted else "waiting"
    if differs:
        state = "differs"
    elif is_undecided and any(name != by for name in form.present):
        state = "checking"
    return replace(
        form,
        state=state,
        by=by,
        at=version.saved_at,
        version=version.number,
        counts=version.is_counted,
        is_from_phone=version.source == Version.Source.PHONE,
        is_unchecked=version.is_counted and is_undecided,
        is_corrected=version.is_counted and version.number > 1 and version.reason != "",
        is_objected=version.is_objected,  # type: ignore[attr-defined]
    )


def _with_drafts(form: FormStatus, drafts: Sequence[Draft]) -> FormStatus:
    """Return the state of a form that is being written, at the table or in the office."""
    newest = next((draft for draft in drafts if draft.author), drafts[0] if drafts else None)
    # An official's draft goes before that of the table's phone, which has no author.
    state = "typing" if form.present else "draft"
    if newest and newest.author is None:
        state = "playing"  # an official with the form open is only watching
    return replace(
        form,
        state=state,
        by=str(newest.author or "") if newest else "",
        at=newest.saved_at if newest else None,
        deals_done=max((draft.deals_done for draft in drafts), default=0),
        is_from_phone=any(draft.author is None for draft in drafts),
    )


def _with_delays(forms: Sequence[FormStatus]) -> tuple[FormStatus, ...]:
    """Return the forms with `behind`: the deals that a playing table is behind the median."""
    # The lower median is the number of deals of a real table, and never a half.
    playing = [form.deals_done for form in forms if form.state == "playing"]
    middle = median_low(playing) if playing else 0
    return tuple(
        replace(form, behind=max(0, middle - form.deals_done)) if form.state == "playing" else form
        for form in forms
    )
