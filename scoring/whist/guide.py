"""The dealers of a round of kleurenwiezen, and its guide."""

from collections.abc import Sequence

from scoring.guide import Guide, GuideRow
from scoring.layout import Row
from scoring.whist.contracts import SEATS
from scoring.whist.deals import PASSED, FormRow

FIRST_DEALER = 2  # the form does not name one; seat 2 is next to seat 1, which keeps the form


def dealers(entries: Sequence[FormRow]) -> tuple[int, ...]:
    """Return the seat that deals in each row.

    The deal passes to the next seat. After a passed deal the same dealer deals again (K-2). An
    unknown row is supposed to be a deal that counts.
    """
    found = [FIRST_DEALER]
    for entry in entries[:-1]:
        found.append(found[-1] if entry is PASSED else found[-1] % SEATS + 1)
    return tuple(found[: len(entries)])


def guide_of(rows: Sequence[Row], entries: Sequence[FormRow]) -> Guide:
    """Return the guide of a form with these rows; `entries` has the deal of each row.

    The dealer is known up to the first deal that is still to come, as that one may be passed. Cells
    have no fixed order of writing, and points do not follow from the cells of one seat.
    """
    known = entries.index(None) if None in entries else len(entries)
    found = dealers(entries)
    return Guide(
        rows=tuple(
            GuideRow(row.path, row.label, (found[index],) * SEATS if index <= known else ())
            for index, row in enumerate(rows)
        )
    )
