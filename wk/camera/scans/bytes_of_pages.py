"""The bytes that only who looks at a page needs, and that go once it is ended."""

from wk.privacy.taking_out import zero_what_is_deleted
from wk.scoreforms.models import ScanPage

LOOKED_AT = ("flat", "pieces")  # fields of a page


def empty(page: ScanPage) -> None:
    """Take the flat picture and the pieces out of a page, which the caller stores.

    SQLite overwrites them then: the same pieces may lie among examples that are thrown away.
    """
    zero_what_is_deleted()
    page.flat = page.pieces = b""
