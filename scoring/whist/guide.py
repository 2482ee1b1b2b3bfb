"""The dealers of a round of kleurenwiezen, and its guide."""

from collections.abc import Sequence

from scoring.guide import Guide, GuideRow
from scoring.layout import Row
from scoring.whist.contracts import SEATS
from scoring.whist.deals import PASSED, FormRow

FIRST_DEALER = 2  # the seat next to the keeper of the form, seat 1


def dealers(entries: Sequence[FormRow]) -> tuple[int, ...]:
    """Return the seat that deals in each row.

    The deal passes to the next seat, but stays with the same dealer after a passed deal (K-2). Rows
    that are not known are taken for deals that count.
    """
    found = [FIRST_DEALER]
    for entry in entries[:-1]:
        found.append(found[-1] if entry is PASSED else found[-1] % SEATS + 1)
    return tuple(found[: len(entries)])


def guide_of(rows: Sequence[Row], entries: Sequence[FormRow]) -> Guide:
    """Return the guide of a form with these rows; `entries` has the deal of each row.

    The dealer is known up to the first deal that is still to come. Cells are written in no
    particular order, and points do not follow from the cells of one seat.
    """
    known = entries.index(None) if None in entries else len(entries)
    found = dealers(entries)
    return Guide(
        rows=tuple(
            GuideRow(row.path, row.label, (found[index],) * SEATS if index <= known else ())
            for index, row in enumerate(rows)
        )
    )
