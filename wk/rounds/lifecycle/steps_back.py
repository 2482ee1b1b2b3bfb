"""The steps back of a round: when a start may be undone, and what reopening a round leads to."""

from django.utils.translation import gettext as _

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.seat_changes import seat_changes
from wk.rounds.lifecycle.issues import Issue, Readiness
from wk.scoreforms.models import Draft, Photo, Version
from wk.tournament.models import Round, Substitute


def is_untouched(round: Round) -> bool:
    """Return whether nothing has happened in a started round, so that its start can be undone.

    The round has no form, draft, photo, substitute or corrected seat. Nobody has withdrawn in it,
    it was not closed and reopened meanwhile, and no later round has started.
    """
    written = (Version, Draft, Photo)
    moved = round.log_entries.filter(kind=AuditLogEntry.Kind.STATE, payload__to=Round.State.STARTED)
    last = moved.order_by("pk").last()
    return not (
        # A round that was reopened came back to started from closed or final.
        (last and last.payload["from"] != Round.State.CONFIRMED)
        or any(each.objects.filter(form__table__round=round).exists() for each in written)
        or Substitute.objects.filter(seat__round=round).exists()
        or round.tournament.entries.filter(withdrawn_after=round.number).exists()
        or any(change.how for change in seat_changes(round))
        or round.tournament.rounds.started().filter(number__gt=round.number).exists()
    )


def reopening_impact(round: Round) -> Readiness:
    """Return the effect of reopening a closed or final round, as issues.

    Each later final round goes back to closed: these issues make up the version token. A tournament
    with all rounds closed or final has no champion until the round is closed again.
    """
    text = _("Round %(number)d is final too, and goes back to closed")
    issues = [
        Issue("later", text % {"number": later.number}, round=later.number, needs_confirmation=True)
        for later in later_final(round)
    ]
    states = round.tournament.rounds.values_list("state", flat=True)
    is_over = {*states} <= {Round.State.CLOSED, Round.State.FINAL}
    if is_over and len(states) == round.tournament.round_count:
        issues.append(Issue("champion", _("Until it is closed again there is no champion")))
    return Readiness(tuple(issues))


def later_final(round: Round) -> list[Round]:
    """Return the final rounds after this one, by number."""
    later = round.tournament.rounds.filter(number__gt=round.number, state=Round.State.FINAL)
    return list(later.select_related("tournament").order_by("number"))
