"""The most probable form of a sheet of rubber bridge, of which the strains are not read."""

from random import Random

import pytest

from scoring.paper_cells import foot_path, pad_line_path, total_path
from scoring.registry import game
from scoring.rubber.scan.pad import MOST_LINES
from scoring.scan import UNREADABLE, Scan
from tests.scoring.rubber.rubbers import EXAMPLE, GAME, KORTREGLER, TWO_GAMES, rubber
from tests.scoring.rubber.sheets import ABOVE, BELOW, SEATS, written_cells
from tests.scoring.scans import clear, seen

SURE = 0.997
LEAST = 0.7  # of what was read, that the camera asks for
STRAINS = [f"contracts.{index}.strain" for index in range(9)]


def sheet(document=EXAMPLE, rules=GAME, seed="1"):
    """Return the cells of a sheet without any slip."""
    return written_cells(rules, document, Random(seed))


def read(cells, rules=GAME, **misread):
    """Return the form of cells that are clearly read, but those of `misread` by their paths."""
    return rules.scanned(Scan({**clear(cells).cells, **misread}), SEATS)


def doubts(form):
    return [cell.path for cell in form.in_doubt(SURE)]


def text_of(form, path):
    return next(cell.text for cell in form.cells if cell.path == path)


def without_strains(document):
    """Return a document without the strains, which nobody reads."""
    deals = [
        {key: value for key, value in deal.items() if key != "strain"}
        for deal in document["contracts"]
    ]
    return {**document, "contracts": deals}


RUBBERS = [
    pytest.param(EXAMPLE, GAME, id="the example"),
    pytest.param(EXAMPLE, KORTREGLER, id="kortregler"),
    pytest.param(rubber(*TWO_GAMES), GAME, id="two games"),
    pytest.param(rubber("1 4S 10", "-", "2 3NT 7", "3 6D 12 1:100"), GAME, id="a slam"),
    pytest.param(rubber("1 4S 10", "2 2H 8", unfinished=True), GAME, id="broken off"),
    pytest.param(rubber("2 2SX 8", "4 3DX 7", "2 3NT 10"), GAME, id="doubled"),
]


@pytest.mark.parametrize(("document", "rules"), RUBBERS)
def test_all_but_the_strains_is_read_of_a_clear_sheet(document, rules):
    form = read(sheet(document, rules), rules)
    assert without_strains(form.document) == without_strains(document)
    played = [index for index, deal in enumerate(document["contracts"]) if "level" in deal]
    assert doubts(form) == [f"contracts.{index}.strain" for index in played]
    assert form.agreement == 1


def test_no_trump_is_told_by_its_points_and_no_suit_is():
    form = read(sheet())
    assert [text_of(form, path) for path in STRAINS] == ["", "", "NT", "", "", "", "NT", "", ""]


def test_the_pads_mend_what_was_misread():
    cells = sheet()
    misread = {
        "contracts.2.level": {"8": 0.9, "3": 0.1},
        "contracts.4.tricks": {"8": 0.8, "6": 0.2},
        "contracts.5.declarer": {"2": 0.6, "3": 0.4},
        "contracts.8.doubled": {"?": 0.6, "": 0.4},
        pad_line_path(BELOW, 0, 1): {"860": 0.9, cells[pad_line_path(BELOW, 0, 1)]: 0.09},
        foot_path(0, 1): {"380": 0.9, cells[foot_path(0, 1)]: 0.05},
    }
    form = read(cells, **misread)
    assert without_strains(form.document) == without_strains(EXAMPLE)
    assert doubts(form) == STRAINS


def test_the_total_mends_an_amount_that_cannot_be_told():
    """Two or three short, and seven or six tricks: only the total tells which."""
    cells = sheet(rubber("1 4H 7", "2 1C 7", unfinished=True))
    line = pad_line_path(ABOVE, 1, 0)
    unsure = {"contracts.0.tricks": {"8": 0.6, "7": 0.4}, line: {"100": 0.6, "150": 0.4}}
    assert text_of(read(cells, **unsure), "contracts.0.tricks") == "7"
    totals = {path: {"?": 1.0} for path in (foot_path(0, 0), foot_path(0, 1))}
    totals |= {total_path(side): {"?": 1.0} for side in (0, 1)}
    form = read(cells, **unsure, **totals)
    assert text_of(form, "contracts.0.tricks") == "8"
    assert "contracts.0.tricks" in doubts(form)


def test_a_deal_of_which_the_pads_have_other_amounts_is_in_doubt():
    cells = sheet()
    form = read({**cells, pad_line_path(BELOW, 1, 2): "70"})
    deal = [f"contracts.6.{name}" for name in ("declarer", "level", "strain", "tricks")]
    assert [path for path in doubts(form) if path not in STRAINS or path in deal] == deal
    assert without_strains(form.document) == without_strains(EXAMPLE)


def test_without_the_pads_all_that_is_written_in_the_rows_is_in_doubt():
    cells = {path: text for path, text in sheet().items() if not path.startswith("pad")}
    form = read(cells)
    assert without_strains(form.document) == without_strains(EXAMPLE)
    names = ("declarer", "level", "strain", "tricks")
    expected = {f"contracts.{index}.{name}" for index in range(9) for name in names}
    expected |= {"contracts.1.doubled", "contracts.5.doubled", total_path(0), total_path(1)}
    assert {*doubts(form)} == expected


