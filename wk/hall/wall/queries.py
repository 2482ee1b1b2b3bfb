"""What a screen on the wall shows now: its scenes, and the pages of these."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from wk.hall.ceremony.queries import Ceremony, ceremony_under_way
from wk.hall.models import EVERY_SCREEN
from wk.hall.queries import Hall, hall
from wk.hall.wall.pages import Kind, WallPage, seats_pages, standings_pages
from wk.hall.wall.scenes import Day, Scene, scenes_shown
from wk.phones.calls import open_calls
from wk.standings.possible import deciding_tables
from wk.standings.queries import Standings, visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.finished_rounds import finished_rounds
from wk.tournament.models import Round, Seat, Tournament
from wk.tournament.name_search import namesakes

WITH_STANDINGS = {Scene.PLAY, Scene.STANDINGS}


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A player in the list of seats: the surname first, and the table.

    `number` is the start number of a player with a namesake, None for the others.
    """

    name: str
    table: int
    number: int | None


@dataclass(frozen=True, slots=True)
class Wall:
    """What a screen shows: a scene, or several between which it turns, and their pages.

    - `winners`: the standings with nobody but those of the first three who were announced.
    - `standings`: those that the public sees; `hall`: the tables, None where no page has them.
    - `seats_of`: the number of the round of which the seats are listed, 0 for none.
    - `deciding`: the numbers of the tables that decide who wins, where that is told.
    - `calls`: the numbers of the tables that ask for the director, if he wants them here.
    """

    tournament: Tournament
    scenes: tuple[Scene, ...]
    pages: tuple[WallPage, ...]
    visibility: ResultVisibility
    standings: Standings
    hall: Hall | None
    seats_of: int
    deciding: tuple[int, ...]
    winners: Standings
    calls: tuple[int, ...] = ()

    @property
    def scene(self) -> Scene:
        """Return the scene; of several the first one."""
        return self.scenes[0]

    @property
    def counted_tables(self) -> list[tuple[int, int]]:
        """Return round and number of the tables with public results in the last round.

        A script tells which of them are new. Held back, they are not among these.
        """
        last = (row.rounds[-1] for row in self.standings.rows if row.rounds)
        return sorted({(each.round, each.table) for each in last if each and each.counts})

    @property
    def visible_rounds(self) -> str:
        """Return a token of the rounds of which the public sees results.

        Once it changes, as after a release, all results are there at once and no table is new.
        """
        hidden = (f" without {round.number}" for round in self.visibility.hidden)
        return f"to {self.standings.after_round}{''.join(hidden)}"


def wall(
    tournament: Tournament, now: datetime, screen: int = EVERY_SCREEN, wish: Scene | None = None
) -> Wall:
    """Return what a screen shows, as far as the public may see it.

    `wish` is the scene that was chosen at the screen itself; what the office says goes before it.
    """
    holds = held_scenes(tournament)
    held = holds.get(screen) or holds.get(EVERY_SCREEN) or ()
    visibility = result_visibility(tournament, sees_all=False)
    shown = visible_standings(visibility)
    told = ceremony_under_way(tournament)
    scenes = scenes_shown(_day(visibility, shown, told), held, wish)
    seats_of = _round_with_seats(visibility) if Scene.SEATS in scenes else None
    tables = hall(tournament, now) if Scene.PLAY in scenes else None
    pages = _Pages(shown, seats_of, tables, told)
    # With the clock and with the standings, the standings are shown once.
    found = {page.key: page for scene in scenes for page in pages.of(scene)}
    return Wall(
        tournament=tournament,
        scenes=scenes,
        pages=tuple(found.values()),
        visibility=visibility,
        standings=shown,
        hall=tables,
        seats_of=seats_of.number if seats_of else 0,
        deciding=deciding_tables(shown, visibility) if {*scenes} & WITH_STANDINGS else (),
        winners=told.winners if told and not shown.is_final else shown,
        calls=_calls(tournament, scenes),
    )


