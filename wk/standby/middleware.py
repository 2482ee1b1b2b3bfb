"""Middleware of a laptop from which another one has taken over: it answers nothing but its own
pages."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from wk.standby.closed import closed_page
from wk.standby.kept import OVERTAKEN, kept
from wk.standby.role import is_overtaken

# The addresses that stay: what the laptop alone holds, for a director who logs in.
STAY = ("/standby/", "/login/", "/language/", "/static/", "/healthz")
# And those that take a POST: to log in, and for the last questions of who took over.
STAY_POSTS = ("/login/", "/logout/", "/standby/feed/", "/standby/overtaken/")


class OnlyTheFirst:
    """Middleware that takes no writes, and shows no standings, once another laptop is the one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond 503 with the address of the laptop that is the one now."""
        stays = STAY if request.method in ("GET", "HEAD") else STAY_POSTS
        if not is_overtaken(settings.DATA_DIR) or request.path.startswith(stays):
            return self.get_response(request)
        address = str(kept(settings.DATA_DIR, OVERTAKEN).get("address", ""))
        return closed_page(request, "standby/overtaken.html", address)
