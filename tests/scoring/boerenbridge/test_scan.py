"""The most probable form of a sheet: what a camera misread is mended by what the cells tell."""

import pytest

from scoring.boerenbridge.variants import VARIANTS
from scoring.paper_cells import mark_path, points_path, running_path, together_path, total_path
from scoring.registry import game
from scoring.scan import Scan
from tests.samples import is_everything, some
from tests.scoring.scans import clear, play, seen, with_slips, written_cells

SURE = 0.99


def wk(seats=5):
    return game("wk-boerenbridge").for_tables({seats})


def sheet(seed="1", seats=5, stopped=0.0):
    """Return the cells of a sheet of the WK, and its form."""
    document, _random = play(wk(seats), seats, seed, stopped)
    return written_cells(wk(seats), document, seats), document


def changed(cells, readings):
    """Return a scan that is sure of all cells but those of `readings`."""
    return Scan({**clear(cells).cells, **readings})


def doubts(form, sure=SURE):
    return [cell.path for cell in form.in_doubt(sure)]


def text_of(form, path):
    return next(cell.text for cell in form.cells if cell.path == path)


def certainty(form, path):
    return next(cell.certainty for cell in form.cells if cell.path == path)


@pytest.mark.parametrize("seats", [4, 5])
def test_a_clear_sheet_is_read_as_it_is_written(seats):
    cells, document = sheet(seats=seats)
    form = wk(seats).scanned(clear(cells), seats)
    assert (form.document, doubts(form)) == (document, [])


@pytest.mark.parametrize("key", [key for key in VARIANTS if key != "wk-boerenbridge"])
def test_every_game_of_the_family_is_read(key):
    rules = game(key).for_tables({4})
    document, _random = play(rules, 4, key)
    form = rules.scanned(clear(written_cells(rules, document, 4)), 4)
    expected = [(deal["bids"], deal["tricks"]) for deal in document["deals"]]
    assert [(deal["bids"], deal["tricks"]) for deal in form.document["deals"]] == expected


def test_the_sums_mend_what_was_misread():
    cells, document = sheet()
    paths = ["deals.0.bids.1", "deals.3.tricks.2", points_path("deals.5", 3)]
    misread = {path: {"7": 0.9, cells[path]: 0.08} for path in paths}
    form = wk().scanned(changed(cells, misread), 5)
    assert (form.document, doubts(form)) == (document, [])


def test_a_deal_that_was_stopped_is_read_and_the_bid_of_the_offender_is_in_doubt():
    document, _random = play(wk(), 5, "1", 0.0)
    for index, (kind, offenders) in {4: ("wrong-cards", [2, 5]), 9: ("revoke", [1])}.items():
        bids = document["deals"][index]["bids"]
        document["deals"][index] = {"bids": bids, "infraction": {"kind": kind, "seats": offenders}}
    form = wk().scanned(clear(written_cells(wk(), document, 5)), 5)
    assert form.document == document
    assert doubts(form) == ["deals.4.bids.1", "deals.4.bids.4", "deals.9.bids.0"]


def missed(cells, document):
    """Return the row and seat of a missed bid, and another bid that scores the same.

    With that one the sum of the bids is not forbidden either.
    """
    return next(
        (f"deals.{index}", seat, str(other))
        for index, (deal, cards) in enumerate(zip(document["deals"], wk().rules.cards, strict=True))
        for seat, (bid, tricks) in enumerate(zip(deal["bids"], deal["tricks"], strict=True))
        for other in [2 * tricks - bid]
        if other != bid and other >= 0 and sum(deal["bids"]) - bid + other != cards
    )


def test_only_the_sum_of_the_bids_tells_too_high_from_too_low():
    cells, document = sheet()
    row, seat, other = missed(cells, document)
    path = f"{row}.bids.{seat}"
    unsure = {path: {other: 0.7, cells[path]: 0.3}}
    with_sum = wk().scanned(changed(cells, unsure), 5)
    assert (with_sum.document, doubts(with_sum)) == (document, [])
    without = wk().scanned(changed(cells, {**unsure, together_path(row): {"": 1.0}}), 5)
    assert (text_of(without, path), doubts(without)) == (other, [path])
    assert 0.5 < certainty(without, path) < 0.9


def test_a_sum_of_the_bids_that_tells_otherwise_puts_the_bid_in_doubt():
    cells, document = sheet()
    row, seat, other = missed(cells, document)
    path, together = f"{row}.bids.{seat}", together_path(row)
    sum_with_other = str(int(cells[together]) - int(cells[path]) + int(other))
    tells = {path: {cells[path]: 0.9999, other: 0.0001}, together: {sum_with_other: 0.6}}
    form = wk().scanned(changed(cells, tells), 5)
    assert (text_of(form, path), path in doubts(form)) == (cells[path], True)


