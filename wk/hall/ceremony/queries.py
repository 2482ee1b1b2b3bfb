"""The ceremony: the ranks from last to first, and what decided each."""

from dataclasses import dataclass
from itertools import groupby

from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Decider:
    """The points that decided between two places with equal match points (WK-29).

    `points` are those of this place, `others` those of the place `below`.
    """

    below: int
    points: int
    others: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """One step of a ceremony: a place with all players sharing it (A16).

    `below` and `above` are the places announced before and after it, None for the last and the
    first. `decider` is None where match points decided.
    """

    place: int
    rows: tuple[Standing, ...]
    below: int | None
    above: int | None
    decider: Decider | None

    @property
    def longest(self) -> int:
        """Return the number of letters of the longest name, on which the type size depends."""
        return max(len(row.name) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Ceremony:
    """All places to announce; `reveals` goes from the first place down.

    Each step is addressed by the number of its place, so that any laptop can go on from it.
    """

    visibility: ResultVisibility
    standings: Standings
    reveals: tuple[Reveal, ...]

    @property
    def is_ready(self) -> bool:
        """Return whether every place is known and no clerk can change any of them."""
        return bool(self.reveals) and self.standings.is_over and self.standings.is_closed

    @property
    def last(self) -> int:
        """Return the last place; of a shared last place, the lowest place number it takes up."""
        return sum(len(reveal.rows) for reveal in self.reveals)

    def at(self, place: int) -> Reveal | None:
        """Return the step that announces a place, also a number taken up by a shared place.

        Return None beyond the last place and before the first.
        """
        if not 1 <= place <= self.last:
            return None
        return [reveal for reveal in self.reveals if reveal.place <= place][-1]


def ceremony(tournament: Tournament) -> Ceremony:
    """Return the ceremony of a tournament, of all players with a seat so far; three queries."""
    seen = result_visibility(tournament, sees_all=True)
    shown = visible_standings(seen)
    played = [row for row in shown.rows if any(row.rounds)]
    places = [tuple(rows) for _rank, rows in groupby(played, key=lambda row: row.rank)]
    reveals = [
        Reveal(
            place=_place(rows),
            rows=rows,
            below=_place(below) if below else None,
            above=_place(above) if above else None,
            decider=_decider(rows, below),
        )
        for above, rows, below in zip([(), *places], places, [*places[1:], ()], strict=False)
    ]
    return Ceremony(seen, shown, tuple(reveals))


def _place(rows: tuple[Standing, ...]) -> int:
    return rows[0].rank


def _decider(rows: tuple[Standing, ...], below: tuple[Standing, ...]) -> Decider | None:
    if not below or rows[0].match_points != below[0].match_points:
        return None
    return Decider(_place(below), rows[0].points, below[0].points)
