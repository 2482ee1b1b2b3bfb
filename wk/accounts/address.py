"""Where a request comes from."""

from django.conf import settings
from django.http import HttpRequest

LONGEST = 45  # characters of the longest address there is; what is longer is none


def client_address(request: HttpRequest) -> str:
    """Return the address that a request comes from, for the lock on wrong passwords.

    Behind a proxy (HTTPS=true) it is the last address that the proxy has written down: those
    before it are the sender's own words.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    address: str = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    return address[:LONGEST]
