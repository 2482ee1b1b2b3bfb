"""Who deals when in kleurenwiezen, and what leads a table through its deals."""

from collections.abc import Sequence

from scoring.guide import Guide, GuideRow
from scoring.layout import Row
from scoring.whist.contracts import SEATS
from scoring.whist.form import PASSED, Entry

FIRST_DEALER = 2  # who sits next to the keeper of the form, seat 1, deals first


def dealers(entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the seat that deals in each row: the next one, or the same again after a deal that
    was passed (K-2). Rows that are not known are taken for deals that count."""
    found = [FIRST_DEALER]
    for entry in entries[:-1]:
        found.append(found[-1] if entry is PASSED else found[-1] % SEATS + 1)
    return tuple(found[: len(entries)])


def guide_of(rows: Sequence[Row], entries: Sequence[Entry]) -> Guide:
    """Return the guide of a form with these rows. Who deals is known up to the first deal that is
    still to come; cells are written in no particular order, and points follow from several."""
    known = entries.index(None) if None in entries else len(entries)
    found = dealers(entries)
    return Guide(
        rows=tuple(
            GuideRow(row.path, row.label, (found[index],) * SEATS if index <= known else ())
            for index, row in enumerate(rows)
        )
    )
