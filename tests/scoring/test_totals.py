"""Forms of totals only, in every game."""

from scoring.layout import Field
from scoring.problems import Place
from scoring.registry import GAMES, game
from scoring.text import Text
from scoring.totals import totals_fields
from tests.cases import cases

# For every game: what a table may have written, and what that comes to.
RIGHT = {key: ["88", "120", "64", "-6", "102"] for key in GAMES} | {
    "rubber-bridge": ["810", "-810", "810", "−810"],
    "bridge-kortregler": ["810", "-810", "810", "−810"],
    "kleurenwiezen": ["28", "196", "−20", "-50"],
}


def cells_of_totals(written: list[str]) -> dict[str, str]:
    return {f"totals.{seat}": text for seat, text in enumerate(written)}


def test_the_cells():
    assert totals_fields(5)[3] == Field(
        "totals.3", "number", Text("totaal", "total"), Place(0, 4), most=0
    )
    assert [field.path for field in totals_fields(3)] == ["totals.0", "totals.1", "totals.2"]


@cases("key", GAMES)
def test_totals_are_read_from_their_cells(key):
    rules, written = game(key), RIGHT[key]
    seats = len(written)
    empty = dict.fromkeys((field.path for field in rules.layout(seats).fields), " ")
    document = rules.from_cells(empty | cells_of_totals(written), seats)
    points = [int(text.replace("−", "-")) for text in written]
    assert document == {"totals": points} == rules.normal(document, seats)
    assert [result.points for result in rules.score(document, seats)] == points
    progress = rules.progress(document, seats)
    assert (progress.totals_only, progress.done, progress.totals) == (True, 0, tuple(points))
    back = rules.to_cells(document)
    assert rules.from_cells(back, seats) == document


@cases("key", GAMES)
@cases("gone", [0, 1, 3])
def test_a_total_that_is_missing_is_told_at_its_cell(key, gone):
    rules, written = game(key), list(RIGHT[key])
    written[gone] = ""
    document = rules.from_cells(cells_of_totals(written), len(written))
    progress = rules.progress(document, len(written))
    problems = [(problem.code, problem.path, problem.place) for problem in progress.problems]
    assert problems == [("TOTAL_MISSING", f"totals.{gone}", Place(0, gone + 1))]
    assert (progress.result, progress.totals) == ((), (0,) * len(written))


@cases("key", GAMES)
def test_an_empty_form_of_totals(key):
    rules, seats = game(key), len(RIGHT[key])
    problems = rules.progress({"totals": []}, seats).problems
    assert [(problem.code, problem.path) for problem in problems] == [
        ("TOTAL_MISSING", f"totals.{seat}") for seat in range(seats)
    ]


@cases("key", GAMES)
@cases(
    ("written", "read"),
    [
        ("-6", -6),
        ("−6", -6),
        ("+6", 6),
        (" 06 ", 6),
        ("6.0", "6.0"),
        ("zes", "zes"),
        ("--6", "--6"),
    ],
)
def test_a_total_is_kept_as_written(key, written, read):
    document = game(key).from_cells({"totals.0": written}, len(RIGHT[key]))
    assert document == {"totals": [read]}


@cases("value", [1.5, True, "6", [], {}, 10**7, -(10**7), 10**30])
@cases("key", GAMES)
def test_invalid_totals_are_refused(key, value):
    document = {"totals": [value, *[0] * (len(RIGHT[key]) - 1)]}
    problems = game(key).progress(document, len(RIGHT[key])).problems
    assert [(problem.code, problem.path) for problem in problems] == [
        ("TOTAL_NOT_INTEGER", "totals.0")
    ]
