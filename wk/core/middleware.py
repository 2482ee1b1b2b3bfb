"""Middleware around every page: refuses bad requests, and gives bare errors a readable page."""

import logging
import re
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from wk.core.refusals import ActionRefused, Busy

MOST_BODY = 130_000_000  # bytes: six photos of the largest size, and the form around them
MOST_ADDRESS = 8000  # characters; the login page gets the requested address in its own
SESSION_KEY = re.compile(r"[0-9a-z]{8,40}", re.ASCII)
RETRY_AFTER = 5  # seconds, for the header of the same name
logger = logging.getLogger(__name__)


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
        """Answer 503 if the database failed or the disk is full, 429 if too much work is waiting.

        Answer 409, with the reason, for a refusal that a view does not expect: what a page is about
        may be gone by the time that a service locks it. Nothing was stored in any of these cases.
        """
        if isinstance(exception, ActionRefused):
            return render(request, "409.html", {"reason": str(exception)}, status=409)
        if isinstance(exception, Busy):
            page = render(request, "busy.html", status=429)
            page["Retry-After"] = str(RETRY_AFTER)
            return page
        if not isinstance(exception, OperationalError):
            return None
        logger.error("The database failed at %s: %s", request.path, exception)
        return render(request, "503.html", status=503)
