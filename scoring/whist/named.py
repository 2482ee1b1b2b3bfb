"""The named points grids, as data."""

from scoring.whist.contracts import CONTRACTS
from scoring.whist.grids import Grid, Line

DEFAULT = "concours"

# 4.2: the opponents of a single declarer get two thirds of what he loses; against a contract made
# they get nothing. The first misère or piccolo lost brings each opponent two thirds of the stake,
# and every further one lost a third more (K-b). Solo 8 is 21 also when it was reached by raising
# (K-e).
_CONCOURS: dict[str, Line] = {
    "samen-8": Line(7, 3, 0, 30, -10, -3, 10, 3),
    "samen-9": Line(10, 3, 0, 30, -13, -3, 13, 3),
    "solo-6": Line(12, 3, 18, 0, -15, -3, 10, 2),
    "samen-10": Line(13, 3, 0, 30, -16, -3, 16, 3),
    "solo-7": Line(15, 3, 18, 0, -18, -3, 12, 2),
    "samen-11": Line(16, 3, 0, 30, -19, -3, 19, 3),
    "kleine-miserie": Line(18, lost=-18, opponents=12, opponents_further=6),
    "samen-12": Line(19, 3, 0, 30, -22, -3, 22, 3),
    "solo-8": Line(21, lost=-24, further=-3, opponents=16, opponents_further=2),
    "piccolo": Line(24, lost=-24, opponents=16, opponents_further=8),
    "samen-13": Line(30, lost=-25, further=-3, opponents=25, opponents_further=3),
    "abondance-9": Line(30, lost=-30, opponents=20),
    "troel": Line(16, all=30, opponents=16),
    "grote-miserie": Line(36, lost=-36, opponents=24, opponents_further=12),
    "abondance-10": Line(42, lost=-42, opponents=28),
    "abondance-11": Line(60, lost=-60, opponents=40),
    "open-miserie": Line(75, lost=-75, opponents=50, opponents_further=25),
    "soloslim-12": Line(100, lost=-100, opponents=50),
    "soloslim-13": Line(200, lost=-200, opponents=80),
}

# 4.3: the points between one declarer and one opponent.
_WHISTHUB: dict[str, Line] = {
    "samen-8": Line(8, 3, all=30, lost=-11, further=-3),
    "samen-9": Line(11, 3, all=30, lost=-14, further=-3),
    "solo-6": Line(4, 1, most=6, lost=-5, further=-1),
    "samen-10": Line(14, 3, all=30, lost=-17, further=-3),
    "solo-7": Line(5, 1, most=6, lost=-6, further=-1),
    "samen-11": Line(17, 3, all=30, lost=-20, further=-3),
    "kleine-miserie": Line(6, lost=-6),
    "samen-12": Line(20, 3, all=30, lost=-23, further=-3),
    "solo-8": Line(7, lost=-8, further=-1),
    "piccolo": Line(8, lost=-8),
    "samen-13": Line(30, lost=-33, further=-3),
    "abondance-9": Line(10, lost=-10),
    "troel": Line(16, all=30, lost=-16),
    "grote-miserie": Line(12, lost=-12),
    "abondance-10": Line(15, lost=-15),
    "abondance-11": Line(20, lost=-20),
    "open-miserie": Line(24, lost=-24),
    "soloslim-12": Line(30, lost=-30),
    "soloslim-13": Line(60, lost=-60),
}


def _grid(lines: dict[str, Line], *, is_zero_sum: bool) -> Grid:
    return Grid(is_zero_sum, tuple(lines[contract.key] for contract in CONTRACTS))


GRIDS: dict[str, Grid] = {
    DEFAULT: _grid(_CONCOURS, is_zero_sum=False),
    "whisthub": _grid(_WHISTHUB, is_zero_sum=True),
}
