"""The standings on paper: all rows, as far as everybody may see them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from wk.standings.formats import heading, substitution_text
from wk.standings.players import substitutes
from wk.standings.queries import RoundResult, Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One row: the standing of a player, and what substitutes played of it."""

    standing: Standing
    notes: tuple[str, ...]

    @property
    def rounds(self) -> tuple[RoundResult | None, ...]:
        """Return the result of each round, None without a seat."""
        return self.standing.rounds


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings with their heading; `rounds` are the numbers of the columns."""

    heading: str
    standings: Standings
    rounds: tuple[int, ...]
    rows: tuple[RankedRow, ...]


def ranking(visibility: ResultVisibility, after_round: int | None = None) -> Ranking:
    """Return the standings after a round, or as they are now; a few queries.

    What is held back from the reader of `visibility` is not in them.
    """
    shown = visible_standings(visibility, after_round)
    played = substitutes(visibility.tournament)

    def notes(row: Standing) -> tuple[str, ...]:
        found = (
            (result.round, each)
            for result in row.rounds
            if result
            for each in played.get((row.number, result.round), ())
        )
        return tuple(
            _("round %(number)d: %(what)s") % {"number": number, "what": substitution_text(each)}
            for number, each in found
        )

    return Ranking(
        heading=heading(shown),
        standings=shown,
        rounds=tuple(range(1, shown.after_round + 1)),
        rows=tuple(RankedRow(row, notes(row)) for row in shown.rows),
    )