@pytest.mark.parametrize("index", [0, 4, 9, 14])
@pytest.mark.parametrize(("certain", "in_doubt"), [(1.0, True), (0.992, True), (0.9, False)])
def test_a_sum_of_the_bids_that_is_wrong_on_paper_changes_no_bid_and_is_looked_at(
    index, certain, in_doubt
):
    """Whether it is the sum or a bid that is wrong only a person can tell, if it can be read."""
    cells, document = sheet()
    path = together_path(f"deals.{index}")
    other = {str(int(cells[path]) + 1): certain, cells[path]: (1 - certain) / 2}
    form = wk().scanned(changed(cells, {path: other}), 5)
    bids = [f"deals.{index}.bids.{seat}" for seat in range(5)]
    assert (form.document, doubts(form)) == (document, bids * in_doubt)


@pytest.mark.parametrize(
    ("certain", "likely", "in_doubt"),
    [(0.45, 0.3, True), (0.45, 0.15, True), (0.45, 0.01, False), (0.2, 0.3, False)],
)
def test_a_bid_is_in_doubt_if_its_cell_and_the_sum_tell_another(certain, likely, in_doubt):
    """The points that stand beside it, with a slip of the table, tell a bid that is not written."""
    cells, document = sheet()
    index, seat = next(
        (index, seat)
        for index, deal in enumerate(document["deals"])
        for seat, (bid, tricks) in enumerate(zip(deal["bids"], deal["tricks"], strict=True))
        if bid == tricks == 1
    )
    row, path = f"deals.{index}", f"deals.{index}.bids.{seat}"
    together = cells[together_path(row)]
    tells = {
        path: {"2": likely, "1": 1 - likely},
        together_path(row): {str(int(together) + 1): certain, together: certain - 0.05},
    }
    form = wk().scanned(changed(cells, tells), 5)
    assert (text_of(form, path), certainty(form, path) > SURE) == ("1", True)
    assert doubts(form) == [path] * in_doubt


@pytest.mark.parametrize("certain", [0.9, 0.999])
def test_a_sum_of_the_bids_that_is_read_as_a_mark_tells_nothing(certain):
    cells, document = sheet()
    form = wk().scanned(changed(cells, {together_path("deals.2"): {"V": certain}}), 5)
    assert (form.document, doubts(form)) == (document, [])


def test_a_sum_of_the_bids_that_no_bids_can_have_tells_nothing():
    cells, document = sheet()
    form = wk().scanned(changed(cells, {together_path("deals.2"): {"48": 0.9}}), 5)
    assert form.document == document
    assert [path for path in doubts(form) if ".tricks." in path] == []


def test_a_slip_of_the_scorer_stays_on_paper_and_changes_no_bid():
    cells, document = sheet()
    path = points_path("deals.8", 0)
    slip = int(cells[path]) + 10
    for index in range(8, 19):
        running = running_path(f"deals.{index}", 0)
        cells[running] = str(int(cells[running]) + 10)
    cells |= {path: str(slip), total_path(0): cells[running_path("deals.18", 0)]}
    form = wk().scanned(clear(cells), 5)
    assert form.document == document
    assert text_of(form, total_path(0)) == cells[total_path(0)]
    assert [each for each in doubts(form) if each.startswith("written")] == []


@pytest.mark.parametrize(("empty", "in_doubt"), [(1.0, []), (0.7, [total_path(2)])])
def test_a_total_that_nobody_wrote_is_not_read(empty, in_doubt):
    cells, document = sheet()
    path = total_path(2)
    unsure = {path: {"": empty, cells[path]: 1 - empty}}
    form = wk().scanned(changed(cells, unsure), 5)
    assert (form.document, text_of(form, path), certainty(form, path)) == (document, "", empty)
    assert doubts(form) == in_doubt


def test_a_cell_that_was_forgotten_is_worked_out_and_in_doubt():
    cells, document = sheet()
    form = wk().scanned(clear({**cells, "deals.7.tricks.3": ""}), 5)
    assert (form.document, doubts(form)) == (document, ["deals.7.tricks.3"])


def test_a_cell_that_cannot_be_told_is_worked_out_and_in_no_doubt_if_all_else_tells_it():
    cells, document = sheet()
    crossed_out = {"deals.7.tricks.3": {"?": 1.0}}
    form = wk().scanned(changed(cells, crossed_out), 5)
    assert (form.document, doubts(form)) == (document, [])
    alone = {"deals.7.tricks.3": {"?": 1.0}, points_path("deals.7", 3): {"?": 1.0}}
    assert wk().scanned(changed(cells, alone), 5).document == document


