"""The address of a table's own page, and its picture for a camera."""

import segno

QUIET = 4  # modules of white around it, as readers want


def phone_address(base: str, key: str) -> str:
    """Return the address that opens the form of one table.

    `base` is the absolute address of the phones' page. The key is its fragment: browsers keep that
    to themselves, so it is in no request, log or referrer.
    """
    return f"{base}#{key}"


def qr_svg(address: str) -> str:
    """Return a QR code of an address as an <svg> of one path, with its quiet zone.

    It has no size and takes that of what it stands in, which has to be white. It can be read with a
    seventh of it gone (level M).
    """
    code = segno.make(address, error="m", micro=False)
    drawn: str = code.svg_inline(border=QUIET, omitsize=True, svgclass=None, lineclass=None)
    return drawn
