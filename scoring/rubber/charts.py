"""Tables for people: the points of contracts, honours and games."""

from scoring.layout import Chart
from scoring.rubber.contracts import (
    ACES_WITHOUT_TRUMP,
    HIGHEST_LEVEL,
    SLAMS,
    TRUMP_HONOURS,
    Contract,
    Points,
    Strain,
    contract_points,
)
from scoring.rubber.rules import RUBBER_BONUS, RuleSet
from scoring.text import Text

DOUBLED = (
    Text("ongedoubleerd", "undoubled"),
    Text("gedoubleerd ×", "doubled ×"),
    Text("geredoubleerd ××", "redoubled ××"),
)
VULNERABLE = (
    (False, Text("niet kwetsbaar", "not vulnerable")),
    (True, Text("kwetsbaar", "vulnerable")),
)
BONUS_HEADINGS = (Text("waarvoor", "what for"), Text("punten", "points"))
MADE = Text("contract gehaald, eenmalig", "contract made, once")
# One strain for each kind: clubs stands for the minors, hearts for the majors (B-2).
KINDS: tuple[tuple[Strain, Text], ...] = (
    ("C", Text("♣ ♦", "♣ ♦")),
    ("H", Text("♥ ♠", "♥ ♠")),
    ("NT", Text("SA", "NT")),
)
UNDERTRICKS = (
    Text("eerste downslag", "first undertrick"),
    Text("tweede", "second"),
    Text("derde", "third"),
    Text("vierde en verder, elk", "fourth and further, each"),
)
SLAM_NAMES = {6: Text("klein slem", "small slam"), 7: Text("groot slem", "grand slam")}
HONOURS_NAMES = {
    4: Text("vier van de vijf troefhonneurs in één hand", "four of five trump honours in one hand"),
    5: Text("alle vijf troefhonneurs in één hand", "all five trump honours in one hand"),
}
FOUR_ACES = Text("vier azen in één hand bij SA", "four aces in one hand at NT")
RUBBERS = {
    0: Text("robber in twee manches", "rubber in two games"),
    1: Text("robber in drie manches", "rubber in three games"),
}
ONLY_GAME = Text("gestopt, als enige een manche", "stopped, the only pair with a game")
ONLY_PART_SCORE = Text("gestopt, als enige een deelscore", "stopped, the only part score")


def charts(rules: RuleSet, *, honours: bool) -> tuple[Chart, ...]:
    """Return the tables of a rule set, with honours only if they count."""
    undertricks = (_undertricks(vulnerable, when) for vulnerable, when in VULNERABLE)
    return (_below(), _overtricks(), *undertricks, _bonuses(rules, honours))


def _number(points: int) -> Text:
    return Text(str(points), str(points))


def _by_doubled(title: Text, first: Text, rows: list[tuple[Text, list[int]]]) -> Chart:
    """Return a table with a column each for undoubled, doubled and redoubled."""
    lines = tuple((name, *map(_number, points)) for name, points in rows)
    return Chart(title, (first, *DOUBLED), lines)


def _points(level: int, strain: Strain, over: int, vulnerable: bool = False) -> list[Points]:
    """Return the points of a contract with `over` overtricks: undoubled, doubled and redoubled.

    A negative `over` is a number of undertricks.
    """
    contracts = [Contract(1, level, strain, doubled) for doubled in range(len(DOUBLED))]
    return [contract_points(c, c.needed + over, vulnerable=vulnerable) for c in contracts]


def _below() -> Chart:
    """Return the table of points below the line for each trick bid (B-2).

    A strain with a first trick of other worth, such as no trump, has a row of its own for it.
    """
    rows = []
    for strain, name in KINDS:
        one, two = ([points.below for points in _points(level, strain, 0)] for level in (1, 2))
        further = [b - a for a, b in zip(one, two, strict=True)]
        if further == one:
            rows.append((name, one))
        else:
            rows.append((Text(f"{name.nl}, eerste slag", f"{name.en}, first trick"), one))
            rows.append((Text(f"{name.nl}, verder", f"{name.en}, further"), further))
    title = Text("Onder de lijn, voor elke geboden slag", "Below the line, for each trick bid")
    return _by_doubled(title, Text("kleur", "strain"), rows)


def _overtricks() -> Chart:
    """Return the table of points above the line: overtricks, and the insult (B-3, B-4).

    The insult is the bonus for a contract made although it was doubled.
    """
    rows = []
    for strain, name in KINDS:
        for vulnerable, when in VULNERABLE:
            none, one = (
                [sum(points.above) for points in _points(1, strain, over, vulnerable)]
                for over in (0, 1)
            )
            label = Text(f"{name.nl}, {when.nl}", f"{name.en}, {when.en}")
            rows.append((label, [b - a for a, b in zip(none, one, strict=True)]))
    # The insult is the same in every strain; one row of clubs stands for all.
    rows.append((MADE, [sum(points.above) for points in _points(1, "C", 0)]))
    title = Text("Boven de lijn, voor elke overslag", "Above the line, for each overtrick")
    return _by_doubled(title, Text("kleur", "strain"), rows)


def _undertricks(vulnerable: bool, when: Text) -> Chart:
    """Return the table of points of the other pair for each undertrick (B-6)."""
    # Points for 0, 1, 2 … undertricks; the differences are those of each trick. The highest level
    # has room for enough undertricks.
    short = [
        [points.penalty for points in _points(HIGHEST_LEVEL, "C", -tricks, vulnerable)]
        for tricks in range(len(UNDERTRICKS) + 1)
    ]
    rows = [
        (name, [b - a for a, b in zip(short[index], short[index + 1], strict=True)])
        for index, name in enumerate(UNDERTRICKS)
    ]
    title = Text(f"Downslagen, {when.nl}", f"Undertricks, {when.en}")
    return _by_doubled(title, Text("downslag", "undertrick"), rows)


def _bonuses(rules: RuleSet, honours: bool) -> Chart:
    """Return the table of slams, honours and bonuses at the end of play (B-5, B-8, Δ1, Δ2)."""
    rows = [
        (Text(f"{name.nl}, {when.nl}", f"{name.en}, {when.en}"), SLAMS[level][vulnerable])
        for level, name in SLAM_NAMES.items()
        for vulnerable, when in VULNERABLE
    ]
    if honours:
        rows += [(name, TRUMP_HONOURS[held]) for held, name in HONOURS_NAMES.items()]
        rows += [(FOUR_ACES, points) for points in ACES_WITHOUT_TRUMP.values()]
    rows += [(RUBBERS[games], points) for games, points in RUBBER_BONUS.items()]
    stopped = ((ONLY_GAME, rules.game_bonus), (ONLY_PART_SCORE, rules.part_score_bonus))
    rows += [(name, points) for name, points in stopped if points]
    lines = tuple((name, _number(points)) for name, points in rows)
    return Chart(Text("Premies, boven de lijn", "Bonuses, above the line"), BONUS_HEADINGS, lines)
