"""The most probable form of a sheet of kleurenwiezen, of which the contracts are not read."""

from functools import cache
from random import Random

import pytest

from scoring.paper_cells import points_path, running_path, total_path
from scoring.registry import game
from scoring.scan import UNREADABLE, Scan
from tests.scoring.scans import clear, seen
from tests.scoring.whist.forms import FORM, WHIST
from tests.scoring.whist.sheets import SEATS, written_cells

SURE = 0.997
LEAST = 0.7  # of what was read, that the camera asks for
WHISTHUB = game("kleurenwiezen", {"grid": "whisthub"})


def sheet(form=FORM, rules=WHIST, seed="1", blank=0.5):
    """Return the cells of a sheet without any slip."""
    return written_cells(rules, form, Random(seed), blank=blank)


def read(cells, rules=WHIST, **misread):
    """Return the form of cells that are clearly read, but those of `misread` by their paths."""
    return rules.scanned(Scan({**clear(cells).cells, **misread}), SEATS)


@cache
def clear_form():
    """Return the form of the sheet that is clearly read: it is only looked at, and takes long."""
    return read(sheet())


def doubts(form):
    return [cell.path for cell in form.in_doubt(SURE)]


def text_of(form, path):
    return next(cell.text for cell in form.cells if cell.path == path)


def as_read(document):
    """Return declarers and tricks of the rows of a document, without those of several players."""
    return [
        (row.get("declarers"), None if isinstance(row.get("tricks"), list) else row.get("tricks"))
        for row in document["deals"]
    ]


def test_all_but_the_contracts_is_read_of_a_clear_sheet():
    form = clear_form()
    assert as_read(form.document) == as_read(FORM)
    cells = {path.split(".")[2] for path in doubts(form)}
    assert cells == {"contract", "tricks"}
    several = ["deals.10.tricks", "deals.15.tricks"]
    assert [path for path in doubts(form) if path.endswith("tricks")] == several


# The contract, who plays it, their tricks, and what the points tell of the contract.
TOLD = [
    ("samen-8", [1, 3], 7, "samen-8"),
    ("samen-8", [1, 3], 8, "samen-8"),
    ("samen-8", [1, 3], 9, ""),  # as many points as samen 9 gives
    ("samen-9", [1, 3], 8, "samen-9"),
    ("samen-13", [2, 4], 13, ""),  # all tricks are worth 30 in every samen
    ("troel", [1, 2], 9, "troel"),
    ("troel", [1, 2], 11, ""),  # as many points as samen 11 gives
    ("solo-6", [2], 5, "solo-6"),
    ("solo-8", [2], 9, "solo-8"),
    ("abondance-9", [4], 11, "abondance-9"),
    ("kleine-miserie", [3], 0, "kleine-miserie"),
    ("piccolo", [3], 1, "piccolo"),
    ("grote-miserie", [3], 2, "grote-miserie"),
    ("soloslim-13", [4], 13, "soloslim-13"),
]


def test_a_contract_is_told_where_no_other_gives_the_same_points():
    rows = [
        {"contract": contract, "declarers": declarers, "tricks": tricks}
        for contract, declarers, tricks, _told in TOLD
    ]
    form = read(sheet({"deals": rows}))
    paths = [f"deals.{index}.contract" for index in range(len(TOLD))]
    assert [text_of(form, path) for path in paths] == [told for *_deal, told in TOLD]
    untold = [path for path, (*_deal, told) in zip(paths, TOLD, strict=True) if not told]
    assert {*untold} <= {*doubts(form)}


@pytest.mark.slow
def test_the_sums_mend_what_was_misread():
    cells = sheet()
    misread = {
        "deals.2.tricks": {"1": 0.9, "7": 0.09},
        "deals.5.declarers.0": {"x": 0.9, "": 0.1},
        points_path("deals.8", 0): {"-10": 0.9, cells[points_path("deals.8", 0)]: 0.05},
        running_path("deals.9", 2): {"70": 0.9, cells[running_path("deals.9", 2)]: 0.05},
    }
    form = read(cells, **misread)
    assert doubts(form) == doubts(clear_form())
    assert form.document == clear_form().document


def test_tricks_that_make_no_difference_are_in_doubt_where_they_are_not_clear():
    path = "deals.17.tricks"  # of abondance 9, which is worth as much with ten
    form = read(sheet(), **{path: {"9": 0.6, "10": 0.4}})
    assert (text_of(form, path), path in doubts(form)) == ("9", True)


