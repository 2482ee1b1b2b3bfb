"""The IP address of a client, and the proxies that may report it."""

from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from wk.core import hall_access

Address = IPv4Address | IPv6Address
LOOPBACK = "127.0.0.1"
UNKNOWN = "0.0.0.0"  # noqa: S104, where the server does not know the sender, as at a Unix socket
SUBNET = 64  # bits of an IPv6 address that a household or a server has; the others are its own


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client, "" if the server does not know it.

    `X-Forwarded-For` is read from its end, up to the first address that is not in TRUSTED_PROXIES:
    a trusted proxy has added that one. The client can forge all before it.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    address = _parsed(peer)
    for hop in reversed(request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        if address is None or not is_trusted_proxy(address):
            break
        sender = _parsed(hop)
        if sender is None:
            break
        address = sender
    return str(address) if address else ""


def counted_address(request: HttpRequest) -> str:
    """Return the address under which wrong passwords and codes of a request are counted."""
    return counted(client_address(request))


def counted(client: str) -> str:
    """Return the address under which wrong passwords and codes of a client are counted.

    It is his own; for IPv6 its network of 64 bits, as one device has all addresses of such a
    network. All loopback addresses are LOOPBACK.
    """
    address = _parsed(client)
    if address is None:
        return UNKNOWN
    if address.is_loopback:
        return LOOPBACK
    if isinstance(address, IPv6Address):
        return str(ip_network(f"{address}/{SUBNET}", strict=False).network_address)
    return str(address)


def device_words(address: str) -> str:
    """Return in words the device that has an address, "" without one.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     device_words("127.0.0.1"), device_words("192.0.2.2")
    ('this computer', 'device 192.0.2.2')
    """
    if not address:
        return ""
    if counted(address) == LOOPBACK:
        return _("this computer")
    return _("device %(address)s") % {"address": address}


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return whether a request comes from the computer on which wk runs."""
    return counted_address(request) == LOOPBACK


def may_connect(environ: Mapping[str, Any]) -> bool:
    """Return whether wk serves a connection, by the environment of its request.

    With HTTPS it serves trusted proxies and this machine only: any other client could claim with a
    header that it speaks TLS. Without HTTPS it serves every connection.
    """
    if not settings.HTTPS:
        return True
    peer = _parsed(environ.get("REMOTE_ADDR", ""))
    return peer is None or peer.is_loopback or is_trusted_proxy(peer)


def is_let_in(environ: Mapping[str, Any]) -> bool:
    """Return whether wk is open to a connection, by the environment of its request.

    Until a director opens wk to the hall it is open to this machine only. No header counts here.
    """
    if not hall_access.is_by_button() or hall_access.is_open():
        return True
    peer = _parsed(environ.get("REMOTE_ADDR", ""))
    return peer is None or peer.is_loopback


def is_trusted_proxy(address: Address) -> bool:
    """Return whether an address belongs to a proxy of TRUSTED_PROXIES."""
    return any(address in network for network in settings.TRUSTED_PROXIES)


def _parsed(text: str) -> Address | None:
    """Return an address without its zone; IPv4 if it is an IPv4 address written as IPv6.

    Return None if the text is no address.
    """
    with suppress(ValueError):
        address = ip_address(text.strip().partition("%")[0])
        return getattr(address, "ipv4_mapped", None) or address
    return None
