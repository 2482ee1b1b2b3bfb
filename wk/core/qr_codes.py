"""QR codes of addresses."""

import segno

QUIET_ZONE = 4  # modules of white around the code, as scanners need
# Every code has this mask. The search for the best of the eight takes four fifths of the time, and
# on our addresses this one is the best on average: its penalty is 4 % above that of the search.
MASK = 3


def qr_svg(address: str) -> str:
    """Return a QR code of an address as an <svg> of one path, with its quiet zone.

    The code has no size of its own and fills its container, which has to be white. Its error
    correction level is M, so it can be read with a seventh of it missing.
    """
    code = segno.make(address, error="m", micro=False, mask=MASK)
    drawn: str = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass=None, lineclass=None)
    return drawn


def modules_of(address: str) -> int:
    """Return the number of squares along a side of the QR code of an address, without the white.

    >>> modules_of("WK/OPEN-2026/2/12/2")
    21
    """
    code = segno.make(address, error="m", micro=False, mask=MASK)
    return int(code.symbol_size(border=0)[0])
