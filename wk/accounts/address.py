"""The address from which a request comes."""

from django.conf import settings
from django.http import HttpRequest

LONGEST = 45  # characters of the longest valid address


def client_address(request: HttpRequest) -> str:
    """Return the address from which a request comes, for the lock on wrong passwords.

    Behind a proxy (HTTPS=true) it is the last address that the proxy has added: the sender can
    forge those before it.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    address: str = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    return address[:LONGEST]
