"""What a screen on the wall shows now: its scene, and the pages of that."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from wk.hall.models import EVERY_SCREEN
from wk.hall.queries import Hall, hall
from wk.hall.wall.pages import Kind, WallPage, paged, standings_pages
from wk.hall.wall.scenes import Day, Scene, scene_shown
from wk.standings.possible import deciding_tables
from wk.standings.queries import Standings, visible_standings
from wk.standings.visibility import ResultVisibility, finished_rounds, result_visibility
from wk.tournament.models import Round, Seat, Tournament
from wk.tournament.name_search import namesakes

WITH_STANDINGS = (Scene.PLAY, Scene.STANDINGS)


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
    """What a screen shows: a scene and its pages.

    - `held`: the scene on which the office holds the screen, "" if it does not.
    - `standings`: those that the public sees; `hall`: the tables, None where no page has them.
    - `seats_of`: the number of the round of which the seats are listed, 0 for none.
    - `deciding`: the numbers of the tables that decide who wins, where that is told.
    """

    tournament: Tournament
    scene: Scene
    held: str
    pages: tuple[WallPage, ...]
    visibility: ResultVisibility
    standings: Standings
    hall: Hall | None
    seats_of: int
    deciding: tuple[int, ...]

    @property
    def counted_tables(self) -> list[tuple[int, int]]:
        """Return round and number of the tables with public results in the last round.

        A script tells which of them are new. Held back, they are not among these.
        """
        last = (row.rounds[-1] for row in self.standings.rows if row.rounds)
        return sorted({(each.round, each.table) for each in last if each and each.is_in})


def wall(
    tournament: Tournament, now: datetime, screen: int = EVERY_SCREEN, wish: Scene | None = None
) -> Wall:
    """Return what a screen shows, as far as the public may see it.

    `wish` is the scene that was chosen at the screen itself; what the office says goes before it.
    """
    holds = held_scenes(tournament)
    held = holds.get(screen) or holds.get(EVERY_SCREEN)
    visibility = result_visibility(tournament, sees_all=False)
    shown = visible_standings(visibility)
    scene = scene_shown(_day(visibility, shown), (held, wish))
    seats_of = _round_with_seats(visibility) if scene == Scene.SEATS else None
    tables = hall(tournament, now) if scene == Scene.PLAY else None
    return Wall(
        tournament=tournament,
        scene=scene,
        held=held or "",
        pages=tuple(_pages(scene, shown, seats_of, tables)),
        visibility=visibility,
        standings=shown,
        hall=tables,
        seats_of=seats_of.number if seats_of else 0,
        deciding=deciding_tables(shown, visibility) if scene in WITH_STANDINGS else (),
    )


def held_scenes(tournament: Tournament) -> dict[int, Scene]:
    """Return the scene of each screen that the office holds, by its number; one query."""
    holds = tournament.wall_holds.values_list("screen", "scene")
    return {screen: Scene(scene) for screen, scene in holds}


def day_of(tournament: Tournament) -> Day:
    """Return the state of a tournament for its walls."""
    visibility = result_visibility(tournament, sees_all=False)
    return _day(visibility, visible_standings(visibility))


def _day(visibility: ResultVisibility, shown: Standings) -> Day:
    tournament = visibility.tournament
    public = [round for round in visibility.rounds if round.is_public]
    going_on = {round.number for round in public if round.is_open}
    return Day(
        is_played=bool(going_on - finished_rounds(tournament)) if going_on else False,
        has_seats=bool(public),
        waits_for_start=any(not round.is_started for round in public),
        has_results=shown.has_results,
        is_hidden=bool(visibility.hidden) and not visibility.shows_below_top,
        is_final=shown.is_final,
    )


def _round_with_seats(visibility: ResultVisibility) -> Round | None:
    """Return the last round with public seats, None before the first."""
    return next((round for round in reversed(visibility.rounds) if round.is_public), None)


def _pages(
    scene: Scene, shown: Standings, seats_of: Round | None, tables: Hall | None
) -> list[WallPage]:
    if seats_of:
        return paged(Kind.SEATS, _listed_seats(seats_of))
    if tables:
        # Beside the tables come the standings only once a form of this round counts in them.
        number = tables.round.number if tables.round else 0
        last = [row.rounds[-1] for row in shown.rows if row.rounds and not shown.hidden]
        counts = any(each and each.is_in and each.round == number for each in last)
        return [WallPage(Kind.TABLES), *(standings_pages(shown) if counts else [])]
    if scene == Scene.STANDINGS:
        return standings_pages(shown)
    if scene == Scene.CEREMONY:
        return [WallPage(Kind.PODIUM), *standings_pages(shown)]
    return [WallPage(Kind.CURTAIN if scene == Scene.CURTAIN else Kind.WELCOME)]


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
