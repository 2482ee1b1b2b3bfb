"""Middleware around every page: refuses bad requests, and gives bare errors a readable page."""

import logging
import re
import sys
from collections.abc import Callable
from time import monotonic

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults

from wk.core.refusals import ActionRefused, Busy
from wk.core.storage_faults import Fault, fault_of

MOST_BODY = 130_000_000  # bytes: six photos of the largest size, and the form around them
MOST_ADDRESS = 8000  # characters; the login page gets the requested address in its own
SESSION_KEY = re.compile(r"[0-9a-z]{8,40}", re.ASCII)
RETRY_AFTER = 5  # seconds, for the header of the same name
QUIET = 10.0  # seconds in which the console tells the same fault once
logger = logging.getLogger(__name__)
_told: dict[Fault, float] = {}  # when the console was told, as `monotonic` counts


class FriendlyErrors:
    """Middleware that shows a readable page where Django would send an empty one or fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse a request that is too large; show a page for a 405 without content.

        A session key that Django never makes is removed from the request.
        """
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BODY:
            return render(request, "413.html", status=413)  # before any of the body is read
        if len(request.get_full_path()) > MOST_ADDRESS:
            return render(request, "400.html", status=414)
        if not SESSION_KEY.fullmatch(request.COOKIES.get("sessionid", "")):
            request.COOKIES.pop("sessionid", None)  # not our key: PostgreSQL may fail on it
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        if request.method == "HEAD" and not response.streaming:
            response.content = b""  # gunicorn warns of a body in the answer to a HEAD request
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 503 if the database or the disk failed, 429 if too much work is waiting.

        Answer 409, with the reason, for a refusal that a view does not expect: what a page is about
        may be gone by the time that a service locks it. Nothing was stored in any of these cases.
        """
        if isinstance(exception, ActionRefused):
            return render(request, "409.html", {"reason": str(exception)}, status=409)
        if isinstance(exception, Busy):
            page = render(request, "busy.html", status=429)
            page["Retry-After"] = str(RETRY_AFTER)
            return page
        fault = fault_of(exception)
        return fault_page(request, fault, exception) if fault else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed, also before or after its view (Django's `handler500`)."""
    error = sys.exc_info()[1]
    fault = fault_of(error)
    if fault is None or error is None:
        return defaults.server_error(request)
    return fault_page(request, fault, error)


def fault_page(request: HttpRequest, fault: Fault, error: BaseException) -> HttpResponse:
    """Return the page of a fault, in the language of its reader; the console is told as well.

    It reads no session and no account, as these stand in the database.
    """
    tell_console(fault, request.path, error)
    with translation.override(translation.get_language_from_request(request)):
        page = HttpResponse(
            render_to_string("503.html", {"fault": fault, "request": request}), status=503
        )
    page["Retry-After"] = str(RETRY_AFTER)
    page["Cache-Control"] = "no-store"
    page._has_been_logged = True  # type: ignore[attr-defined]  # the console has been told
    return page


def tell_console(fault: Fault, path: str, error: BaseException) -> None:
    """Say on the console what failed, once in QUIET seconds for each fault."""
    now = monotonic()
    if now - _told.get(fault, now - QUIET) < QUIET:
        return
    _told[fault] = now
    logger.error("wk cannot do all it should: %s. (%s: %s)", fault.advice, path, error)