def test_a_slip_of_the_scorer_stays_on_paper():
    cells = sheet()
    right = clear_form()
    for index in range(5, 22):
        path = running_path(f"deals.{index}", 1)
        cells[path] = str(int(cells[path]) + 100) if cells[path] else ""
    cells[total_path(1)] = str(int(cells[total_path(1)]) + 100)
    form = read(cells)
    assert form.document == right.document
    assert text_of(form, total_path(1)) == cells[total_path(1)]


def test_a_deal_that_all_passed_is_told_if_no_other_is_missing():
    path = "deals.12.contract"
    assert text_of(clear_form(), path) == "passed"
    assert path not in doubts(clear_form())
    missing = {"deals": FORM["deals"][:-1]}
    form = read(sheet(missing))
    assert text_of(form, path) == "passed"
    assert path in doubts(form)


def test_a_row_that_was_not_written_stays_empty():
    four = game("kleurenwiezen", {"deals": 4})
    deals = [row for row in FORM["deals"] if "contract" in row][:4]
    form = read(sheet({"deals": deals}, four), four)
    assert len(form.document["deals"]) == 4
    assert [path for path in doubts(form) if path.startswith(("deals.4", "deals.5"))] == []


def test_a_deal_without_its_points_is_in_doubt():
    unread = {points_path("deals.9", seat): {"?": 1.0} for seat in range(SEATS)}
    form = read(sheet(), **unread)
    assert {"deals.9.contract", "deals.9.tricks"} <= {*doubts(form)}


def test_a_box_that_was_not_crossed_is_worked_out_and_in_doubt():
    path = "deals.5.declarers.1"
    form = read({**sheet(), path: ""})
    assert (text_of(form, path), path in doubts(form)) == ("x", True)


def beside(cells, by):
    """Return the cells of a sheet as if each row were so many below its place."""
    moved = {path: text for path, text in cells.items() if not path.startswith("deals")}
    for path in cells:
        if path.startswith("deals"):
            _deals, index, *rest = path.split(".")
            moved[path] = cells.get(".".join(["deals", str(int(index) + by), *rest]), "")
    return moved


@pytest.mark.parametrize("by", [1, -1])
def test_a_sheet_that_is_read_a_row_beside_its_lines_does_not_agree(by):
    assert clear_form().agreement > 0.95
    assert read(beside(sheet(), by)).agreement < LEAST


def test_a_row_that_was_left_open_before_all_others_is_in_doubt_and_all_else_is_read():
    """Nothing is missing below the last row: all deals that count are there."""
    deals = [row for row in FORM["deals"] if "contract" in row]
    form = read(beside(sheet({"deals": deals}), -1))
    assert as_read(form.document) == [(None, None), *as_read({"deals": deals})]
    assert form.agreement > 0.95
    first = [cell.path for cell in form.cells if cell.path.startswith("deals.0.")]
    assert [path for path in doubts(form) if path.startswith("deals.0.")] == first
    assert [path for path in doubts(form) if path.startswith("deals.21.")] == []


def test_a_sheet_with_no_deal_at_all_does_not_agree():
    assert read(dict.fromkeys(sheet(), "")).agreement == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "most"), [(WHIST, 22), (WHISTHUB, 24)], ids=["concours", "whisthub"]
)
def test_of_noisy_sheets_little_is_in_doubt_and_nothing_else_is_wrong(rules, most):
    """One cell in ten is misread, and one in a hundred is wrong on paper."""
    doubtful, unseen, count = 0, [], 8
    for number in range(count):
        random = Random(f"noise {number}")
        document = rules.practice(SEATS, random)
        cells = written_cells(rules, document, random, slips=0.01)
        right = {**cells, **dict.fromkeys((path for path in cells if "deals" in path), "")}
        right |= {path: cells[path] for path in cells if "declarers" in path}
        right |= rules.to_cells(document)
        form = rules.scanned(seen(cells, random, 3.0), SEATS)
        doubtful += len(doubts(form))
        unseen += [
            cell
            for cell in form.cells
            if not cell.is_in_doubt(SURE) and cell.text != right[cell.path]
        ]
    assert (unseen, doubtful / count < most) == ([], True)


def test_what_cannot_be_told_is_no_text():
    form = clear_form()
    assert UNREADABLE not in {cell.text for cell in form.cells}
