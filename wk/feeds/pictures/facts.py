"""What the pictures tell: nothing that a reader without an account could not see."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from wk.core.formatting import halves, signed
from wk.feeds.pictures.canvas import can_write
from wk.feeds.queries import public_visibility
from wk.standings.day_strip import RoundStep, day_strip
from wk.standings.formats import heading, short_place
from wk.standings.players import player_rounds
from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility
from wk.tournament.models import Entry, Tournament

FIRST_ROWS = 5


@dataclass(frozen=True, slots=True)
class PlayerDay:
    """The result of a player so far: the standings that it is from, its row, and the rounds."""

    heading: str
    standing: Standing
    strip: tuple[RoundStep, ...]


@dataclass(frozen=True, slots=True)
class TopOfStandings:
    """The first rows of the standings with the names of the players, and how many more share the
    rank of the last of them."""

    heading: str
    rows: tuple[Standing, ...]
    names: tuple[str, ...]
    more: int


def _told(tournament: Tournament) -> tuple[ResultVisibility, Standings] | None:
    """Return the standings that pictures may show: none before a result, and none at all while
    anything is withheld, as a picture goes on to others and stays there."""
    visibility = public_visibility(tournament)
    if visibility.hidden:
        return None
    shown = visible_standings(visibility)
    return (visibility, shown) if shown.has_results else None


def player_day(entry: Entry) -> PlayerDay | None:
    """Return the result of a player, None where a picture tells none."""
    told = _told(entry.tournament)
    if told is None:
        return None
    visibility, shown = told
    row = next((row for row in shown.rows if row.number == entry.number), None)
    if row is None:
        return None
    rounds = player_rounds(visibility, entry)
    strip = day_strip(shown, visibility, rounds, entry.number)
    return PlayerDay(heading(shown), row, strip)


def top_of_standings(tournament: Tournament) -> TopOfStandings | None:
    """Return the first rows of the standings, None where a picture tells none."""
    told = _told(tournament)
    if told is None:
        return None
    _visibility, shown = told
    rows, others = shown.rows[:FIRST_ROWS], shown.rows[FIRST_ROWS:]
    more = sum(row.rank == rows[-1].rank for row in others)
    names = (
        player_name(row.name, row.number, is_namesake=row.name in shown.namesakes) for row in rows
    )
    return TopOfStandings(heading(shown), rows, tuple(names), more)


def player_name(name: str, number: int, *, is_namesake: bool = False) -> str:
    """Return the name of a player as a picture can write it, a namesake with the start number.

    It stands behind the name: before it there is the rank.
    A name in letters that the typeface lacks becomes the start number, and never boxes.
    """
    shown = _("no. %(number)d") % {"number": number}
    if not can_write(name):
        return shown
    return f"{name} ({shown})" if is_namesake else name


def tournament_name(tournament: Tournament) -> str:
    """Return the name of a tournament, or its address where the typeface lacks a letter."""
    return tournament.name if can_write(tournament.name) else tournament.slug


def day_of(tournament: Tournament) -> str:
    """Return the date of a tournament, with its venue."""
    date = date_format(tournament.date, "j F Y")
    has_venue = tournament.venue and can_write(tournament.venue)
    return f"{date} · {tournament.venue}" if has_venue else date


def rank_text(rank: int, shared: bool) -> str:
    """Return a rank as text: 7, or 7= if it is shared."""
    return f"{rank}=" if shared else str(rank)


def result_text(standing: Standing) -> str:
    """Return the result of a player in words."""
    rank = _("rank %(rank)s") % {"rank": rank_text(standing.rank, standing.shared)}
    return f"{rank} · {points_text(standing)}"


def points_text(standing: Standing) -> str:
    """Return the totals of a player in words."""
    words = {"points": signed(standing.points), "wp": halves(standing.match_points)}
    return _("%(points)s points, %(wp)s MP") % words


def more_text(top: TopOfStandings) -> str:
    """Return in words how many more players share the last rank that is shown."""
    words = {"count": top.more, "rank": top.rows[-1].rank}
    return _("and %(count)d more on rank %(rank)d") % words


def step_lines(step: RoundStep) -> Iterator[str]:
    """Yield what a round gave, line by line: match points, points, and where it was played."""
    played = step.played
    if played.seat is None:
        yield _("no seat")
        return
    table = _("table %(number)d") % {"number": played.seat.table.number}
    if not played.counts:
        yield table
        return
    result = played.seat.result
    yield halves(result.match_points) + " " + _("MP")
    yield signed(result.points) + " " + _("points")
    yield f"{short_place(played)}, {table}"
