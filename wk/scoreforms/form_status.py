"""The state of every form of a round, as the office's list and the hall show it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median_low
from typing import NamedTuple, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from wk.scoreforms.models import Draft, Objection, Presence, Version
from wk.scoreforms.public_state import PublicState
from wk.scoreforms.review.queries import open_checks, unchecked
from wk.tournament.models import Round, Seat
from wk.tournament.name_search import namesakes

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
    answer yet. `paper`: the official with whom the paper lies, "" if nobody said so.
    `also_typed_by`: the officials with a draft of a form that is in.
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
    paper: str = ""
    also_typed_by: tuple[str, ...] = ()

    @property
    def is_in(self) -> bool:
        """Return whether the form has been handed in."""
        return self.version > 0

    @property
    def is_settled(self) -> bool:
        """Return whether the form counts, and nobody has anything more to type or to review."""
        return self.is_read_only and not self.also_typed_by

    @property
    def is_read_only(self) -> bool:
        """Return whether only who has a draft of the form, or may correct it, can type in it."""
        return self.state == "counted" and not self.is_unchecked

    @property
    def is_behind(self) -> bool:
        """Return whether the table is so far behind that an official should visit it."""
        return self.behind >= BEHIND

    @property
    def needs_review(self) -> bool:
        """Return whether the form has still to be reviewed, adjudicated or answered for."""
        is_open = self.state != "counted" or self.is_unchecked or self.is_objected
        return self.is_in and is_open

    @property
    def public_state(self) -> PublicState:
        """Return what everybody is told of the form."""
        return PublicState.of(is_in=self.is_in, counts=self.counts, to_look_at=self.needs_review)


class Written(NamedTuple):
    """A draft without its content: its author, "" for the table's phone, and when it was saved."""

    by: str
    at: datetime
    deals_done: int


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of a form without who writes it now: it changes only with the results.

    `key` is the primary key of the table. `form` has no drafts and nobody present. `is_undecided`:
    the form is in, two typings do not differ, and it has still to be reviewed.
    """

    key: int
    form: FormStatus
    is_undecided: bool


def round_forms(
    round: Round,
    present_since: datetime | None = None,
    facts: Sequence[TableFacts] | None = None,
) -> tuple[FormStatus, ...]:
    """Return the state of every form of a round, by table number; seven queries at most.

    `present` lists the officials with a page that sent a request after `present_since`. Without
    that time it is empty. With `facts`, those of the round, two queries are enough.
    """
    drafts = _by_table(_drafts(round))
    present = _officials_present(round, present_since) if present_since else {}
    known = table_facts(round) if facts is None else facts
    return _with_delays(
        [_as_now(each, drafts.get(each.key, ()), present.get(each.key, ())) for each in known]
    )


def table_facts(round: Round) -> tuple[TableFacts, ...]:
    """Return the facts of every table of a round, by table number; five queries."""
    names = _names(round)
    versions = {version.form.table_id: version for version in _current_versions(round)}
    undecided = set(unchecked().filter(form__table__round=round).values_list("pk", flat=True))
    differing = set(open_checks().values_list("version", flat=True))
    # All seats are known here, so the sizes of the tables need no query of their own.
    round.table_sizes = set(map(len, names.values()))
    # Computed once for each size of table, not for each table.
    deals = {size: round.rules.progress({}, size).deals for size in round.table_sizes}
    found = []
    for table, number in round.tables.order_by("number").values_list("pk", "number"):
        players = tuple(names.get(table, ()))
        form = FormStatus(number, players, deals=deals.get(len(players), 0))
        differs = is_undecided = False
        if version := versions.get(table):
            differs, is_undecided = version.pk in differing, version.pk in undecided
            form = _with_version(form, version, differs, is_undecided)
        found.append(TableFacts(table, form, is_undecided and not differs))
    return tuple(found)


def _as_now(facts: TableFacts, drafts: Sequence[Written], officials: Sequence[str]) -> FormStatus:
    """Return the state of a form with those who write it or have it open."""
    form = replace(facts.form, present=tuple(officials)) if officials else facts.form
    # A form that was handed in is shown by its version, even if somebody has a draft of it.
    if form.is_in:
        if others := tuple(draft.by for draft in drafts if draft.by):
            form = replace(form, also_typed_by=others)
        is_looked_at = facts.is_undecided and any(name != form.by for name in officials)
        return replace(form, state="checking") if is_looked_at else form
    return _with_drafts(form, drafts) if officials or drafts else form


def _by_table(rows: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """Return the values of each table in the given order, by the key of the table."""
    found: dict[int, list[T]] = {}
    for table, value in rows:
        found.setdefault(table, []).append(value)
    return found


def _names(round: Round) -> dict[int, list[str]]:
    """Return the names at each table in the order of the seats, by its key; one query.

    Namesakes have their start number. Three hundred rows are read as values: as models they took
    longer than all the rest.
    """
    rows = Seat.objects.filter(round=round).order_by("number")
    seats = list(rows.values_list("table", "entry__number", "entry__name"))
    alike = namesakes(name for _table, _number, name in seats)
    return _by_table(
        (table, f"{number} {name}" if name in alike else name) for table, number, name in seats
    )


def _current_versions(round: Round) -> QuerySet[Version]:
    """Return the versions of a round that count or wait, without their content."""
    # The content is left out: it is by far the largest column, and the list does not show it.
    current = Version.objects.filter(COUNTS_OR_WAITS, form__table__round=round)
    asked = Exists(Objection.objects.open().filter(form=OuterRef("form")))
    found = current.select_related("form", "author").annotate(is_objected=asked)
    return found.defer("content", "paper_totals")


def _drafts(round: Round) -> Iterator[tuple[int, Written]]:
    """Yield the key of the table and what was written, for each draft of a round, newest first."""
    drafts = Draft.objects.filter(form__table__round=round).order_by("-saved_at")
    columns = ("form__table", "author__username", "saved_at", "deals_done")
    for table, by, at, deals_done in drafts.values_list(*columns):
        yield table, Written(by or "", at, deals_done)


def _officials_present(round: Round, since: datetime) -> dict[int, list[str]]:
    """Return the names of the officials with a form open, by the key of the table."""
    seen = Presence.objects.filter(form__table__round=round, seen_at__gt=since)
    ordered = seen.order_by("user__username")
    return _by_table(ordered.values_list("form__table", "user__username"))


def _with_version(
    form: FormStatus, version: Version, differs: bool, is_undecided: bool
) -> FormStatus:
    """Return the state of a form with a version that counts or waits."""
    state = "counted" if version.is_counted else "waiting"
    if differs:
        state = "differs"
    return replace(
        form,
        state=state,
        by=str(version.author or ""),
        at=version.saved_at,
        version=version.number,
        counts=version.is_counted,
        is_from_phone=version.source == Version.Source.PHONE,
        is_unchecked=version.is_counted and is_undecided,
        is_corrected=version.is_counted and version.number > 1 and version.reason != "",
        is_objected=version.is_objected,  # type: ignore[attr-defined]
    )


def _with_drafts(form: FormStatus, drafts: Sequence[Written]) -> FormStatus:
    """Return the state of a form that is being written, at the table or in the office."""
    newest = next((draft for draft in drafts if draft.by), drafts[0] if drafts else None)
    # An official's draft goes before that of the table's phone, which has no author.
    state = "typing" if form.present else "draft"
    if newest and not newest.by:
        state = "playing"  # an official with the form open is only watching
    return replace(
        form,
        state=state,
        by=newest.by if newest else "",
        at=newest.at if newest else None,
        deals_done=max((draft.deals_done for draft in drafts), default=0),
        is_from_phone=any(not draft.by for draft in drafts),
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
