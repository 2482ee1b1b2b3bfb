"""Services of the desk: check-in, late entry, substitution and replacement."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.scoreforms.drafts import closed_words
from wk.tournament import changes, hand
from wk.tournament.models import (
    BEGUN,
    Change,
    Entry,
    Player,
    Round,
    Seat,
    Substitute,
    Tournament,
)
from wk.tournament.queries import last_begun
from wk.tournament.refusal import Refusal, held
from wk.tournament.roster import NewEntry, enter_many, enter_one
from wk.tournament.search import of_that_name


@transaction.atomic
def check_in(*, entries: Collection[Entry], author: User | None, now: datetime) -> Change | None:
    """Note that players are present, as one change; return it, or None if all were noted before.

    The change is about the players that no desk had noted before. Of two desks at the same moment
    the second waits for the first, and finds the players present. All players of one change have
    its moment as their arrival; `undo` recognises them by that.
    """
    missing = [entry for entry in _held_entries(entries) if entry.arrived_at is None]
    if not missing:
        return None
    Entry.objects.filter(pk__in=[entry.pk for entry in missing]).update(arrived_at=now)
    facts = {"entries": changes.listed(missing)}
    return changes.note_players(Change.Kind.ARRIVED, missing, facts, author, now)


@transaction.atomic
def take_back(*, entry: Entry, author: User | None, now: datetime) -> Change | None:
    """Note that a player is not present after all; return the change, None if he was not
    present."""
    there = [each for each in _held_entries([entry]) if each.arrived_at is not None]
    if not there:
        return None
    Entry.objects.filter(pk=entry.pk).update(arrived_at=None)
    facts = {"before": changes.moment(there[0].arrived_at)}
    return changes.note_players(Change.Kind.TAKEN_BACK, there, facts, author, now)


def _held_entries(entries: Collection[Entry]) -> list[Entry]:
    """Return entries of one tournament as they are now, without those that are off the list.

    Their tournament is locked first, as in every change of several entries, so that two changes
    cannot wait for each other.
    """
    tournament = held(Tournament.objects.filter(pk__in={e.tournament_id for e in entries}))
    return list(tournament.entries.filter(pk__in=[entry.pk for entry in entries]))


@transaction.atomic
def enter_late(
    *,
    tournament: Tournament,
    name: str,
    club: str,
    player: Player | None = None,
    is_other: bool = False,
    author: User | None,
    now: datetime,
) -> Entry:
    """Enter an unannounced player at the desk, and note him as present.

    `player` is the person of earlier editions, if the official recognised one; `is_other`: the
    newcomer is not the player of the same name on the list. Refusal if the player is on the list,
    because another desk has entered him meanwhile.
    """
    held(Tournament.objects.filter(pk=tournament.pk))
    _refuse_twice(tournament, name, player, is_other)
    row = NewEntry(name, club, arrived_at=now, is_announced=False, player=player)
    return enter_one(tournament=tournament, row=row, author=author, now=now)


def _refuse_twice(tournament: Tournament, name: str, player: Player | None, is_other: bool) -> None:
    """Refuse to enter a player twice: the same person, or the same name unless `is_other`.

    Refuse also a person that no longer exists.
    """
    if player:
        held(Player.objects.filter(pk=player.pk))
    entries = list(tournament.entries.all())
    same = [entry for entry in entries if player and entry.player_id == player.pk]
    if not is_other:
        same += of_that_name(entries, name)
    if same:
        raise Refusal(_("%(name)s is in this tournament already.") % {"name": same[0]})


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
    """Let a substitute play on in a seat for the rest of a round.

    The result stays the player's (A17). `leaves`: the player does not come back after this round,
    and is not seated again. Refusal unless the round has begun and is not final.
    """
    round = _held_round(seat.round)
    # The entry is checked too: the players of the table may have changed seats meanwhile.
    mine = Seat.objects.filter(pk=seat.pk, entry=seat.entry_id)
    seat = held(mine.select_related("entry", "table"))
    if not round.is_started:
        raise Refusal(
            _("Round %(number)d has not started yet: let somebody take the place over.")
            % {"number": round.number}
        )
    made = Substitute.objects.create(seat=seat, name=name, from_deal=from_deal)
    leaving = leaves and seat.entry.withdrawn_after is None
    if leaving:
        seat.entry.withdrawn_after = last_begun(round.tournament)
        seat.entry.save(update_fields=["withdrawn_after"])
    changes.record(
        tournament=round.tournament,
        kind=Change.Kind.SUBSTITUTED,
        about=str(seat.entry),
        author=author,
        now=now,
        entry=seat.entry,
        round=round,
        facts={
            "substitute": made.pk,
            "name": name,
            "from_deal": from_deal,
            "leaves": leaving,
            "at": [seat.table.number, seat.number],
        },
    )
    return made


def _held_round(round: Round) -> Round:
    """Lock the tournament and the round, and return the round; Refusal if it is final."""
    held(Tournament.objects.filter(pk=round.tournament_id))
    locked = held(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state == Round.State.FINAL:
        raise Refusal(closed_words(locked))
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
    """Let a newcomer take over the seats of a player in the rounds that have not begun (A18).

    Return the entry of the newcomer. The player keeps his results and is not seated again.
    """
    tournament = held(Tournament.objects.filter(pk=entry.tournament_id))
    left = held(Entry.objects.filter(pk=entry.pk))
    _refuse_twice(tournament, name, player, is_other)
    row = NewEntry(name, club, arrived_at=now, is_announced=False, player=player)
    (came,) = enter_many(tournament=tournament, rows=[row])
    before = left.withdrawn_after
    if before is None:
        left.withdrawn_after = last_begun(tournament)
        left.save(update_fields=["withdrawn_after"])
    changes.record(
        tournament=tournament,
        kind=Change.Kind.REPLACED,
        about=str(left),
        author=author,
        now=now,
        entry=left,
        facts={
            "withdrawn_after": before,
            "came": came.pk,
            "name": str(came),
            "by_hand": seat_instead(left, came),
        },
    )
    return came


def seat_instead(entry: Entry, other: Entry) -> dict[str, bool]:
    """Seat one entry instead of another in the rounds that have not begun.

    Return for each draw, by `hand.draw_of` as text, whether the round was marked as changed by hand
    before for a reason that is not in the log.
    """
    waiting = Round.objects.filter(seats__entry=entry).exclude(state__in=BEGUN)
    rounds = list(waiting.select_related("tournament"))
    before = {
        str(hand.draw_of(round)): round.changed_by_hand and not hand.is_by_hand(round)
        for round in rounds
    }
    Seat.objects.filter(entry=entry, round__in=rounds).update(entry=other)
    Round.objects.filter(pk__in=[round.pk for round in rounds]).update(changed_by_hand=True)
    return before
