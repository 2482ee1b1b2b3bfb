"""The ceremony: the places from last to first, and the points that decided between equals."""

from dataclasses import dataclass
from itertools import groupby

from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Decider:
    """The points that decided between two places with equal match points (WK-29).

    `points` are those of the place itself. `others` are those of the next place, which has the
    number `below`.
    """

    below: int
    points: int
    others: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """One step of a ceremony: a place and all players who share it (A16).

    - `below`: the place announced before it, None for the last place.
    - `above`: the place announced after it, None for the first place.
    - `decider`: the points that decided over the place below; None if match points did.
    """

    place: int
    rows: tuple[Standing, ...]
    below: int | None
    above: int | None
    decider: Decider | None

    @property
    def longest(self) -> int:
        """Return the number of letters of the longest name; the size of the type depends on it."""
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
        """Return the number of the last place: the number of players.

        A shared last place takes up several numbers, of which this is the highest.
        """
        return sum(len(reveal.rows) for reveal in self.reveals)

    def at(self, place: int) -> Reveal | None:
        """Return the step that announces a place, None if there is no such place.

        A shared place takes up several numbers: each of them gives its step.
        """
        if not 1 <= place <= self.last:
            return None
        return [reveal for reveal in self.reveals if reveal.place <= place][-1]


def ceremony(tournament: Tournament) -> Ceremony:
    """Return the ceremony of a tournament, with all players who have had a seat; three queries."""
    visibility = result_visibility(tournament, sees_all=True)
    shown = visible_standings(visibility)
    played = [row for row in shown.rows if any(row.rounds)]
    places = [tuple(rows) for _rank, rows in groupby(played, key=lambda row: row.rank)]
    # Places go from the first one down, so each one's neighbours are those above and below it.
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
    return Ceremony(visibility, shown, tuple(reveals))


def _place(rows: tuple[Standing, ...]) -> int:
    return rows[0].rank


def _decider(rows: tuple[Standing, ...], below: tuple[Standing, ...]) -> Decider | None:
    if not below or rows[0].match_points != below[0].match_points:
        return None
    return Decider(_place(below), rows[0].points, below[0].points)
