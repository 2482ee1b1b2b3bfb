"""The moves of a change of seats in a round, and their cost."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.pairs import opposite
from wk.core.refusals import ActionRefused
from wk.core.version_token import version_token
from wk.draw import DrawQuality
from wk.rounds.constraints.messages import ConstraintViolation
from wk.rounds.draw_quality import outcome_so_far
from wk.tournament.models import Entry, Round, Seat
from wk.tournament.queries import seatings
from wk.tournament.seating import (
    At,
    Move,
    after,
    keeps_deals,
    seating,
    sizes_of,
)


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """The cost of a change: all rounds before and after, constraints, and repeated seats.

    `broken` are the constraints no longer met, `mended` those met again. `again` are the moves of
    players to a seat they also have in another round.
    """

    before: DrawQuality
    after: DrawQuality
    broken: tuple[ConstraintViolation, ...] = ()
    mended: tuple[ConstraintViolation, ...] = ()
    again: tuple[Move, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Return whether the change costs and gains nothing."""
        return self.before == self.after and not (self.broken or self.mended or self.again)


def seating_token(at: Mapping[Entry, At]) -> str:
    """Return the version token of exactly this seating; a page with another one is out of date."""
    return version_token([(entry.pk, place) for entry, place in at.items()])


def swap_moves(round: Round, first: Entry, second: Entry) -> tuple[Move, ...]:
    """Return the moves that let two players exchange places, as `ring_moves` tells."""
    return ring_moves(round, (first, second))


def ring_moves(round: Round, players: Sequence[Entry]) -> tuple[Move, ...]:
    """Return the moves that give each player the place of the next, and the last the first's.

    Where pairs stay together, partners move along. Raises ActionRefused unless these are different
    players with a seat in this round, and where a pair would be parted.
    """
    at = seating(round)
    if len(set(players)) < max(len(players), 2) or not at.keys() >= set(players):
        raise ActionRefused(_("Choose two different players who have a seat in this round."))
    goes = {one: at[other] for one, other in zip(players, (*players[1:], players[0]), strict=True)}
    if round.tournament.rules.partners == "fixed":
        sitter = {place: entry for entry, place in at.items()}
        for entry in players:
            partner, there = sitter[_across(at[entry])], _across(goes[entry])
            if goes.setdefault(partner, there) != there:
                raise ActionRefused(_("This would part partners who stay together."))
    return tuple(Move(entry, at[entry], place) for entry, place in goes.items())


def _across(place: At) -> At:
    """Return the place opposite, where the partner sits."""
    return place[0], opposite(place[1])


def free_moves(round: Round, entry: Entry, table: int) -> tuple[Move, ...]:
    """Return the moves that give a player the free place, the next seat, at another table.

    The player of the last seat at the table left behind takes the seat that becomes free, so that
    nobody else moves. The moving player may also have no seat yet. Raises ActionRefused where a
    table would have too many or too few players.
    """
    at = seating(round)
    sizes, allowed = sizes_of(at), round.tournament.rules.table_sizes
    here = at.get(entry)
    is_there = here is not None and here[0] == table
    if is_there or table not in sizes or sizes[table] + 1 not in allowed:
        raise ActionRefused(_("There is no free seat for this player at table %d.") % table)
    if here is None and entry.withdrawn_after is not None:
        raise ActionRefused(_("%(name)s has withdrawn.") % {"name": entry.name})
    return (Move(entry, here, (table, sizes[table] + 1)), *_closing_up(round, at, here))


def joining_moves(round: Round, entry: Entry, table: int) -> tuple[Move, ...]:
    """Return the moves for a player found to play at another table, in the next seat there.

    The players behind the empty seat at the old table close up in their order, because that is how
    they play round the table. In the order of the moves each seat is free when it is taken. Raises
    ActionRefused where the player has no seat, where a table would have too many or too few
    players, or where all tables would play other deals (W-14).
    """
    at = seating(round)
    if entry not in at:
        raise ActionRefused(_("There is no free seat for this player at table %d.") % table)
    joins, *_closing = free_moves(round, entry, table)
    left, seat = at[entry]
    behind = [(each, place) for each, place in at.items() if place[0] == left and place[1] > seat]
    moves = (joins, *(Move(each, place, (left, place[1] - 1)) for each, place in behind))
    if not keeps_deals(round, at, moves):
        raise ActionRefused(_("All tables of this round would play other deals then."))
    return moves


def out_moves(round: Round, entry: Entry) -> tuple[Move, ...]:
    """Return the moves when a withdrawn player gives up a seat: the table's last seat fills it.

    Raises ActionRefused where the player has no seat or has not withdrawn, or where too few players
    would stay (A18).
    """
    at = seating(round)
    here = at.get(entry)
    if here is None or entry.withdrawn_after is None:
        raise ActionRefused(_("Only who has withdrawn is taken out of the draw."))
    return (Move(entry, here, None), *_closing_up(round, at, here))


def _closing_up(round: Round, at: Mapping[Entry, At], left: At | None) -> list[Move]:
    """Return the move from the table's last seat to the seat left, if there is one to fill.

    Raises ActionRefused where the table would have too few players.
    """
    if left is None:
        return []
    table, size = left[0], sizes_of(at)[left[0]]
    if size - 1 not in round.tournament.rules.table_sizes:
        raise ActionRefused(_("Table %d would have too few players.") % table)
    last = (table, size)
    return [Move(each, last, left) for each, place in at.items() if place == last != left]


def impact_of(round: Round, moves: Sequence[Move]) -> ChangeImpact:
    """Return the cost of these moves."""
    tournament, index = round.tournament, round.number - 1
    drawn = seatings(tournament)
    moved = [*drawn[:index], _tables(after(seating(round), moves)), *drawn[index + 1 :]]
    before, now = (outcome_so_far(tournament, tables) for tables in (drawn, moved))
    return ChangeImpact(
        before.quality,
        now.quality,
        broken=tuple(each for each in now.violations if each not in before.violations),
        mended=tuple(each for each in before.violations if each not in now.violations),
        again=_again(round, moves),
    )


def _tables(at: Mapping[Entry, At]) -> list[list[int]]:
    """Return the start numbers of each table in seat order."""
    tables: dict[int, list[int]] = defaultdict(list)
    for (table, _number), entry in sorted((place, entry.number) for entry, place in at.items()):
        tables[table].append(entry)
    return list(tables.values())


def _again(round: Round, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves to a seat the player also has in another round, but had not here."""
    others = Seat.objects.filter(entry__in=[move.entry for move in moves]).exclude(round=round)
    had = set(others.values_list("entry", "number"))
    return tuple(
        move
        for move in moves
        if move.to_seat
        and (move.entry.pk, move.to_seat[1]) in had
        and (move.from_seat is None or move.from_seat[1] != move.to_seat[1])
    )
