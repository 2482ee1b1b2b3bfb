"""The pictures of 1200 by 630 pixels: of a player's day, and of the first rows of the standings."""

from django.utils.translation import gettext as _

from wk.core.formatting import halves, signed
from wk.feeds.pictures.canvas import BOLD, FELT, INK, ON_FELT, SOFT, WIDTH, Canvas, fitted
from wk.feeds.pictures.facts import (
    PlayerDay,
    TopOfStandings,
    day_of,
    more_text,
    player_day,
    player_name,
    rank_text,
    result_text,
    step_lines,
    top_of_standings,
    tournament_name,
)
from wk.standings.day_strip import RoundStep
from wk.standings.queries import Standing
from wk.tournament.models import Entry, Tournament

LEFT, RIGHT = 60, WIDTH - 60
BAND = 104  # the height of the green cloth
ONE_LINE, TWO_LINES = range(92, 62, -2), range(60, 28, -2)  # sizes of a name
STRIP_TOP, STRIP_HEIGHT, GAP = 424, 158, 16
MOST_WIDE = 4  # rounds that have room for words; more of them have match points only


def player_picture(entry: Entry) -> bytes:
    """Return the picture of a player as PNG: the result so far, or the name and the tournament."""
    canvas, tournament = _with_band(entry.tournament), entry.tournament
    name, day = player_name(entry.name, entry.number), player_day(entry)
    if day is None:
        _draw_name(canvas, name, 320)
        canvas.fit((LEFT, 560), day_of(tournament), RIGHT - LEFT, 34, fill=SOFT)
        return canvas.png(f"{name} · {tournament.name}")
    _draw_name(canvas, name, 212)
    _draw_totals(canvas, day)
    _draw_strip(canvas, day.strip)
    return canvas.png(_in_words(name, tournament, day))


def standings_picture(tournament: Tournament) -> bytes:
    """Return the picture of the standings as PNG: their first rows, or the tournament alone."""
    top = top_of_standings(tournament)
    if top is None:
        canvas = _with_band(tournament, has_name=False)
        _draw_name(canvas, tournament_name(tournament), 320)
        canvas.fit((LEFT, 560), day_of(tournament), RIGHT - LEFT, 34, fill=SOFT)
        return canvas.png(f"{tournament.name} · {day_of(tournament)}")
    canvas = _with_band(tournament)
    _draw_rows(canvas, top)
    rows = [f"{name}: {result_text(row)}" for name, row in zip(top.names, top.rows, strict=True)]
    more = [more_text(top)] if top.more else []
    return canvas.png(f"{tournament.name} · {top.heading}: {'; '.join([*rows, *more])}")


def _in_words(name: str, tournament: Tournament, day: PlayerDay) -> str:
    rounds = [f"{_round_text(step)}: {', '.join(step_lines(step))}" for step in day.strip]
    whole = [f"{name} · {tournament.name}", day.heading, result_text(day.standing), *rounds]
    return " · ".join(whole)


def _with_band(tournament: Tournament, *, has_name: bool = True) -> Canvas:
    """Return a new canvas with the green cloth, and the name of the tournament on it."""
    canvas = Canvas()
    canvas.band(BAND)
    name, left = tournament_name(tournament) if has_name else _("Card champion"), 156
    size, lines = fitted(name, RIGHT - left, range(40, 26, -2), most_lines=2)
    first = BAND / 2 + size * 0.34 - (len(lines) - 1) * size * 0.58
    canvas.lines((left, first), lines, size, fill=ON_FELT)
    return canvas


def _draw_name(canvas: Canvas, name: str, baseline: int) -> None:
    """Draw a name as large as it fits: in one line on this baseline, or in two around it."""
    size, lines = fitted(name, RIGHT - LEFT, ONE_LINE)
    if size < ONE_LINE[-1]:
        size, lines = fitted(name, RIGHT - LEFT, TWO_LINES, most_lines=2)
    first = baseline - (len(lines) - 1) * size * 0.55
    canvas.lines((LEFT, first), lines, size)


def _draw_totals(canvas: Canvas, day: PlayerDay) -> None:
    standing, baseline = day.standing, 392
    number = _("start number %(number)s") % {"number": standing.number}
    canvas.fit((LEFT, 286), f"{number} · {day.heading}", RIGHT - LEFT, 28, fill=SOFT)
    totals = (
        (_("Rank"), rank_text(standing.rank, standing.shared)),
        (_("MP"), halves(standing.match_points)),
        (_("Points"), signed(standing.points)),
    )
    left = float(LEFT)
    for label, number in totals:
        end = canvas.text((left, baseline), number, 88, weight=BOLD)
        left = canvas.text((end + 14, baseline), label, 30, fill=SOFT) + 64