@pytest.mark.parametrize("total", ["800", "1000", "-810", "0"])
def test_another_total_on_paper_is_read_and_in_doubt(total):
    cells = sheet()
    path = total_path(0)
    assert cells[path] not in ("", total)
    form = read({**cells, path: total})
    assert (text_of(form, path), path in doubts(form)) == (total, True)
    assert without_strains(form.document) == without_strains(EXAMPLE)


def test_the_minus_of_a_total_of_four_digits_is_told_by_the_deals():
    """A camera tells four signs: both numbers are as likely."""
    cells = sheet(rubber("2 7NT 13", "2 7NT 13"))
    path = total_path(0)
    total = cells[path]
    assert (total[0], len(total)) == ("-", 5)
    form = read(cells, **{path: {total: 0.5, total[1:]: 0.5}})
    assert (text_of(form, path), path in doubts(form)) == (total, False)


def test_a_total_that_was_misread_is_told_by_the_deals_if_it_may_be_theirs():
    cells = sheet()
    path = total_path(0)
    form = read(cells, **{path: {"1000": 0.9, cells[path]: 0.1}})
    assert text_of(form, path) == cells[path]


@pytest.mark.parametrize(("empty", "in_doubt"), [(1.0, False), (0.7, True)])
def test_a_total_that_nobody_wrote_is_not_read(empty, in_doubt):
    cells = sheet()
    path = total_path(0)
    form = read(cells, **{path: {"": empty, cells[path]: 1 - empty}})
    assert (text_of(form, path), path in doubts(form)) == ("", in_doubt)


def test_a_number_that_was_forgotten_is_worked_out_and_in_doubt():
    path = "contracts.3.tricks"
    form = read({**sheet(), path: ""})
    assert text_of(form, path) == "9"
    assert path in doubts(form)


def test_amounts_of_a_deal_may_stand_together_and_others_between_them():
    cells = sheet(rubber("1 4SX 11", "3 4S 10"))
    together = {path: text for path, text in cells.items() if not path.startswith("pad.0.0")}
    for number, text in enumerate(("150", "9999", "700")):
        together[pad_line_path(ABOVE, 0, number)] = text
    form = read(together)
    assert without_strains(form.document) == without_strains(rubber("1 4SX 11", "3 4S 10"))


@pytest.mark.slow
def test_a_pad_that_is_scribbled_on_tells_nothing_and_puts_what_is_written_in_doubt():
    scribbled = {
        pad_line_path(part, side, number): {UNREADABLE: 1.0}
        for part in (ABOVE, BELOW)
        for side in (0, 1)
        for number in range(MOST_LINES)
    }
    form = read(sheet(), **scribbled)
    assert without_strains(form.document) == without_strains(EXAMPLE)
    paths = [f"contracts.{index}.{name}" for index in range(9) for name in ("level", "tricks")]
    assert {*paths} <= {*doubts(form)}


def test_a_box_that_was_not_crossed_stays_empty_and_is_in_doubt():
    form = read({**sheet(rubber("1 2H 8", unfinished=True)), "unfinished": ""})
    assert "unfinished" not in form.document
    assert "unfinished" in doubts(form)


def beside(cells, by):
    """Return the cells of a sheet as if each row were so many below its place."""
    moved = {path: text for path, text in cells.items() if not path.startswith("contracts")}
    for path in cells:
        if path.startswith("contracts"):
            _contracts, index, *rest = path.split(".")
            moved[path] = cells.get(".".join(["contracts", str(int(index) + by), *rest]), "")
    return moved


def test_all_of_a_sheet_that_is_read_a_row_below_its_lines_is_in_doubt():
    """The pads then tell of a deal that was read in no row."""
    form = read(beside(sheet(), 1))
    written = {cell.path for cell in form.cells if cell.text and cell.path.startswith("contracts")}
    assert len(written) == 8 * 3 + 2 + 2  # with two doubles and two no trumps
    assert written <= {*doubts(form)}


def test_rows_in_which_nothing_is_written_are_in_no_doubt_then():
    form = read(beside(sheet(), 1))
    assert [path for path in doubts(form) if path.startswith("contracts.9")] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", ["rubber-bridge", "bridge-kortregler"])
def test_of_noisy_sheets_little_is_in_doubt_and_nothing_else_is_wrong(key):
    """One cell in twelve is misread, and an amount in a hundred is wrong on paper."""
    rules, doubtful, unseen, count = game(key), 0, [], 8
    for number in range(count):
        random = Random(f"noise {number}")
        document = rules.practice(SEATS, random)
        cells = written_cells(rules, document, random, slips=0.01)
        typed = {field.path: "" for field in rules.layout(SEATS).fields} | rules.to_cells(document)
        right = cells | typed
        form = rules.scanned(seen(cells, random, 3.0), SEATS)
        doubtful += len(doubts(form))
        unseen += [
            cell
            for cell in form.cells
            if not cell.is_in_doubt(SURE) and cell.text != right[cell.path]
        ]
    assert (unseen, doubtful / count < 18) == ([], True)
