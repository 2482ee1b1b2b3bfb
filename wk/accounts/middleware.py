"""Middleware of accounts: who may connect, and which answers nobody may keep."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from wk.accounts.address import may_connect

Answer = Callable[[HttpRequest], HttpResponse]


class OnlyByProxy:
    """Middleware that refuses connections which pass the trusted proxy by, with HTTPS."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 403 without looking at the request."""
        if may_connect(request):
            return self.get_response(request)
        return HttpResponse(
            "wk: this address is for its proxy alone (TRUSTED_PROXIES).\n", status=403
        )


class PrivateAnswers:
    """Middleware that lets no browser or proxy keep what is not for everybody.

    Private is an answer to somebody with a session, and of a view that is not public (`requires`),
    also where it refuses. The browser of the next person at a shared laptop shows nothing of it.
    An answer that a view marks as public is the same for everybody, and stays as it is.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark a private answer."""
        response = self.get_response(request)
        view = request.resolver_match and request.resolver_match.func
        has_session = settings.SESSION_COOKIE_NAME in {*request.COOKIES, *response.cookies}
        is_public = "public" in response.get("Cache-Control", "")
        if (has_session or hasattr(view, "act")) and not is_public:
            response["Cache-Control"] = "no-store"
        return response
