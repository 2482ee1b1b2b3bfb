"""Which versions a second pair of eyes is wanted for, and what it saw."""

from datetime import datetime
from fractions import Fraction

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.ranking import Tally, rank
from wk.accounts.models import User
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Table, Tournament
from wk.tournament.refusal import Refusal

LEADERS = 5  # the best so far, whose tables matter
LOT = 0.1  # of the other forms, so many are looked at


def why_checked(table: Table, version: Version, lot: float) -> str:
    """Return why a version at a table needs a second pair of eyes, `Why.NOT` if it does not.

    `lot`, from 0 to 1, decides about a form that nothing else speaks for.
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
    """Whether the lot fell on a form that still waits: typing it again is no way out."""
    drawn = Version.objects.filter(form__table=table, is_waiting=True)
    return drawn.filter(check_wanted=Version.Why.LOT).exists()


def _seats_a_leader(table: Table) -> bool:
    """Whether one of the best of the rounds before sits at a table."""
    earlier = Result.objects.filter(
        seat__round__tournament=table.round.tournament_id,
        seat__round__number__lt=table.round.number,
    )
    sums = earlier.values_list("seat__entry").annotate(Sum("half_points"), Sum("points"))
    ranked = rank(Tally(entry, Fraction(halves, 2), points) for entry, halves, points in sums)
    best = {row.tally.number for row in ranked if row.rank <= LEADERS}
    return table.seats.filter(entry__in=best).exists()


def is_blind(tournament: Tournament, version: Version) -> bool:
    """Whether who checks a version has to type it himself without seeing it: because the tournament
    wants it so, or because only totals were taken, in which the eye finds nothing to follow."""
    asked = tournament.check_method == Tournament.CheckMethod.BLIND
    return asked or version.check_wanted == Version.Why.TOTALS


def agree(*, version: Version, author: User | None, now: datetime, by_sight: bool = False) -> Check:
    """Note that somebody else found a version right: he typed the same, or looked at it.

    Who does so twice has done so once. Refusal from its own author. For the services of this app,
    within a transaction that holds the form.
    """
    if author is not None and version.author == author:
        raise Refusal(_("Somebody else has to check what you typed yourself."))
    noted = version.checks.filter(author=author, agrees=True).first()
    typed = None if by_sight else version
    return noted or Check.objects.create(
        version=version, typed=typed, author=author, at=now, agrees=True
    )


def differ(*, version: Version, typed: Version) -> Check:
    """Note that what somebody else typed differs from a version; it waits to be settled."""
    return Check.objects.create(
        version=version, typed=typed, author=typed.author, at=typed.saved_at, agrees=False
    )


def typed_before(version: Version, typed: Version) -> Version | None:
    """Return what the author of `typed` laid beside a version before, where it says the same."""
    for check in open_checks().filter(version=version, author=typed.author).select_related("typed"):
        if check.typed and check.typed.content == typed.content:
            return check.typed
    return None


def open_checks() -> QuerySet[Check]:
    """Return the differences that nobody has settled yet, of all forms."""
    current = Q(version__is_counted=True) | Q(version__is_waiting=True)
    return Check.objects.filter(current, agrees=False, settled_at=None)


def unchecked() -> QuerySet[Version]:
    """Return the versions, of all forms, that wait for a second pair of eyes: those that do not
    count yet, and those that count already, on their totals or since their totals did."""
    seen = Check.objects.filter(Q(agrees=True) | ~Q(settled_at=None)).values("version")
    wanted = Q(is_waiting=True) | Q(is_counted=True) & ~Q(check_wanted=Version.Why.NOT)
    return Version.objects.filter(wanted).exclude(pk__in=seen)


def pile(tournament: Tournament) -> QuerySet[Version]:
    """Return the versions of a tournament that somebody has still to look at or to decide about,
    newest first, with their tables and authors."""
    undecided = Q(pk__in=unchecked()) | Q(pk__in=open_checks().values("version"))
    return (
        Version.objects.filter(undecided, form__table__round__tournament=tournament)
        .select_related("form__table__round", "author")
        .order_by("-saved_at", "-pk")
    )


def check_decision(author: User | None, reason: str, *, is_change: bool = True) -> None:
    """Refuse to decide about what counts by anybody but the director, and to change it without a
    reason (A9)."""
    if author is None or not author.is_director:
        raise Refusal(_("Only the director can correct a form that has been handed in."))
    if is_change and not reason.strip():
        raise Refusal(_("A correction needs a reason."))