def test_a_part_of_the_sheet_that_cannot_be_seen_is_worked_out_and_in_doubt():
    cells, document = sheet()
    torn = [path for path in cells if path.startswith("deals.18") and "tricks" in path]
    form = wk().scanned(clear({path: cells[path] for path in cells if path not in torn}), 5)
    assert doubts(form) == [path for path in torn if path in doubts(form)]
    assert len(doubts(form)) == 5
    assert form.document["deals"][:18] == document["deals"][:18]


def test_a_deal_that_was_not_written_stays_empty():
    cells, document = sheet()
    row = "deals.18"
    for path in cells:
        if path.startswith(row):
            cells[path] = ""
    for seat in range(5):
        cells[total_path(seat)] = cells[running_path("deals.17", seat)]
    form = wk().scanned(clear(cells), 5)
    assert (form.document, doubts(form)) == ({**document, "deals": document["deals"][:18]}, [])


def test_what_the_rules_forbid_is_read_where_it_is_clearly_written():
    """The page of the form then tells what is wrong with it."""
    document = sheet()[1]
    deal = document["deals"][3]
    deal["bids"] = [7, 0, 0, 0, 0]
    deal["tricks"] = [0, 2, 2, 2, 1]
    form = wk().scanned(clear(written_cells(wk(), document, 5)), 5)
    assert form.document["deals"][3] == deal


def test_the_first_dealer_is_told_by_the_circle_and_by_the_rows():
    cells, document = sheet()
    first = document["first_dealer"]
    circles = {f"first_dealer.{seat}": {"": 0.5, "x": 0.5} for seat in range(5)}
    assert certainty(wk().scanned(changed(cells, circles), 5), "first_dealer") == pytest.approx(0.2)
    by_rows = {"deals.0.dealer": {str(first): 0.9}, "deals.1.dealer": {str(first % 5 + 1): 0.9}}
    form = wk().scanned(changed(cells, {**circles, **by_rows}), 5)
    assert (text_of(form, "first_dealer"), doubts(form)) == (str(first), [])


@pytest.mark.parametrize(
    ("right", "other", "in_doubt"),
    [(1.0, 0.0, []), (1.0, 0.4, []), (1.0, 0.8, ["first_dealer"]), (0.0, 0.0, ["first_dealer"])],
)
def test_the_first_dealer_is_in_doubt_unless_his_circle_is_the_only_one_marked(
    right, other, in_doubt
):
    cells, document = sheet()
    first = document["first_dealer"]
    circles = {first - 1: right, first % 5: other}
    marked = {
        mark_path("first_dealer", seat): {"x": share, "": 1 - share}
        for seat, share in circles.items()
    }
    assert doubts(wk().scanned(changed(cells, marked), 5)) == in_doubt


@pytest.mark.slow
def test_nothing_is_sure_of_a_sheet_that_was_not_seen():
    """A run of everything takes the longest sheet of the WK, others a short one."""
    rules, deals, seats = (wk(), 19, 5) if is_everything() else (game("bollen"), 13, 4)
    form = rules.for_tables({seats}).scanned(Scan(), seats)
    assert len(doubts(form)) == len(form.cells) == 1 + deals * 2 * seats + seats


def readings(numbers, sharpness, leave_out=(), seats=5):
    """Yield the cells of simulated forms with these numbers as read, each with what is written
    there."""
    for number in numbers:
        document, random = play(wk(seats), seats, f"seen {number}")
        cells = with_slips(written_cells(wk(seats), document, seats), 19, seats, random, 0.01)
        scan = seen(cells, random, sharpness)
        left = {
            path: texts
            for path, texts in scan.cells.items()
            if not any(part in path for part in leave_out)
        }
        for cell in wk(seats).scanned(Scan(left), seats).cells:
            if cell.path.startswith("deals"):
                yield cell, cells[cell.path]


@pytest.mark.slow
def test_few_cells_are_in_doubt_and_none_is_wrong_without_a_doubt():
    numbers = some(range(40), 16)
    found = [*readings(numbers, 3.5)]
    unseen = [cell for cell, text in found if cell.text != text and not cell.is_in_doubt(SURE)]
    flagged = sum(cell.is_in_doubt(SURE) for cell, _text in found)
    assert (unseen, flagged / len(numbers) < 3) == ([], True)


@pytest.mark.slow
def test_of_what_is_so_certain_so_much_is_right():
    """Without the sums of the bids enough is uncertain to be counted."""
    read = readings(range(50), 2.8, ("together",))
    found = [(cell.certainty, cell.text == text) for cell, text in read]
    for low, high in ((0.4, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        band = [(sure, right) for sure, right in found if low <= sure < high]
        expected = sum(sure for sure, _right in band) / len(band)
        share = sum(right for _sure, right in band) / len(band)
        assert share == pytest.approx(expected, abs=3 * (0.25 / len(band)) ** 0.5 + 0.01)
