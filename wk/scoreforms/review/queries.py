"""Queries of the review: versions that need one, differences between typings, and objections."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.layout import Progress
from scoring.ranking import Tally, rank
from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.core.refusals import ActionRefused
from wk.scoreforms.form_lock import LockedForm
from wk.scoreforms.models import Check, Objection, Result, Version
from wk.tournament.models import Round, Tournament

LEADERS = 5  # the tables of players up to this rank are reviewed
LOT = 0.1  # the share of the other forms that is reviewed


def check_reason(
    form: LockedForm,
    version: Version,
    progress: Progress,
    lot: float,
    is_undoubted: bool = False,
) -> str:
    """Return the reason why a version needs a review, `CheckReason.NOT` if it needs none.

    `progress` is that of its content. `lot` is a random number from 0 to 1. It draws a share LOT of
    the forms without another reason. `is_undoubted`: a camera read it without any doubt; one look
    is enough for that in a tournament whose director chose so.
    """
    tournament, reason = form.table.round.tournament, Version.CheckReason
    # The order matters: totals and phones are reviewed whatever the tournament's setting, and the
    # other reasons only in a tournament that reviews the important forms.
    if progress.totals_only:
        return reason.TOTALS
    if is_undoubted and tournament.one_look:
        return reason.NOT
    if version.source == Version.Source.PHONE and tournament.phones == Tournament.Phones.COMPARE:
        return reason.PHONE
    if tournament.second_check == Tournament.SecondCheck.EVERY:
        return reason.EVERY
    if tournament.second_check == Tournament.SecondCheck.NONE:
        return reason.NOT
    if any(row.is_incident for row in progress.rows):
        return reason.INCIDENT
    if _seats_a_leader(form):
        return reason.LEADERS
    # A second draw must not let a clerk escape the review by typing the form again.
    was_drawn = any(each.is_waiting and each.check_wanted == reason.LOT for each in form.versions)
    return reason.LOT if lot < LOT or was_drawn else reason.NOT


def _seats_a_leader(form: LockedForm) -> bool:
    """Return whether one of the leaders after the earlier rounds sits at the table; one query."""
    round = form.table.round
    earlier = Result.objects.filter(
        seat__round__tournament=round.tournament_id, seat__round__number__lt=round.number
    )
    # The ranking of scoring is used without the standings: that room is built on this one.
    sums = earlier.values_list("seat__entry").annotate(Sum("half_points"), Sum("points"))
    ranked = rank(Tally(entry, Fraction(halves, 2), points) for entry, halves, points in sums)
    # Tallies are by the key of the entry here; it serves as the number of the player.
    best = {row.tally.number for row in ranked if row.rank <= LEADERS}
    return not best.isdisjoint(form.players)


def is_blind(tournament: Tournament, version: Version) -> bool:
    """Return whether the reviewer has to type a version again without seeing it.

    That is a setting of the tournament. Totals without deals are always typed again, as they have
    too little content for a review by sight.
    """
    is_blind_method = tournament.check_method == Tournament.CheckMethod.BLIND
    return is_blind_method or version.check_wanted == Version.CheckReason.TOTALS


def agree(*, version: Version, author: User | None, now: datetime, by_sight: bool = False) -> Check:
    """Store that a second person found a version right, by typing the same or by sight.

    `by_sight`: the person only compared it with the paper. The same review twice is stored once.
    The caller must have a transaction that locked the form. Raises ActionRefused for the author of
    the version.
    """
    if author is not None and version.author_id == author.pk:
        raise ActionRefused(_("Somebody else has to check what you typed yourself."))
    existing = version.checks.filter(author=author, agrees=True).first()
    # `typed` is the second typing; an equal one is not stored, so the version stands for it.
    typed = None if by_sight else version
    return existing or Check.objects.create(
        version=version, typed=typed, author=author, at=now, agrees=True
    )


def differ(*, version: Version, typed: Version) -> Check:
    """Store an open check of a version: a second typing differs from it."""
    return Check.objects.create(
        version=version, typed=typed, author=typed.author, at=typed.saved_at, agrees=False
    )


def typed_before(version: Version, typed: Version) -> Version | None:
    """Return the stored second typing with the content and author of `typed`, None without one.

    Only typings of this version with an open check are considered.
    """
    for check in open_checks().filter(version=version, author=typed.author).select_related("typed"):
        if check.typed and check.typed.content == typed.content:
            return check.typed
    return None


def open_checks() -> QuerySet[Check]:
    """Return the differences of all forms that have not been adjudicated."""
    current = Q(version__is_counted=True) | Q(version__is_waiting=True)
    return Check.objects.filter(current, agrees=False, adjudicated_at=None)


def unchecked() -> QuerySet[Version]:
    """Return the versions of all forms that have not been reviewed.

    Some of them wait. Others count before their review: totals, and the deals that completed
    totals.
    """
    seen = Check.objects.filter(Q(agrees=True) | ~Q(adjudicated_at=None)).values("version")
    wanted = Q(is_waiting=True) | Q(is_counted=True) & ~Q(check_wanted=Version.CheckReason.NOT)
    return Version.objects.filter(wanted).exclude(pk__in=seen)


def objected() -> Q:
    """Return the condition of versions with an objection that the office has still to answer.

    It is for versions that count or wait: others of the same form fulfil it too.
    """
    is_current = Q(is_counted=True) | Q(is_waiting=True)
    return is_current & Q(form__in=Objection.objects.open().values("form"))


def review_queue(tournament: Tournament) -> QuerySet[Version]:
    """Return the versions of a tournament to review, adjudicate or answer for, newest first.

    Their tables and authors are fetched in the same query.
    """
    undecided = Q(pk__in=unchecked()) | Q(pk__in=open_checks().values("version")) | objected()
    return (
        Version.objects.filter(undecided, form__table__round__tournament=tournament)
        .select_related("form__table__round", "author")
        .order_by("-saved_at", "-pk")
    )


@dataclass(frozen=True, slots=True)
class Undecided:
    """A form of the review queue.

    `round`: the number of its round. `differs`: two typings differ. `is_objected`: a player finds
    it not right. `author`: the key of the official who typed it, None for the table's phone.
    """

    round: int
    differs: bool
    is_objected: bool
    author: int | None = None

    def waits_for_others_than(self, user: User | AnonymousUser | None) -> bool:
        """Return whether somebody else than this official has to look at it: he typed it."""
        typed_it = user is not None and user.pk is not None and self.author == user.pk
        return typed_it and not (self.differs or self.is_objected)


def undecided(tournament: Tournament) -> tuple[Undecided, ...]:
    """Return the forms of the review queue in rounds that are not final; one query."""
    queue = review_queue(tournament).exclude(form__table__round__state=Round.State.FINAL)
    differs = Exists(open_checks().filter(version=OuterRef("pk")))
    is_objected = Exists(Objection.objects.open().filter(form=OuterRef("form")))
    rows = queue.values_list("form__table__round__number", differs, is_objected, "author")
    return tuple(Undecided(*row) for row in rows)


def check_decision(author: User | None, reason: str, *, is_change: bool = True) -> None:
    """Raise ActionRefused unless the author may correct counted forms and gives a reason (A9).

    Without `is_change` no reason is needed.
    """
    why = _("Only the director can correct a form that has been handed in.")
    refuse_unless_may(author, Act.CORRECT_COUNTED_FORMS, why)
    if is_change and not reason.strip():
        raise ActionRefused(_("A correction needs a reason."))
