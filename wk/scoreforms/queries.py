"""Queries of score forms: how many there are of each kind, and what everybody is told of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from wk.scoreforms.form_status import COUNTS_OR_WAITS, FormStatus
from wk.scoreforms.models import Version
from wk.scoreforms.public_state import PublicState
from wk.scoreforms.review.queries import objected, open_checks, unchecked
from wk.tournament.models import Round


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
    def counted_to_look_at(self) -> int:
        """Return the number of forms that count already, and have still to be looked at.

        Each form that is in counts or is to be looked at, and these do both.
        """
        return self.counted + self.to_look_at - self.handed_in

    @property
    def waiting(self) -> int:
        """Return the number of forms that are in, and do not count yet."""
        return self.handed_in - self.counted

    @property
    def missing(self) -> int:
        """Return the number of forms that do not count yet."""
        return self.total - self.counted

    @property
    def to_come(self) -> int:
        """Return the number of forms that are not in."""
        return self.total - self.handed_in


def to_look_at() -> Q:
    """Return which versions have still to be reviewed, adjudicated or answered for."""
    differs = Q(pk__in=open_checks().values("version"))
    return differs | Q(pk__in=unchecked().values("pk")) | objected()


def current_versions(tables: Iterable[int]) -> QuerySet[Version]:
    """Return the versions that count or wait of tables with these keys; one of each form.

    `is_looked_at` says whether the form has still to be reviewed, adjudicated or answered for.
    """
    found = Version.objects.filter(COUNTS_OR_WAITS, form__table__in=tables)
    return found.annotate(is_looked_at=ExpressionWrapper(to_look_at(), BooleanField()))


def public_state(version: Version | None) -> PublicState:
    """Return what everybody is told of a form; `version` is that of `current_versions`, or None."""
    if version is None:
        return PublicState.MISSING
    is_looked_at = version.is_looked_at  # type: ignore[attr-defined]
    return PublicState.of(is_in=True, counts=version.is_counted, to_look_at=is_looked_at)


def at_table() -> dict[str, Exists]:
    """Return what rows with a `table` are annotated with, to know its `PublicState`: `is_in` and
    `to_look_at`. It adds no query."""
    current = Version.objects.filter(COUNTS_OR_WAITS, form__table=OuterRef("table"))
    return {"is_in": Exists(current), "to_look_at": Exists(current.filter(to_look_at()))}


def public_states(tables: Iterable[int]) -> Mapping[int, PublicState]:
    """Return what everybody is told of the forms that are in, by the key of the table; one query.

    A table without a key in it has no form yet.
    """
    found = current_versions(tables).select_related("form").defer("content", "paper_totals")
    return {version.form.table_id: public_state(version) for version in found}


def form_count(round: Round) -> FormCount:
    """Return the counts of the forms of a round; two queries."""
    differs = Q(pk__in=open_checks().values("version"))
    forms = Version.objects.filter(COUNTS_OR_WAITS, form__table__round=round).aggregate(
        counted=Count("pk", filter=Q(is_counted=True)),
        handed_in=Count("form", distinct=True),
        to_look_at=Count("form", filter=to_look_at(), distinct=True),
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
