"""The course of a rubber: games, vulnerability, the bonuses at its end, and the score pad."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from scoring.layout import Pad, PadLine
from scoring.rubber.contracts import Deal, PassedDeal, PlayedDeal, contract_points, side_of
from scoring.rubber.rules import GAME, GAMES_OF_RUBBER, RUBBER_BONUS, RuleSet
from scoring.text import Text

SIDES = (0, 1)
SIDE_NAMES = (Text("NZ", "NS"), Text("OW", "EW"))


Pair = tuple[int, int]
"""A number for each side."""


class Standing(NamedTuple):
    """How far a rubber is: the games of each pair, and its points below the line in this game."""

    games: Pair = (0, 0)
    parts: Pair = (0, 0)

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether each pair is vulnerable in a deal that begins so (B-7)."""
        return self.games[0] > 0, self.games[1] > 0

    @property
    def winner(self) -> int | None:
        """The pair that won the rubber, None while it is not won (B-8)."""
        return next((side for side in SIDES if self.games[side] == GAMES_OF_RUBBER), None)

    @property
    def game_of(self) -> int | None:
        """The pair whose points below the line are a game, None if neither has as many (B-7)."""
        return next((side for side in SIDES if self.parts[side] >= GAME), None)

    def scored(self, below: Pair) -> "Standing":
        """Return the standing with points below the line."""
        return self._replace(parts=(self.parts[0] + below[0], self.parts[1] + below[1]))

    def next(self) -> "Standing":
        """Return the standing in which the next deal begins.

        After a game both pairs start at 0: a part score of the other pair is wiped out (B-7, Δ7).
        """
        if self.game_of is None:
            return self
        one, other = self.games
        return Standing((one + 1, other) if self.game_of == 0 else (one, other + 1))


@dataclass(frozen=True, slots=True)
class PadEntry:
    """One amount on the pad: its deal from 1, the pair that scores it, and its points.

    `is_below`: whether it stands below the line.
    """

    deal: int
    side: int
    points: int
    is_below: bool = False


@dataclass(frozen=True, slots=True)
class DealScore:
    """One deal on the pad.

    `entries` stand in the order of writing. `vulnerable`: whether each pair was vulnerable during
    the deal. `part_scores`: the points of each pair below the line in the current game, with this
    deal. `game_of`: the pair that won a game by this deal, None if there is none.
    """

    entries: tuple[PadEntry, ...]
    vulnerable: tuple[bool, bool]
    part_scores: tuple[int, int]
    game_of: int | None = None

    def points(self, side: int, *, below: bool) -> int | None:
        """Return the points of a pair below or above the line, None if it has no amount there."""
        points = [e.points for e in self.entries if e.side == side and e.is_below == below]
        return sum(points) if points else None


@dataclass(frozen=True, slots=True)
class RubberScore:
    """A rubber so far.

    `deals` end with the deal that won the rubber, if one did. `games` and `part_scores` are those
    of each pair after these deals. `bonuses` are the amounts written at the end of play (B-8, Δ2).
    """

    deals: tuple[DealScore, ...]
    games: tuple[int, int]
    part_scores: tuple[int, int]
    bonuses: tuple[PadEntry, ...] = ()

    @property
    def winner(self) -> int | None:
        """The pair that won the rubber, None while it is not won (B-8)."""
        return Standing(self.games).winner

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether each pair is vulnerable in the next deal (B-7)."""
        return Standing(self.games).vulnerable

    @property
    def entries(self) -> tuple[PadEntry, ...]:
        """Everything on the pad, in the order of writing."""
        return (*(entry for deal in self.deals for entry in deal.entries), *self.bonuses)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both pairs, above and below the line together (B-8)."""
        one, other = (sum(e.points for e in self.entries if e.side == side) for side in SIDES)
        return one, other


