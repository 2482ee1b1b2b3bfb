"""The ceremony: the places from last to first, and the points that decided between equals."""

from dataclasses import dataclass, replace
from itertools import groupby

from wk.core.version_token import version_token
from wk.hall.models import CEREMONY_CURTAIN, CEREMONY_END, CeremonyStep
from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.models import Tournament

PODIUM = 3  # places on it
# The size of the type of the names: by more than how many they are, in a shared place; else by more
# than how many letters they have together.
CROWDED = ((16, "many crowd"), (6, "many"), (3, "several"))
SIZES = ((80, "packed"), (50, "longest"), (20, "long"))
LETTERS = 18  # of a line at least


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
    def is_on_podium(self) -> bool:
        """Return whether this is one of the first three places, which turn like cards."""
        return self.place <= PODIUM

    @property
    def size(self) -> str:
        """Return the size of the type, by the number of names and the letters of the longest."""
        crowded = next((size for names, size in CROWDED if len(self.rows) > names), "")
        # A short name has a line of its own too.
        letters = sum(max(len(row.name), LETTERS) for row in self.rows)
        return crowded or next((size for most, size in SIZES if letters > most), "")


@dataclass(frozen=True, slots=True)
class Ceremony:
    """All places to announce; `reveals` goes from the first place down.

    `step` is the one that is stored, None before the beginning. It is that of every screen and of
    every laptop.
    """

    visibility: ResultVisibility
    standings: Standings
    reveals: tuple[Reveal, ...]
    step: CeremonyStep | None

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

    @property
    def ranking(self) -> str:
        """Return a token of all that is announced: places, players and their results."""
        rows = ((row.rank, row.number, row.match_points, row.points) for row in self._rows)
        return version_token(*rows)

    @property
    def announced(self) -> int | None:
        """Return the place announced last; None if no ceremony is under way.

        It is CEREMONY_CURTAIN before the first place is shown, and CEREMONY_END at the end. None is
        under way before the beginning, and after the standings have changed.
        """
        if not self.step or not self.is_ready or self.step.ranking != self.ranking:
            return None
        if self.step.place == CEREMONY_CURTAIN:
            return CEREMONY_CURTAIN
        reveal = self.at(self.step.place)
        return reveal.place if reveal else CEREMONY_END

    @property
    def present(self) -> Reveal | None:
        """Return the step that everybody sees, None before the beginning and at the end.

        It tells nothing of the place below the first one, which has not been announced.
        """
        reveal = self.at(self.announced or 0)
        is_first = reveal and self.before(reveal) is None
        return replace(reveal, decider=None) if reveal and is_first else reveal

    @property
    def coming(self) -> int | None:
        """Return the place that the curtain hides, None once a name has been shown."""
        if not self.step or self.announced != CEREMONY_CURTAIN:
            return None
        reveal = self.at(self.step.first)
        return reveal.place if reveal else None

    @property
    def is_at_end(self) -> bool:
        """Return whether all places have been announced."""
        return self.announced == CEREMONY_END

    @property
    def next_places(self) -> tuple[int | None, ...]:
        """Return the places that may follow the one announced last: one step on, or one back.

        Before the beginning it is any place: the curtain hides it first. None stands for the
        beginning.
        """
        now = self.announced
        if now is None:
            return tuple(reveal.place for reveal in self.reveals)
        if now == CEREMONY_CURTAIN:
            return (self.coming, None)
        if now == CEREMONY_END:
            return (self.reveals[0].place, None)
        reveal = next(each for each in self.reveals if each.place == now)
        return (CEREMONY_END if reveal.above is None else reveal.above, self.before(reveal), None)

    def before(self, reveal: Reveal) -> int | None:
        """Return the place that was announced before this one, None if the ceremony began here."""
        is_first = not self.step or not reveal.below or reveal.below > self.step.first
        return None if is_first else reveal.below

    @property
    def winners(self) -> Standings:
        """Return the standings with nobody but those of the first three who were announced."""
        first = self.step.first if self.step else 0
        rows = tuple(row for row in self._rows if row.rank <= min(first, PODIUM))
        return replace(self.standings, rows=rows)

    @property
    def _rows(self) -> list[Standing]:
        return [row for reveal in self.reveals for row in reveal.rows]

    def at(self, place: int) -> Reveal | None:
        """Return the step that announces a place, None if there is no such place.

        A shared place takes up several numbers: each of them gives its step.
        """
        if not 1 <= place <= self.last:
            return None
        return [reveal for reveal in self.reveals if reveal.place <= place][-1]


def ceremony(tournament: Tournament) -> Ceremony:
    """Return the ceremony of a tournament, with all players who have had a seat; four queries."""
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
    step = CeremonyStep.objects.filter(tournament=tournament).first()
    return Ceremony(visibility, shown, tuple(reveals), step)


def ceremony_under_way(tournament: Tournament) -> Ceremony | None:
    """Return the ceremony of which places have been announced, None without one.

    The public may see its place announced last, and at the end its winners, and nothing else of it.
    One query if there is none.
    """
    if not CeremonyStep.objects.filter(tournament=tournament).exists():
        return None
    found = ceremony(tournament)
    return None if found.announced is None else found


def _place(rows: tuple[Standing, ...]) -> int:
    return rows[0].rank


def _decider(rows: tuple[Standing, ...], below: tuple[Standing, ...]) -> Decider | None:
    if not below or rows[0].match_points != below[0].match_points:
        return None
    return Decider(_place(below), rows[0].points, below[0].points)
