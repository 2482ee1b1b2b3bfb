"""The named points grids, as data."""

from scoring.whist.contracts import CONTRACTS
from scoring.whist.grids import Grid, GridLine

DEFAULT = "concours"

# 4.2: opponents of a single declarer get two thirds of the loss of that declarer, and nothing from
# a contract that is won. The first misère or piccolo lost gives each opponent two thirds of the
# stake, each further one a third more (K-b). Solo 8 is worth 21, however the bidding came to it
# (K-e).
_CONCOURS: dict[str, GridLine] = {
    "samen-8": GridLine(7, 3, 0, 30, -10, -3, 10, 3),
    "samen-9": GridLine(10, 3, 0, 30, -13, -3, 13, 3),
    "solo-6": GridLine(12, 3, 18, 0, -15, -3, 10, 2),
    "samen-10": GridLine(13, 3, 0, 30, -16, -3, 16, 3),
    "solo-7": GridLine(15, 3, 18, 0, -18, -3, 12, 2),
    "samen-11": GridLine(16, 3, 0, 30, -19, -3, 19, 3),
    "kleine-miserie": GridLine(18, lost=-18, opponents=12, opponents_further=6),
    "samen-12": GridLine(19, 3, 0, 30, -22, -3, 22, 3),
    "solo-8": GridLine(21, lost=-24, further=-3, opponents=16, opponents_further=2),
    "piccolo": GridLine(24, lost=-24, opponents=16, opponents_further=8),
    "samen-13": GridLine(30, lost=-25, further=-3, opponents=25, opponents_further=3),
    "abondance-9": GridLine(30, lost=-30, opponents=20),
    "troel": GridLine(16, all=30, opponents=16),
    "grote-miserie": GridLine(36, lost=-36, opponents=24, opponents_further=12),
    "abondance-10": GridLine(42, lost=-42, opponents=28),
    "abondance-11": GridLine(60, lost=-60, opponents=40),
    "open-miserie": GridLine(75, lost=-75, opponents=50, opponents_further=25),
    "soloslim-12": GridLine(100, lost=-100, opponents=50),
    "soloslim-13": GridLine(200, lost=-200, opponents=80),
}

# 4.3: the points between one declarer and one opponent.
_WHISTHUB: dict[str, GridLine] = {
    "samen-8": GridLine(8, 3, all=30, lost=-11, further=-3),
    "samen-9": GridLine(11, 3, all=30, lost=-14, further=-3),
    "solo-6": GridLine(4, 1, most=6, lost=-5, further=-1),
    "samen-10": GridLine(14, 3, all=30, lost=-17, further=-3),
    "solo-7": GridLine(5, 1, most=6, lost=-6, further=-1),
    "samen-11": GridLine(17, 3, all=30, lost=-20, further=-3),
    "kleine-miserie": GridLine(6, lost=-6),
    "samen-12": GridLine(20, 3, all=30, lost=-23, further=-3),
    "solo-8": GridLine(7, lost=-8, further=-1),
    "piccolo": GridLine(8, lost=-8),
    "samen-13": GridLine(30, lost=-33, further=-3),
    "abondance-9": GridLine(10, lost=-10),
    "troel": GridLine(16, all=30, lost=-16),
    "grote-miserie": GridLine(12, lost=-12),
    "abondance-10": GridLine(15, lost=-15),
    "abondance-11": GridLine(20, lost=-20),
    "open-miserie": GridLine(24, lost=-24),
    "soloslim-12": GridLine(30, lost=-30),
    "soloslim-13": GridLine(60, lost=-60),
}


def _grid(lines: dict[str, GridLine], *, is_zero_sum: bool) -> Grid:
    return Grid(is_zero_sum, tuple(lines[contract.key] for contract in CONTRACTS))


GRIDS: dict[str, Grid] = {
    DEFAULT: _grid(_CONCOURS, is_zero_sum=False),
    "whisthub": _grid(_WHISTHUB, is_zero_sum=True),
}
