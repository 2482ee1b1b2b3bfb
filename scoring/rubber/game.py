"""Rubber bridge as a game: its form, its points, and its progress."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.figures import PlayFigures, SuccessChart
from scoring.game import Document, Game, Options
from scoring.guide import Guide, GuideRow
from scoring.layout import Chart, Figure, FootRow, Layout, Progress, RowProgress
from scoring.problems import Invalid, Problem
from scoring.result import RoundRange, SeatResult, results, round_range
from scoring.rubber import settings, sheet
from scoring.rubber.arbiter import RubberArbiter
from scoring.rubber.charts import charts
from scoring.rubber.contracts import PassedDeal
from scoring.rubber.course import SIDE_NAMES, SIDES, DealScore, RubberScore, pad
from scoring.rubber.deals import deal_document
from scoring.rubber.form import Reader, Reading
from scoring.rubber.practice import play_round
from scoring.rubber.rules import RuleSet
from scoring.rubber.scan import scanned_form
from scoring.rubber.slips import slips_of
from scoring.scan import Scan, ScannedForm
from scoring.slip import Slip
from scoring.text import Text

NOT_KNOWN = ((Figure(), Figure()), (Figure(), Figure()))
RUBBER_BONUS_LABEL = Text("premie voor de robber", "bonus for the rubber")
GAME_BONUS_LABEL = Text("gestopt met een manche", "stopped with a game")
PART_SCORE_BONUS_LABEL = Text("gestopt met een deelscore", "stopped with a part score")
TOTAL_LABEL = Text("boven en onder samen", "above and below together")


@dataclass(frozen=True, slots=True)
class RubberBridge:
    """Rubber bridge under one rule set: a round is one rubber (3.2b). Satisfies scoring.game.Game.

    `honours`: whether honours count (Δ1). `partners`: whether pairs stay together.
    """

    rules: RuleSet
    honours: bool
    partners: settings.Pairing = "fixed"
    table_sizes: tuple[int, ...] = (4,)

    @property
    def key(self) -> str:
        """The key of the game in addresses and archives."""
        return self.rules.key

    @property
    def name(self) -> Text:
        """The name of the game for people."""
        return self.rules.name

    @property
    def options(self) -> Options:
        """The options that differ from the defaults, and no others."""
        return settings.options_from_cells(
            self.options_to_cells({"honours": self.honours, "partners": self.partners}),
            knows_honours=self.rules.knows_honours,
        )

    @property
    def settings(self) -> Layout:
        """The page of settings for an organiser."""
        return settings.settings(knows_honours=self.rules.knows_honours)

    def options_from_cells(self, cells: Mapping[str, str]) -> Options:
        """Return the options written in the cells of `settings`, a mapping of path to text."""
        return settings.options_from_cells(cells, knows_honours=self.rules.knows_honours)

    def options_to_cells(self, options: object) -> dict[str, str]:
        """Return the text of the cells of `settings` under these options, by path."""
        return settings.options_to_cells(options, knows_honours=self.rules.knows_honours)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Tables of the points of contracts, honours and games, for people."""
        return charts(self.rules, honours=self.honours)

    @property
    def arbiter(self) -> RubberArbiter:
        """The arbiter of its tricks."""
        return RubberArbiter()

    def for_tables(self, sizes: Collection[int]) -> Game:
        """Return the game itself: every table has four players (3.2b)."""
        return self

    def layout(self, seats: int, document: object = None) -> Layout:
        """Return the form: a row for each deal, with its contract and the tricks."""
        return sheet.layout(document, honours=self.honours)

    def from_cells(self, cells: Mapping[str, str], seats: int) -> Document:
        """Return the document of the cells, a mapping of path to text."""
        return sheet.from_cells(cells)

    def to_cells(self, document: object) -> dict[str, str]:
        """Return the text of the cells of a document, by path."""
        return sheet.to_cells(document)

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document with its keys in the archive's order; raises Invalid."""
        return _normal(self._valid(document))

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat; raises Invalid."""
        return results(_totals(self._valid(document)))

    def round_range(self, seats: int) -> RoundRange:
        """Return the match points of the places; a rubber has no limit of points (B-8)."""
        return round_range(seats)

    def progress(self, document: object, seats: int) -> Progress:
        """Return rows, totals, problems and notices of a form that may be incomplete."""
        reading = self._read(document)
        course = reading.course
        totals = _totals(reading)
        problems = tuple(reading.problems.found)
        totals_only = isinstance(document, dict) and "totals" in document
        return Progress(
            rows=tuple(
                _row_progress(reading, row.number) for row in self.layout(seats, document).rows
            ),
            totals=totals,
            problems=problems,
            result=() if problems else results(totals),
            totals_only=totals_only,
            foot=() if totals_only else _foot(course, self.rules),
            pad=None if totals_only else pad(course),
            notices=tuple(reading.notices.found),
            done=_done(reading),
            normal=None if problems else _normal(reading),
        )

    def guide(self, seats: int, document: object = None) -> Guide:
        """Return the guide of a table: only its deals.

        It has no dealers, since the sources do not name the first one. It has no order of writing,
        and no points of single cells, since points follow from the whole rubber.
        """
        rows = self.layout(seats, document).rows
        return Guide(rows=tuple(GuideRow(row.path, row.label) for row in rows))

    def slips(self, document: object, seats: int) -> tuple[Slip, ...]:
        """Return the usual mistakes of a scorer in the known deals, the likelier kinds first."""
        return slips_of(self._read(document))

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return no problems: the sources forbid no change."""
        return ()

    def figures(self, forms: Sequence[tuple[object, int]]) -> PlayFigures:
        """Return no figures but those of every game."""
        return PlayFigures()

    def success_charts(
        self, forms: Sequence[tuple[object, int, int | None]]
    ) -> tuple[SuccessChart, ...]:
        """Return no charts."""
        return ()

    def scanned(self, scan: Scan, seats: int) -> ScannedForm:
        """Return the most probable form of a sheet, by all that its cells tell of each other."""
        return scanned_form(self.rules, scan, honours=self.honours)

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a rubber bid and played card by card."""
        return play_round(self.rules, random, honours=self.honours)

    def _read(self, document: object) -> Reading:
        return Reader(self.rules, honours=self.honours).read(document)

    def _valid(self, document: object) -> Reading:
        reading = self._read(document)
        if reading.problems.found:
            raise Invalid(reading.problems.found)
        return reading


def _normal(reading: Reading) -> Document:
    """Return the document of a valid reading, with its keys in the archive's order."""
    if reading.totals:
        return {"totals": list(reading.totals)}
    normal: Document = {"contracts": [deal_document(deal) for deal in reading.deals if deal]}
    return normal | {"unfinished": True} if reading.unfinished else normal