def _draw_strip(canvas: Canvas, strip: tuple[RoundStep, ...]) -> None:
    """Draw a box for each round."""
    if not strip:
        return
    is_wide = len(strip) <= MOST_WIDE
    if not is_wide:
        words = _("match points and rank by round")
        canvas.text((RIGHT, 286), words, 24, fill=SOFT, is_right=True)
    gap = GAP if is_wide else 6
    width = (RIGHT - LEFT + gap) / len(strip) - gap
    for place, step in enumerate(strip):
        left = LEFT + place * (width + gap)
        canvas.box(left, STRIP_TOP, width, STRIP_HEIGHT)
        if is_wide:
            _draw_round(canvas, step, left + 20, width - 40)
        else:
            _draw_small_round(canvas, step, left + 6, width - 12)


def _draw_round(canvas: Canvas, step: RoundStep, left: float, width: float) -> None:
    heading = _round_text(step)
    first, *others = step_lines(step)
    canvas.fit((left, STRIP_TOP + 36), heading, width, 22, fill=SOFT)
    canvas.fit((left, STRIP_TOP + 82), first, width, 44, weight=BOLD)
    if others:
        canvas.fit((left, STRIP_TOP + 112), " · ".join(others), width, 22)
    if step.rank:
        words = _("rank now") if step.is_provisional else _("rank")
        rank = rank_text(step.rank.rank, step.rank.shared)
        end = canvas.text((left, STRIP_TOP + 143), f"{words} ", 22, fill=SOFT)
        end = canvas.text((end, STRIP_TOP + 143), rank, 24, weight=BOLD)
        if step.rise:
            canvas.rise((end + 12, STRIP_TOP + 143), step.rise, 22)


def _round_text(step: RoundStep) -> str:
    return _("Round %(number)d") % {"number": step.played.round.number}


def _draw_small_round(canvas: Canvas, step: RoundStep, left: float, width: float) -> None:
    """Draw a round where there is room for its number, match points and rank only."""
    canvas.fit((left, STRIP_TOP + 40), str(step.played.round.number), width, 24, fill=SOFT)
    seat = step.played.seat
    worth = halves(seat.result.match_points) if seat and step.played.counts else "–"
    canvas.fit((left, STRIP_TOP + 90), worth, width, 40, weight=BOLD)
    if step.rank:
        rank = rank_text(step.rank.rank, step.rank.shared)
        canvas.fit((left, STRIP_TOP + 138), rank, width, 22, fill=SOFT)


def _draw_rows(canvas: Canvas, top: TopOfStandings) -> None:
    canvas.fit((LEFT, 186), top.heading, 620, 52, weight=BOLD)
    canvas.text((940, 186), _("MP"), 26, fill=SOFT, is_right=True)
    canvas.text((RIGHT, 186), _("Points"), 26, fill=SOFT, is_right=True)
    canvas.rule(LEFT, RIGHT, 206)
    for place, (name, row) in enumerate(zip(top.names, top.rows, strict=True)):
        _draw_row(canvas, name, row, 266 + place * 76)
    if top.more:
        canvas.text((LEFT, 614), more_text(top), 24, fill=SOFT)


def _draw_row(canvas: Canvas, name: str, row: Standing, baseline: int) -> None:
    """Draw a row, its numbers below those of the row above: the = and the ½ stand aside."""
    canvas.text((116, baseline), str(row.rank), 46, weight=BOLD, is_right=True)
    if row.shared:
        canvas.text((118, baseline), "=", 46, fill=SOFT)
    fill = FELT if row.rank == 1 else INK
    canvas.fit((176, baseline), name, 640, 46, weight=BOLD, fill=fill)
    whole = halves(row.match_points).removesuffix("½")
    canvas.text((940, baseline), whole, 46, weight=BOLD, is_right=True)
    if row.match_points.denominator > 1:
        canvas.text((942, baseline), "½", 46, weight=BOLD)
    canvas.text((RIGHT, baseline), signed(row.points), 46, is_right=True)
    canvas.rule(LEFT, RIGHT, baseline + 22)
