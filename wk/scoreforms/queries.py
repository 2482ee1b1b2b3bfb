"""Queries of the score forms of a round: how many there are of each kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from wk.scoreforms.form_status import COUNTS_OR_WAITS, FormStatus
from wk.scoreforms.models import Version
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
