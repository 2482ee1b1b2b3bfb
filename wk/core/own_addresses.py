"""The names and addresses of this machine in its networks, as the system tells them."""

import ctypes
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address
from pathlib import Path
from time import monotonic

FRESH = 3.0  # seconds: a network that comes or goes is seen this late at most
UP = 1  # the flag of an interface that is switched on (IFF_UP)
# An address of the documentation (RFC 5737). It is never sent to: the system only chooses the
# interface that it would take.
ELSEWHERE = ("192.0.2.1", 9)
MDNS_RUNS = Path("/run/avahi-daemon/pid")  # on Linux; macOS always answers to its .local name


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """A host name or IPv4 address of this machine, and its interface ("" for a name)."""

    host: str
    interface: str


class _Interface(ctypes.Structure):
    """The first fields of `struct ifaddrs`, which are the same on Linux and macOS."""


_Interface._fields_ = [
    ("next", ctypes.POINTER(_Interface)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def own_hosts() -> tuple[str, ...]:
    """Return the hosts of `own_addresses`, as they were within the last FRESH seconds."""
    return _hosts_at(int(monotonic() / FRESH))


@lru_cache(maxsize=1)
def _hosts_at(_moment: int) -> tuple[str, ...]:
    return tuple(address.host for address in own_addresses())


def own_addresses() -> tuple[OwnAddress, ...]:
    """Return the hosts by which other devices may reach this machine, the most likely one first.

    These are the IPv4 addresses of its interfaces, without loopback, and its .local name.
    """
    usual = usual_address()
    found = [(name, address) for name, address in interfaces() if not address.is_loopback]
    # Link-local addresses (169.254) are those of an interface to which no network gave an address.
    found.sort(key=lambda each: (str(each[1]) != usual, each[1].is_link_local))
    hosts = dict.fromkeys(OwnAddress(str(address), name) for name, address in found)
    name = local_name()
    return (*hosts, OwnAddress(name, "")) if name and hosts else tuple(hosts)


def usual_address() -> str:
    """Return the address of this machine on its way to other networks, "" without such a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def local_name() -> str:
    """Return the .local name of this machine (RFC 6762), "" if nothing here answers to it."""
    if not (sys.platform == "darwin" or MDNS_RUNS.exists()):
        return ""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def interfaces() -> list[tuple[str, IPv4Address]]:
    """Return the names and IPv4 addresses of the interfaces that are switched on (getifaddrs)."""
    library = ctypes.CDLL(None)
    first = ctypes.POINTER(_Interface)()
    if library.getifaddrs(ctypes.byref(first)) != 0:
        return []
    try:
        return list(_ipv4(first))
    finally:
        library.freeifaddrs(first)


def _ipv4(each: "ctypes._Pointer[_Interface]") -> Iterator[tuple[str, IPv4Address]]:
    while bool(each):  # False for the null pointer after the last
        interface = each.contents
        if interface.address and interface.flags & UP:
            # A `struct sockaddr_in`: the family in the first two bytes, the address in four more
            # after the port. On macOS the first byte is the length, and the second the family.
            raw = ctypes.string_at(interface.address, 8)
            family = raw[1] if sys.platform == "darwin" else int.from_bytes(raw[:2], sys.byteorder)
            if family == socket.AF_INET:
                yield interface.name.decode(errors="replace"), IPv4Address(raw[4:8])
        each = interface.next