def _calls(tournament: Tournament, scenes: Sequence[Scene]) -> tuple[int, ...]:
    """Return the numbers of the tables that ask for the director; none beside the winners."""
    if not tournament.calls_on_wall or {*scenes} & {Scene.CURTAIN, Scene.CEREMONY}:
        return ()
    return tuple(call.table.number for call in open_calls(tournament))


def held_scenes(tournament: Tournament) -> dict[int, tuple[Scene, ...]]:
    """Return the scenes of each screen that the office holds, by its number; one query."""
    return {hold.screen: hold.held for hold in tournament.wall_holds.all()}


def day_of(tournament: Tournament) -> Day:
    """Return the state of a tournament for its walls."""
    visibility = result_visibility(tournament, sees_all=False)
    return _day(visibility, visible_standings(visibility), ceremony_under_way(tournament))


def _day(visibility: ResultVisibility, shown: Standings, told: Ceremony | None) -> Day:
    tournament = visibility.tournament
    public = [round for round in visibility.rounds if round.is_public]
    going_on = {round.number for round in public if round.is_open}
    return Day(
        is_played=bool(going_on - finished_rounds(tournament)) if going_on else False,
        has_seats=bool(public),
        waits_for_start=any(not round.is_started for round in public),
        has_results=shown.has_results,
        is_hidden=bool(visibility.hidden) and not visibility.shows_below_top,
        is_announced=told is not None and not (told.is_at_end and shown.is_final),
        is_final=shown.is_final,
    )


def _round_with_seats(visibility: ResultVisibility) -> Round | None:
    """Return the last round with public seats, None before the first."""
    return next((round for round in reversed(visibility.rounds) if round.is_public), None)


@dataclass(frozen=True, slots=True)
class _Pages:
    """All that the pages of scenes are made of; None where no scene has it."""

    shown: Standings
    seats_of: Round | None
    tables: Hall | None
    told: Ceremony | None

    def of(self, scene: Scene) -> list[WallPage]:
        """Return the pages of a scene."""
        if scene == Scene.SEATS and self.seats_of:
            return seats_pages(_listed_seats(self.seats_of))
        if scene == Scene.PLAY:
            return [WallPage(Kind.TABLES), *self._standings_while_played()]
        if scene == Scene.STANDINGS:
            return standings_pages(self.shown)
        if scene == Scene.CEREMONY:
            return [*self._ceremony()]
        return [WallPage(Kind.CURTAIN if scene == Scene.CURTAIN else Kind.WELCOME)]

    def _standings_while_played(self) -> list[WallPage]:
        """Return the standings beside the tables, once a form of this round counts in them."""
        number = self.tables.round.number if self.tables and self.tables.round else 0
        rows = () if self.shown.hidden else self.shown.rows
        last = (row.rounds[-1] for row in rows if row.rounds)
        counts = any(each and each.counts and each.round == number for each in last)
        return standings_pages(self.shown) if counts else []

    def _ceremony(self) -> Iterator[WallPage]:
        """Yield the place announced last, before the first one a curtain; at the end the winners,
        and the standings if public."""
        if coming := self.told.coming if self.told else None:
            yield WallPage(Kind.COMING, number=coming)
            return
        if reveal := self.told.present if self.told else None:
            yield WallPage(Kind.PLACE, (reveal,), reveal.place)
            return
        yield WallPage(Kind.PODIUM)
        if self.shown.is_final:
            yield from standings_pages(self.shown)


def _listed_seats(round: Round) -> Sequence[ListedSeat]:
    """Return the seats of a round in the order of the names; one query."""
    seats = Seat.objects.filter(round=round).select_related("entry", "table")
    ordered = sorted(seats, key=lambda seat: (seat.entry.name_parts.order, seat.entry.number))
    alike = namesakes(seat.entry.name for seat in ordered)
    return [
        ListedSeat(
            seat.entry.name_parts.listed,
            seat.table.number,
            seat.entry.number if seat.entry.name in alike else None,
        )
        for seat in ordered
    ]
