"""Actions of the director on results: hold them back, announce place by place, release."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row, lock_rows
from wk.hall.ceremony.queries import Ceremony, ceremony
from wk.hall.models import CEREMONY_CURTAIN, CEREMONY_END, CeremonyStep
from wk.hall.wall.services import release_wall
from wk.tournament.models import Round, Tournament
from wk.tournament.round_states import is_by_standings


@transaction.atomic
def withhold(*, round: Round, what: Round.Withheld, author: User, now: datetime) -> Round:
    """Hold back results of a round: the public does not see them until they are released.

    `what` is all results, or the first places only; the latter only for the last round. A ceremony
    that is under way goes back before its beginning. Return the round. Raises ActionRefused for the
    first places of any other round, and if the next round is public and seated by these results.
    """
    # The tournament is locked before the round, as in every service: so no two wait for each other.
    lock_row(Tournament.objects.filter(pk=round.tournament_id))
    locked = lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if what == Round.Withheld.TOP and locked.number != locked.tournament.round_count:
        raise ActionRefused(_("Only of the last round the top ten can be held back."))
    next_round = locked.tournament.rounds.public().filter(number=locked.number + 1).first()
    if what and next_round and is_by_standings(next_round.tournament, next_round.number):
        raise ActionRefused(
            _("Everyone sees the seats of round %(number)d already, and they go by these results.")
            % {"number": next_round.number}
        )
    if locked.withheld == what:
        return locked
    if what:
        # Else the screens would go on to show what was announced.
        CeremonyStep.objects.filter(tournament=locked.tournament_id).delete()
    return _set(locked, what, author, now)


@transaction.atomic
def release(
    *, tournament: Tournament, author: User, now: datetime, number: int | None = None
) -> list[Round]:
    """Release the results held back, of one round (`number`) or of all; return these rounds.

    Raises ActionRefused if nothing is held back, or not any more.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    withheld = tournament.rounds.exclude(withheld=Round.Withheld.NOTHING)
    if number is not None:
        withheld = withheld.filter(number=number)
    locked = lock_rows(withheld.select_related("tournament"))
    rounds = sorted(locked, key=lambda round: round.number)
    if not rounds and number is not None:
        raise ActionRefused(_("Nothing of round %(number)d is held back.") % {"number": number})
    if not rounds:
        raise ActionRefused(_("Nothing is held back: everyone can see it all already."))
    return [_set(round, Round.Withheld.NOTHING, author, now) for round in rounds]


@transaction.atomic
def announce_place(
    *, tournament: Tournament, place: int | None, seen: int | None, author: User, now: datetime
) -> bool:
    """Announce a place on every screen: the next one, or the one before; return whether it moved.

    `place` may be CEREMONY_END for the podium, and None for the time before the beginning. `seen`
    is the place that the director saw when he asked for this: CEREMONY_CURTAIN for the curtain,
    None before the beginning. From there the ceremony goes to the curtain before that place, which
    shows no name. Then held screens are let go, so that all of them follow.

    Raises ActionRefused if not every place is known, if the ceremony is at another place meanwhile,
    and for a place that is not the next or the one before.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    whole = ceremony(locked)
    if not whole.is_ready:
        raise ActionRefused(_("Not every place is certain: nothing is announced yet."))
    reveal = whole.at(place) if place else None
    wanted = reveal.place if reveal else place
    if wanted == whole.announced or (seen is None and wanted and wanted == whole.coming):
        return False
    if seen != whole.announced or wanted not in whole.next_places:
        raise ActionRefused(_("The ceremony is here meanwhile."))
    if whole.announced is None:
        release_wall(tournament=locked, author=author, now=now)
    _move(locked, whole, wanted, author, now)
    return True


def _move(
    tournament: Tournament, whole: Ceremony, place: int | None, author: User, now: datetime
) -> None:
    """Store the step of a ceremony, with a log entry; without a place there is no step."""
    steps = CeremonyStep.objects.filter(tournament=tournament)
    if place is None:
        steps.delete()
    elif whole.announced is not None:
        steps.update(place=place)
    else:  # a step that is stored already is of other standings
        values = {"first": place, "place": CEREMONY_CURTAIN, "ranking": whole.ranking}
        steps.update_or_create(tournament=tournament, defaults=values)
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.CEREMONY,
        about="" if place is None else str(place),
        author=author,
        now=now,
        payload={
            "place": place,
            "is_end": place == CEREMONY_END,
            "is_curtain": place is not None and whole.announced is None,
        },
    )


def _set(round: Round, what: Round.Withheld, author: User, now: datetime) -> Round:
    """Store which results of a round are held back, with a log entry; return the round."""
    payload = {"withheld_from": str(round.withheld), "withheld_to": str(what)}
    round.withheld = what
    round.save(update_fields=["withheld"])
    auditlog.record_state(round, payload, author, now)
    return round
