"""Which versions need a review, and what reviews found."""

from datetime import datetime
from fractions import Fraction

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.ranking import Tally, rank
from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table, Tournament

LEADERS = 5  # the first ranks: tables with one of them are reviewed
LOT = 0.1  # the share of the other forms that is reviewed


def why_checked(table: Table, version: Version, lot: float) -> str:
    """Return why a version at a table needs a review, `Why.NOT` if it does not.

    `lot`, from 0 to 1, decides about a form without another reason.
    """
    tournament, why = table.round.tournament, Version.Why
    progress = table.round.rules.progress(version.content, table.seats.count())
    if progress.totals_only:
        return why.TOTALS
    if version.source == Version.Source.PHONE and tournament.phones == Tournament.Phones.COMPARE:
        return why.PHONE
    if tournament.second_check == Tournament.SecondCheck.EVERY:
        return why.EVERY
    if tournament.second_check == Tournament.SecondCheck.NONE:
        return why.NOT
    if any(row.is_incident for row in progress.rows):
        return why.INCIDENT
    if _seats_a_leader(table):
        return why.LEADERS
    return why.LOT if lot < LOT or _was_drawn(table) else why.NOT


def _was_drawn(table: Table) -> bool:
    """Return whether a form that still waits was drawn by lot.

    Typing it again must not undo that.
    """
    drawn = Version.objects.filter(form__table=table, is_waiting=True)
    return drawn.filter(check_wanted=Version.Why.LOT).exists()


def _seats_a_leader(table: Table) -> bool:
    """Return whether one of the leaders after the earlier rounds sits at a table."""
    earlier = Result.objects.filter(
        seat__round__tournament=table.round.tournament_id,
        seat__round__number__lt=table.round.number,
    )
    sums = earlier.values_list("seat__entry").annotate(Sum("half_points"), Sum("points"))
    ranked = rank(Tally(entry, Fraction(halves, 2), points) for entry, halves, points in sums)
    best = {row.tally.number for row in ranked if row.rank <= LEADERS}
    return table.seats.filter(entry__in=best).exists()


def is_blind(tournament: Tournament, version: Version) -> bool:
    """Return whether a version has to be typed a second time without seeing it.

    The tournament may want that; and totals alone leave nothing to compare by sight.
    """
    asked = tournament.check_method == Tournament.CheckMethod.BLIND
    return asked or version.check_wanted == Version.Why.TOTALS


def agree(*, version: Version, author: User | None, now: datetime, by_sight: bool = False) -> Check:
    """Note that a second person found a version right, by typing the same or by sight.

    Doing so twice is noted once. ActionRefused for the author of the version. To be called within a
    transaction that has locked the form.
    """
    if author is not None and version.author == author:
        raise ActionRefused(_("Somebody else has to check what you typed yourself."))
    noted = version.checks.filter(author=author, agrees=True).first()
    typed = None if by_sight else version
    return noted or Check.objects.create(
        version=version, typed=typed, author=author, at=now, agrees=True
    )


def differ(*, version: Version, typed: Version) -> Check:
    """Note that a second typing differs from a version; the check stays open until settled."""
    return Check.objects.create(
        version=version, typed=typed, author=typed.author, at=typed.saved_at, agrees=False
    )


def typed_before(version: Version, typed: Version) -> Version | None:
    """Return an earlier typing with the same content by the author of `typed`, None without one.

    Only typings kept beside `version` with an open check are looked at.
    """
    for check in open_checks().filter(version=version, author=typed.author).select_related("typed"):
        if check.typed and check.typed.content == typed.content:
            return check.typed
    return None


def open_checks() -> QuerySet[Check]:
    """Return the differences that have not been settled, of all forms."""
    current = Q(version__is_counted=True) | Q(version__is_waiting=True)
    return Check.objects.filter(current, agrees=False, settled_at=None)


def unchecked() -> QuerySet[Version]:
    """Return the versions of all forms that have not been reviewed.

    Those are the versions that wait, and those that count already with a review still wanted:
    totals, or the deals that completed them.
    """
    seen = Check.objects.filter(Q(agrees=True) | ~Q(settled_at=None)).values("version")
    wanted = Q(is_waiting=True) | Q(is_counted=True) & ~Q(check_wanted=Version.Why.NOT)
    return Version.objects.filter(wanted).exclude(pk__in=seen)


def review_queue(tournament: Tournament) -> QuerySet[Version]:
    """Return the versions of a tournament to be reviewed or settled, newest first.

    They come with their tables and authors.
    """
    undecided = Q(pk__in=unchecked()) | Q(pk__in=open_checks().values("version"))
    return (
        Version.objects.filter(undecided, form__table__round__tournament=tournament)
        .select_related("form__table__round", "author")
        .order_by("-saved_at", "-pk")
    )


def check_decision(author: User | None, reason: str, *, is_change: bool = True) -> None:
    """Refuse a decision about a form that counts to who may not correct it, and a change without a
    reason (A9)."""
    why = _("Only the director can correct a form that has been handed in.")
    refuse_unless_may(author, Act.CORRECT_COUNTED_FORMS, why)
    if is_change and not reason.strip():
        raise ActionRefused(_("A correction needs a reason."))
