"""The IP address of a client."""

from django.conf import settings
from django.http import HttpRequest

LONGEST = 45  # characters: an IPv6 address that ends in an IPv4 address


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client, for the lock after wrong passwords.

    Behind a proxy (HTTPS=true) it is the last address in X-Forwarded-For. The proxy added that one;
    the client can forge all before it.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    address: str = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    return address[:LONGEST]
