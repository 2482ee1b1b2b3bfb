"""The form of a sheet by all its cells, as sure of them as the hand of its table allows."""

from scoring.game import Game
from scoring.scan import ScannedForm
from wk.camera.seeing import SeenCells

SAME = 1.03  # a temperature so close to 1 changes nothing that is worth weighing again


def weighed(seen: SeenCells, rules: Game, seats: int) -> ScannedForm:
    """Return the most probable form of a sheet.

    It is weighed twice: what the sums tell of the cells also tells how often the network is wrong
    about this hand, and so how sure it may be of the cells that no sum tells.
    """
    form = rules.scanned(seen.scan(), seats)
    temperature = seen.temperature(form.cells)
    if 1 / SAME < temperature < SAME:
        return form
    return rules.scanned(seen.scan(temperature), seats)
