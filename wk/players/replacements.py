"""Actions when a player leaves: a substitute for one round, or a newcomer for later rounds."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import seat_changes
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.checkin.services import refuse_double_entry
from wk.players.queries import public_name
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import BEGUN, Entry, Player, Round, Seat, Substitute, Tournament
from wk.tournament.queries import last_begun
from wk.tournament.round_states import closed_words


@transaction.atomic
def substitute(
    *,
    seat: Seat,
    name: str,
    from_deal: int | None,
    leaves: bool = False,
    author: User | None,
    now: datetime,
) -> Substitute:
    """Let a substitute play on in a seat for the rest of a round; return the substitute.

    The result stays the player's (A17). `from_deal` is the first deal of the substitute, None if
    unknown. With `leaves` the player is withdrawn as well. Raises ActionRefused if the round has
    not begun or is final, if the player no longer has the seat, or if the substitute is there
    already.
    """
    round = _locked_round(seat.round)
    # The filter has the entry too: another request may have changed who sits there.
    mine = Seat.objects.filter(pk=seat.pk, entry=seat.entry_id)
    seat = lock_row(mine.select_related("entry", "table"))
    if not round.is_started:
        raise ActionRefused(
            _("Round %(number)d has not started yet: let somebody take the seat over.")
            % {"number": round.number}
        )
    name = public_name(name)
    latest = seat.substitutes.order_by("pk").last()
    if latest and (latest.name, latest.from_deal) == (name, from_deal):
        raise ActionRefused(_("%(name)s plays on there already.") % {"name": name})
    made = Substitute.objects.create(seat=seat, name=name, from_deal=from_deal)
    # A player who has left already is not withdrawn by this: the undo must not readmit him.
    leaving = leaves and seat.entry.withdrawn_after is None
    if leaving:
        seat.entry.withdrawn_after = last_begun(round.tournament)
        seat.entry.save(update_fields=["withdrawn_after"])
    auditlog.record(
        tournament=round.tournament,
        kind=AuditLogEntry.Kind.SUBSTITUTED,
        about=str(seat.entry),
        author=author,
        now=now,
        entry=seat.entry,
        round=round,
        payload={
            "substitute": made.pk,
            "name": name,
            "from_deal": from_deal,
            "leaves": leaving,
            "at": [seat.table.number, seat.number],
        },
    )
    return made


def _locked_round(round: Round) -> Round:
    """Return the round, locked after its tournament. Raises ActionRefused if it is final."""
    lock_row(Tournament.objects.filter(pk=round.tournament_id))
    locked = lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state == Round.State.FINAL:
        raise ActionRefused(closed_words(locked))
    return locked


@transaction.atomic
def replace(
    *,
    entry: Entry,
    name: str,
    club: str,
    player: Player | None = None,
    is_other: bool = False,
    author: User | None,
    now: datetime,
) -> Entry:
    """Withdraw a player and give the seats in rounds that have not begun to a newcomer (A18).

    Return the entry of the newcomer, who is checked in. The results of the player stay. `player` is
    the person of the newcomer if known from earlier editions. `is_other`: the official confirmed
    that the newcomer is not a namesake on the list. Raises ActionRefused if the newcomer is on the
    list already.
    """
    tournament = lock_row(Tournament.objects.filter(pk=entry.tournament_id))
    replaced = lock_row(Entry.objects.filter(pk=entry.pk))
    refuse_double_entry(tournament, name, club, player, is_other)
    row = NewEntry(name, club, checked_in_at=now, is_announced=False, player=player)
    (newcomer,) = enter_many(tournament=tournament, rows=[row])
    before = replaced.withdrawn_after
    if before is None:
        replaced.withdrawn_after = last_begun(tournament)
        replaced.save(update_fields=["withdrawn_after"])
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.REPLACED,
        about=str(replaced),
        author=author,
        now=now,
        entry=replaced,
        payload={
            "withdrawn_after": before,
            "came": newcomer.pk,
            "name": str(newcomer),
            "by_hand": seat_instead(replaced, newcomer),
        },
    )
    return newcomer


def seat_instead(entry: Entry, other: Entry) -> dict[str, bool]:
    """Give the seats of `entry` in rounds that have not begun to `other`.

    Return a flag for each of these rounds, by its `seat_changes.draw_key` as text: whether the
    round was marked as changed by hand before, for a reason that is not in the log. The undo needs
    it to restore the mark.
    """
    waiting = Round.objects.filter(seats__entry=entry).exclude(state__in=BEGUN)
    rounds = list(waiting.select_related("tournament"))
    before = {
        str(seat_changes.draw_key(round)): round.changed_by_hand
        and not seat_changes.is_changed_by_hand(round)
        for round in rounds
    }
    Seat.objects.filter(entry=entry, round__in=rounds).update(entry=other)
    Round.objects.filter(pk__in=[round.pk for round in rounds]).update(changed_by_hand=True)
    return before