def score_rubber(rules: RuleSet, deals: Iterable[Deal], *, unfinished: bool = False) -> RubberScore:
    """Return the course of a rubber of these deals (B-7, B-8, Δ7).

    Deals after the end of the rubber are ignored. `unfinished`: play stopped before its end, for
    which a pair may get a bonus (Δ2).
    """
    scores: list[DealScore] = []
    standing = Standing()
    for number, deal in enumerate(deals, 1):
        entries = _deal_entries(number, deal, standing.vulnerable)
        scored = standing.scored(_below(entries))
        scores.append(DealScore(entries, standing.vulnerable, scored.parts, scored.game_of))
        standing = scored.next()
        if standing.winner is not None:
            break
    is_over = unfinished or standing.winner is not None
    bonuses = final_bonuses(rules, len(scores), standing) if is_over else ()
    return RubberScore(tuple(scores), standing.games, standing.parts, bonuses)


def _below(entries: Iterable[PadEntry]) -> Pair:
    """Return the points of both pairs below the line."""
    one, other = (sum(e.points * e.is_below for e in entries if e.side == side) for side in SIDES)
    return one, other


def _deal_entries(number: int, deal: Deal, vulnerable: tuple[bool, bool]) -> tuple[PadEntry, ...]:
    if isinstance(deal, PassedDeal):
        return ()
    side = deal.contract.side
    points = contract_points(deal.contract, deal.tricks, vulnerable=vulnerable[side])
    # Overtricks stand above the line (Δ3), tricks of the bid below it, and first in order.
    entries = [PadEntry(number, side, amount) for amount in points.above]
    if points.below:
        entries.insert(0, PadEntry(number, side, points.below, is_below=True))
    if points.penalty:
        entries.append(PadEntry(number, 1 - side, points.penalty))
    return (*entries, *_honours_entries(number, deal))


def _honours_entries(number: int, deal: PlayedDeal) -> tuple[PadEntry, ...]:
    """Return the entry for honours, if any.

    Honours count for the pair that held them, declaring or defending, doubled or not (Δ1, 3.4).
    """
    if deal.honours is None:
        return ()
    return (PadEntry(number, side_of(deal.honours.seat), deal.honours.points),)


def final_bonuses(rules: RuleSet, number: int, standing: Standing) -> tuple[PadEntry, ...]:
    """Return the bonuses at the end of play: of a rubber that was won (B-8), or stopped early.

    Then a bonus goes to the only pair that has a game, or a part score: never to both (Δ2).
    """
    games, parts = standing
    if standing.winner is not None:
        points = RUBBER_BONUS[games[1 - standing.winner]]
        return (PadEntry(number, standing.winner, points),)
    return tuple(
        PadEntry(number, side, bonus)
        for bonus, counts in ((rules.game_bonus, games), (rules.part_score_bonus, parts))
        for side in SIDES
        if bonus and counts[side] and not counts[1 - side]
    )


def letter(number: int) -> str:
    """Return the label of a deal on the pad: a to z, then its number.

    >>> letter(1), letter(26), letter(27)
    ('a', 'z', '27')
    """
    return chr(ord("a") + number - 1) if number <= 26 else str(number)


def pad(course: RubberScore) -> Pad:
    """Return the score pad of a rubber, laid out as on paper.

    Above the line the last amount stands on top. Below the line there is a block for each game; the
    last block is empty if a game was won and the next has not begun.
    """
    games: list[list[PadEntry]] = [[]]
    for deal in course.deals:
        games[-1] += (entry for entry in deal.entries if entry.is_below)
        if deal.game_of is not None:
            games.append([])
    # After the second game of a pair no further game begins, so its empty block goes.
    if course.winner is not None:
        games.pop()
    above = [entry for entry in course.entries if not entry.is_below]
    return Pad(SIDE_NAMES, _columns(above)[::-1], tuple(map(_columns, games)), course.totals)


def _columns(entries: Sequence[PadEntry]) -> tuple[tuple[PadLine | None, PadLine | None], ...]:
    """Return the lines of the two columns of a block, from the line outward."""
    one, other = (
        [PadLine(entry.points, letter(entry.deal)) for entry in entries if entry.side == side]
        for side in SIDES
    )
    return tuple(zip_longest(one, other))
