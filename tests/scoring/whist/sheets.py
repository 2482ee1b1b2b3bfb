"""Sheets of kleurenwiezen as a table writes them."""

from scoring.paper_cells import points_path, running_path, total_path
from scoring.scan import UNREADABLE

SEATS = 4


def written_cells(game, document, random, slips=0.0, blank=0.5):
    """Return the texts of all cells of a sheet by path, with slips in a share of points and sums.

    Where a seat has no points a table writes a 0, or nothing in a share of them. A cell with
    letters or with several numbers has UNREADABLE.
    """
    cells = {}
    totals = [0] * SEATS
    right = game.progress(document, SEATS).rows
    for index, row in enumerate(game.layout(SEATS).rows):
        path = row.path
        deal = document["deals"][index] if index < len(document["deals"]) else {}
        tricks = deal.get("tricks", "")
        cells[f"{path}.contract"] = UNREADABLE if deal else ""
        cells[f"{path}.tricks"] = UNREADABLE if isinstance(tricks, list) else str(tricks)
        for seat in range(SEATS):
            cells[f"{path}.declarers.{seat}"] = "x" if seat + 1 in deal.get("declarers", ()) else ""
            cells[points_path(path, seat)] = cells[running_path(path, seat)] = ""
            if "contract" not in deal:
                continue
            points = right[index].figures[seat][0].value
            if random.random() < slips:
                points = random.choice([-points, 0, points + 3, points - 3, points + 10])
            totals[seat] += points
            if random.random() < slips:
                totals[seat] += random.choice([-10, 10, -100, 2, -2, 1, 4])
            is_blank = not points and random.random() < blank
            cells[points_path(path, seat)] = "" if is_blank else str(points)
            cells[running_path(path, seat)] = str(totals[seat])
    return cells | {total_path(seat): str(total) for seat, total in enumerate(totals)}
