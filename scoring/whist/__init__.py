"""Kleurenwiezen: contracts for one, two or several players (rules.md part 4).

Its options, beside the number of `deals`, have a points `grid`: "concours", "whisthub", or one of
the organiser's own, `{"zero_sum": false, "contracts": {"samen-8": {"won": 7, "overtrick": 3,
"all": 30, "lost": -10, "further": -3, "opponents": 10, "opponents_further": 3}, …}}`. All nineteen
contracts stand in it, each with those numbers of `GridLine` that are not 0. If `zero_sum` is true,
the opponents' numbers follow from the others and are not written.

A deal above troel may have `"referee": "text"`, the name of the referee that approved it (K-2).
"""

from scoring.whist.game import KEY, make

KEYS = (KEY,)

__all__ = ["KEYS", "make"]
