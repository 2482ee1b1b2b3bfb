"""Where phones in the hall find wk."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse


def phones_page(request: HttpRequest) -> str:
    """Return the absolute address of the phones' page, as phones in the hall would reach it."""
    return address_in_hall(request, reverse("phones:phone"))


def address_in_hall(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page, as phones in the hall would reach it.

    That is where the request went; or, from the very computer that wk runs on, the first address
    of ALLOWED_HOSTS that is not of that computer alone.
    """
    host, port = split_domain_port(request.get_host())
    if _is_local(host):
        names = (name for name in settings.ALLOWED_HOSTS if name[0] not in "*.")
        host = next((name for name in names if not _is_local(name)), host)
    return f"{request.scheme}://{host}{port and f':{port}'}{path}"


def is_out_of_reach(request: HttpRequest) -> bool:
    """Whether phones cannot open that page, as wk can only be reached from its own computer."""
    host, _port = split_domain_port(phones_page(request).split("/")[2])
    return _is_local(host)


def _is_local(host: str) -> bool:
    """Whether a host is known to its own computer only.

    >>> _is_local("localhost"), _is_local("127.0.0.1"), _is_local("[::1]"), _is_local("10.0.0.7")
    (True, True, True, False)
    """
    return host in ("localhost", "[::1]") or host.startswith("127.")