def _totals(reading: Reading) -> tuple[int, ...]:
    """Return the points of each seat: the total of its pair less that of the other (3.2b)."""
    if reading.totals:
        return reading.totals
    one, other = reading.course.totals
    return (one - other, other - one) * 2  # in seat order the pairs alternate


def _done(reading: Reading) -> int:
    """Return the number of deals known, up to the one that won the rubber.

    The number of deals of a whole rubber is not known beforehand.
    """
    if reading.course.winner is not None:
        return len(reading.course.deals)
    return sum(deal is not None for deal in reading.deals)


def _row_progress(reading: Reading, number: int) -> RowProgress:
    """Return the facts of one row: its points, the vulnerable pairs, and the game that it won.

    The row of the next deal shows the vulnerable pairs too, before the deal is written.
    """
    course = reading.course
    known = len(course.deals)
    if number <= known:
        deal = course.deals[number - 1]
        is_last = course.winner is not None and number == known
        figures = tuple(
            (
                Figure(deal.points(side, below=False)),
                Figure(deal.points(side, below=True), deal.part_scores[side]),
            )
            for side in SIDES
        )
        parts = [_vulnerable(deal.vulnerable), _outcome(deal, is_last)]
        if isinstance(reading.deals[number - 1], PassedDeal):
            parts.append(sheet.PASSED)
        remark = _joined(parts)
        return RowProgress(number, 0, figures, remark, deal.game_of is not None)
    is_next = number == known + 1 and course.winner is None
    remark = _joined([_vulnerable(course.vulnerable)]) if is_next else None
    return RowProgress(number, 0, NOT_KNOWN, remark)


def _vulnerable(vulnerable: tuple[bool, bool]) -> Text | None:
    if all(vulnerable):
        return Text("allen kwetsbaar", "all vulnerable")
    if not any(vulnerable):
        return None
    name = SIDE_NAMES[vulnerable.index(True)]
    return Text(f"{name.nl} kwetsbaar", f"{name.en} vulnerable")


def _outcome(deal: DealScore, is_last: bool) -> Text | None:
    if deal.game_of is None:
        return None
    name = SIDE_NAMES[deal.game_of]
    if is_last:
        return Text(f"manche en robber {name.nl}", f"game and rubber {name.en}")
    return Text(f"manche {name.nl}", f"game {name.en}")


def _joined(parts: list[Text | None]) -> Text | None:
    words = [part for part in parts if part]
    if not words:
        return None
    return Text("; ".join(part.nl for part in words), "; ".join(part.en for part in words))


def _foot(course: RubberScore, rules: RuleSet) -> tuple[FootRow, ...]:
    """Return the bonuses at the end of play and the total of each pair."""
    # The two bonuses have different points in rule set 001, the only one that has them (Δ2).
    stopped = {
        rules.game_bonus: GAME_BONUS_LABEL,
        rules.part_score_bonus: PART_SCORE_BONUS_LABEL,
    }
    bonuses = tuple(
        FootRow(
            RUBBER_BONUS_LABEL if course.winner is not None else stopped[entry.points],
            (entry.points, None) if entry.side == 0 else (None, entry.points),
        )
        for entry in course.bonuses
    )
    return (*bonuses, FootRow(TOTAL_LABEL, course.totals))
