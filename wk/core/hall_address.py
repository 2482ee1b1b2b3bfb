"""The address at which phones in the hall reach wk."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from wk.core import hall_access


def address_in_hall(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page (`path`) for phones in the hall.

    While a director has opened wk to the hall, the host is that of `host_in_hall`. Otherwise it is
    that of the request. If the request came to localhost, which phones cannot reach, the host is
    the first other one in ALLOWED_HOSTS.
    """
    host, _port = split_domain_port(request.get_host())
    if hall_access.is_by_button():
        host = hall_access.host_in_hall() or host
    elif _is_local(host):
        # "*" and ".example.org" are patterns: no address can be made from them.
        names = (name for name in settings.ALLOWED_HOSTS if name[0] not in "*.")
        host = next((name for name in names if not _is_local(name)), host)
    return address_at(request, host, path)


def own_address(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page as the reader reached it, for links from elsewhere.

    It is "" for a mirror, of which nobody knows where it will stand.
    """
    is_mirror = getattr(request, "is_mirror", False)
    return "" if is_mirror else request.build_absolute_uri(path)


def address_at(request: HttpRequest, host: str, path: str) -> str:
    """Return the absolute address of a page at another host, with scheme and port of a request."""
    _host, port = split_domain_port(request.get_host())
    return f"{request.scheme}://{host}{port and f':{port}'}{path}"


def is_out_of_reach(request: HttpRequest) -> bool:
    """Return whether phones cannot open any page: wk is closed, or is at localhost only."""
    host, _port = split_domain_port(address_in_hall(request, "/").split("/")[2])
    return _is_local(host)


def _is_local(host: str) -> bool:
    """Return whether a host name leads to the computer itself, as localhost does.

    >>> _is_local("localhost"), _is_local("127.0.0.1"), _is_local("[::1]"), _is_local("10.0.0.7")
    (True, True, True, False)
    """
    return host in ("localhost", "[::1]") or host.startswith("127.")
