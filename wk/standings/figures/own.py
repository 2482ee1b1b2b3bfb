"""How well one player plays beside the field, as a chart of the rates that the game counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.figures import PlayFigures, SuccessChart, SuccessRate, together
from scoring.text import Text
from wk.standings.figures.queries import field_charts
from wk.standings.players import PlayerRound
from wk.standings.visibility import ResultVisibility

# Places of the chart in its own units: columns from LEFT on, between TOP (100 %) and BOTTOM (0 %).
LEFT, STEP, TOP, BOTTOM = 64, 56, 16, 196
BAR = 28  # the width of a bar


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the chart: the rate of the player (None without a try) and of all players.

    `middle` is how far its middle is from the left; `top` and `height` are those of the bar, and
    `line` is the height at which the line of all players is.
    """

    own: SuccessRate | None
    field: SuccessRate
    middle: int
    top: int
    height: int
    line: int

    @property
    def left(self) -> int:
        """Return where the bar begins."""
        return self.middle - BAR // 2

    @property
    def line_ends(self) -> tuple[int, int]:
        """Return where the line of all players begins and ends."""
        return self.middle - STEP // 2 + 4, self.middle + STEP // 2 - 4


@dataclass(frozen=True, slots=True)
class OwnChart:
    """The rates of a player beside those of all players, with the size of the chart.

    `made` of `tries` are those of the player together.
    """

    title: Text
    heading: Text
    columns: tuple[Column, ...]
    made: int
    tries: int
    bar: int = BAR
    left: int = LEFT
    bottom: int = BOTTOM
    height: int = BOTTOM + 84

    @property
    def width(self) -> int:
        """Return the width of the chart."""
        return LEFT + STEP * len(self.columns)

    @property
    def middle(self) -> int:
        """Return where the middle of the columns is."""
        return (self.left + self.width) // 2

    @property
    def ticks(self) -> tuple[tuple[int, int], ...]:
        """Return the percentages at the axis, each with its height."""
        return tuple((percentage, _height(percentage)) for percentage in (0, 50, 100))


def own_charts(visibility: ResultVisibility, rounds: Sequence[PlayerRound]) -> tuple[OwnChart, ...]:
    """Return the charts of a player in rounds that a reader may see; none before the first try.

    One query and one a round, if the game has such charts.
    """
    # A round after a withheld one is in no figures of the day yet.
    told = [played for played in rounds if played.round.number <= visibility.last]
    own = together((0, PlayFigures((), charts)) for charts in _played(told)).charts
    if not own:
        return ()
    field = {(each.title, each.heading): each for each in field_charts(visibility)}
    return tuple(_chart(each, field[each.title, each.heading]) for each in own)


def _played(rounds: Sequence[PlayerRound]) -> Iterator[tuple[SuccessChart, ...]]:
    """Yield the charts of the player in each round with a form to show."""
    for played in rounds:
        if played.seat and played.form:
            form = (played.form, len(played.table_seats), played.seat.number - 1)
            yield played.round.rules.success_charts([form])


def _chart(own: SuccessChart, field: SuccessChart) -> OwnChart:
    rates = {rate.label: rate for rate in own.rates}
    columns = tuple(
        _column(rates.get(rate.label), rate, LEFT + STEP * place + STEP // 2)
        for place, rate in enumerate(field.rates)
    )
    made, tries = sum(r.made for r in own.rates), sum(r.tries for r in own.rates)
    return OwnChart(own.title, own.heading, columns, made, tries)


def _column(own: SuccessRate | None, field: SuccessRate, middle: int) -> Column:
    top = _height(own.percentage if own else 0)
    return Column(own, field, middle, top, BOTTOM - top, _height(field.percentage))


def _height(percentage: int) -> int:
    return BOTTOM - round((BOTTOM - TOP) * percentage / 100)
