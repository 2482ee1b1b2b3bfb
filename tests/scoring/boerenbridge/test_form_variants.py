"""Forms of the variants: problems, rows, cells, and the order of the archive."""

from scoring.registry import game
from scoring.text import Text
from tests.cases import cases
from tests.scoring.boerenbridge.form_cases import CASES
from tests.scoring.forms import SHORT, SHORT_GAME, problems_of, with_changes


@cases(("changes", "problems"), CASES)
def test_problems_of_wrong_forms(changes, problems):
    assert problems_of(with_changes(*changes, form=SHORT), 3, SHORT_GAME) == problems


# The form and its cells.


def test_notes_of_a_row():
    rows = SHORT_GAME.layout(3, SHORT).rows
    assert [row.label for row in rows] == ["1b", "3", "4", "4z"]
    assert [(f.path, f.kind, str(f.place)) for f in rows[2].notes] == [
        ("deals.2.misdeal.stage", "choice", "deal 3"),
        *[(f"deals.2.misdeal.seats.{n}", "yes", f"deal 3 seat {n + 1}") for n in range(3)],
        ("deals.2.penalties.0.seat", "seat", "deal 3"),
        ("deals.2.penalties.0.points", "number", "deal 3"),
        ("deals.2.penalties.0.why", "text", "deal 3"),
        ("deals.2.penalties.1.seat", "seat", "deal 3"),
        ("deals.2.penalties.1.points", "number", "deal 3"),
        ("deals.2.penalties.1.why", "text", "deal 3"),
        ("deals.2.ruling", "text", "deal 3"),
    ]
    assert [f.path for f in rows[2].notes if f.reserved] == ["deals.2.ruling"]


@cases(
    ("written", "slots"),
    [(None, 1), ([], 1), ([{}], 2), ([{}] * 19, 20), ([{}] * 20, 20), ([{}] * 90, 20), (3, 1)],
)
def test_a_row_has_room_for_one_more_penalty(written, slots):
    rows = SHORT_GAME.layout(3, with_changes(("deals.1.penalties", written), form=SHORT)).rows
    found_slots = {f.path.split(".")[3] for f in rows[1].notes if "penalties" in f.path}
    assert found_slots == {str(slot) for slot in range(slots)}


@cases("document", [None, [], {"deals": 3}, {"deals": [None, 3, []]}, SHORT])
def test_the_form_always_has_a_row_for_each_deal(document):
    assert [row.number for row in SHORT_GAME.layout(3, document).rows] == [1, 2, 3, 4]


def test_signs_at_the_cards():
    headings = [game(key).layout(5).row_heading for key in ("wk-boerenbridge", "bollen")]
    assert headings == [
        Text("kaarten", "cards"),
        Text("kaarten (z: zonder troef, b: blind)", "cards (z: no trump, b: blind)"),
    ]
    assert game("chinees-poepen").layout(5).row_heading.nl == "kaarten (b: blind)"


def test_the_cells_of_a_form_with_misdeals_and_penalties():
    cells = SHORT_GAME.to_cells(SHORT)
    assert {path: text for path, text in cells.items() if path.startswith("deals.2.")} == {
        "deals.2.bids.0": "2",
        "deals.2.bids.1": "1",
        "deals.2.bids.2": "2",
        "deals.2.tricks.0": "2",
        "deals.2.tricks.1": "0",
        "deals.2.tricks.2": "2",
        "deals.2.misdeal.stage": "during",
        "deals.2.misdeal.seats.0": "x",
        "deals.2.misdeal.seats.2": "x",
        "deals.2.penalties.0.seat": "2",
        "deals.2.penalties.0.points": "-3",
        "deals.2.penalties.0.why": "praatte",
    }
    assert set(cells) <= {field.path for field in SHORT_GAME.layout(3, SHORT).fields}
    assert SHORT_GAME.from_cells(cells, 3) == SHORT


@cases(
    ("cells", "deal"),
    [
        ({"misdeal.stage": "na"}, {"misdeal": {"stage": "na"}}),
        ({"misdeal.seats.1": "x"}, {"misdeal": {"seats": [2]}}),
        (
            {"penalties.1.points": "min drie", "penalties.1.seat": " 2 "},
            {"penalties": [{}, {"seat": 2, "points": "min drie"}]},
        ),
        ({"penalties.0.points": "−3"}, {"penalties": [{"points": -3}]}),
        (
            {"penalties.0.why": "praatte", "penalties.3.why": " "},
            {"penalties": [{"why": "praatte"}]},
        ),
    ],
)
def test_cells_of_misdeals_and_penalties_are_kept(cells, deal):
    written = {f"deals.1.{path}": text for path, text in cells.items()}
    document = SHORT_GAME.from_cells(written, 3)
    assert document == {"deals": [{}, deal]}
    assert SHORT_GAME.from_cells(SHORT_GAME.to_cells(document), 3) == document


def test_a_form_is_put_in_the_order_of_the_archive():
    mixed = {
        "penalties": [{}, {"why": " praatte ", "points": -3, "seat": 2}],
        "misdeal": {"seats": [3, 1], "stage": "during"},
        "tricks": [2, 0, 2],
        "bids": [2, 1, 2],
    }
    twice = with_changes(("deals.2", mixed), ("deals.1.misdeal.seats", []), form=SHORT)
    normal = SHORT_GAME.normal(twice, 3)
    assert normal == SHORT
    assert list(normal["deals"][2]) == ["bids", "tricks", "misdeal", "penalties"]
    assert list(normal["deals"][2]["misdeal"]) == ["stage", "seats"]
    assert list(normal["deals"][2]["penalties"][0]) == ["seat", "points", "why"]
    assert list(normal["deals"][3]) == ["bids", "tricks", "penalties", "ruling"]
    assert SHORT_GAME.normal(normal, 3) == normal
