"""The address of a table's own page, and its QR code."""

import segno
from django.http import HttpRequest
from django.urls import reverse

from wk.core.hall_address import address_in_hall

QUIET_ZONE = 4  # modules of white around the code, as scanners need
# Every code has this mask. The search for the best of the eight takes four fifths of the time, and
# on our addresses this one is the best on average: its penalty is 4 % above that of the search.
MASK = 3


def phones_page(request: HttpRequest) -> str:
    """Return the absolute address of the phones' page, as phones in the hall reach it."""
    return address_in_hall(request, reverse("phones:phone"))


def phone_address(base: str, key: str) -> str:
    """Return the address that opens the form of one table.

    `base` is the absolute address of the phones' page. The key is its fragment. Browsers do not
    send a fragment, so the key is in no request, log or referrer.
    """
    return f"{base}#{key}"


def qr_svg(address: str) -> str:
    """Return a QR code of an address as an <svg> of one path, with its quiet zone.

    The code has no size of its own and fills its container, which has to be white. Its error
    correction level is M, so it can be read with a seventh of it missing.
    """
    code = segno.make(address, error="m", micro=False, mask=MASK)
    drawn: str = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass=None, lineclass=None)
    return drawn
