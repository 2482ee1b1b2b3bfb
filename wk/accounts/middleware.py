"""Middleware of accounts: connections that are refused, responses that no browser stores, and who
is acting."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from wk.accounts.address import client_address, is_let_in, may_connect
from wk.accounts.tries import note_try
from wk.core.acting import acting, now_for

RETRY_AFTER = 10  # seconds, for the header of the same name
Answer = Callable[[HttpRequest], HttpResponse]


class OnlyByProxy:
    """Middleware that refuses connections past the trusted proxy. It acts with HTTPS only."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond 403 to such a connection, whatever it requests."""
        if may_connect(request.META):
            return self.get_response(request)
        return HttpResponse(
            "wk: this address is for its proxy alone (TRUSTED_PROXIES).\n", status=403
        )


class OnlyWhileOpen:
    """Middleware that lets other devices in only while wk is open to the hall."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond 503 with a short page while wk is closed, whatever is requested.

        It is 503, not 403: the phone of a table then keeps what was typed and tries again.
        """
        if is_let_in(request.META):
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            page = HttpResponse(render_to_string("closed.html"), status=503)
        page["Cache-Control"] = "no-store"
        page["Retry-After"] = str(RETRY_AFTER)
        page._has_been_logged = True  # type: ignore[attr-defined]  # no line in the terminal each
        return page


class PrivateAnswers:
    """Middleware that forbids browsers and proxies to store private responses.

    A response is private if the reader has a session, or if its view is not public (`requires`),
    also if the view refuses. So the next person at a shared laptop cannot go back to it. A response
    that its view marks as public is the same for everybody, and stays as it is.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark a private response."""
        response = self.get_response(request)
        view = request.resolver_match and request.resolver_match.func
        has_session = settings.SESSION_COOKIE_NAME in {*request.COOKIES, *response.cookies}
        is_public = "public" in response.get("Cache-Control", "")
        if (has_session or hasattr(view, "act")) and not is_public:
            response["Cache-Control"] = "no-store"
        return response


class Acting:
    """Middleware that tells the chain of changes who is acting, from where and on which page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; what it changes is noted under its address, and what it was refused."""
        with acting(address=client_address(request), task="?"):
            response = self.get_response(request)
            note_try(request, response)
            return response

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> None:
        """Name the page, its tournament, and the official if it is a page of officials.

        The account is read here and not in the middle of a change. Phones and the kiosk have none.
        """
        match = request.resolver_match
        # A page for everybody may take an official's press too; a key of a phone needs no account.
        is_press = request.method == "POST" and not getattr(view, "csrf_exempt", False)
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        is_official = hasattr(view, "act") or (is_press and has_session)
        author = getattr(request.user, "username", "") if is_official else ""
        now_for(
            author=author,
            task=match.view_name if match else "?",
            slug=kwargs.get("slug", ""),
        )
