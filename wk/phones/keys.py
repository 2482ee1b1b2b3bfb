"""The address of a table's own page, and its QR code."""

from django.http import HttpRequest
from django.urls import reverse

from wk.core.hall_address import address_in_hall
from wk.core.qr_codes import MASK as MASK
from wk.core.qr_codes import qr_svg as qr_svg


def phones_page(request: HttpRequest) -> str:
    """Return the absolute address of the phones' page, as phones in the hall reach it."""
    return address_in_hall(request, reverse("phones:phone"))


def phone_address(base: str, key: str) -> str:
    """Return the address that opens the form of one table.

    `base` is the absolute address of the phones' page. The key is its fragment. Browsers do not
    send a fragment, so the key is in no request, log or referrer.
    """
    return f"{base}#{key}"
