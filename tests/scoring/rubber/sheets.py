"""Sheets of rubber bridge as a table writes them."""

from scoring.paper_cells import foot_path, pad_line_path, total_path
from scoring.scan import UNREADABLE

SEATS, SIDES = 4, (0, 1)
ABOVE, BELOW = 0, 1


def written_cells(game, document, random, slips=0.0):
    """Return the texts of all cells of a sheet by path, with slips in a share of its amounts.

    The amounts above the line of one deal stand apart, or now and then as their sum. A cell with
    letters has UNREADABLE.
    """
    cells = dict.fromkeys((field.path for field in game.layout(SEATS).fields), "")
    cells |= {path: text for path, text in game.to_cells(document).items() if path in cells}
    for path, text in cells.items():
        if path.endswith((".strain", ".doubled")) and text:
            cells[path] = UNREADABLE
    totals = []
    for side, (above, below) in enumerate(_pads(game, document)):
        lines = {ABOVE: above if random.random() < 0.7 else [*map(_together, above)], BELOW: below}
        total = 0
        for part, deals in lines.items():
            amounts = [amount for deal in deals for amount in deal]
            if random.random() < slips * len(amounts):
                at = random.randrange(len(amounts))
                amounts[at] += random.choice([10, -10, 50, 100])
            for number, amount in enumerate(amounts):
                cells[pad_line_path(part, side, number)] = str(amount)
            total += sum(amounts)
        totals.append(total + random.choice([-100, 100, 10, 30]) * (random.random() < slips))
        cells[foot_path(0, side)] = str(totals[-1])
    for side in SIDES:
        cells[total_path(side)] = str(totals[side] - totals[1 - side])
    return cells


def _pads(game, document):
    """Return for each side the amounts above and below the line, of each deal by itself."""
    progress = game.progress(document, SEATS)
    *bonuses, _totals = progress.foot
    for side in SIDES:
        above = {}
        for line in reversed(progress.pad.above):  # the last amount stands on top
            if line[side]:
                above.setdefault(line[side].label, []).append(line[side].points)
        last = [bonus.values[side] for bonus in bonuses if bonus.values[side]]
        if last:  # bonuses bear the name of the last deal
            *_deals, final = above.values()
            del final[-len(last) :]
        blocks = progress.pad.below
        below = [[line[side].points] for block in blocks for line in block if line[side]]
        yield [*filter(None, above.values()), *([bonus] for bonus in last)], below


def _together(amounts):
    return [sum(amounts)]
