"""What stands around every page: requests that make no sense, and refusals that need words."""

import logging
import re
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MOST_BODY = 130_000_000  # bytes: six photos of the largest size, and the page around them
MOST_ADDRESS = 8000  # signs: who has to log in is sent to a page whose address repeats it
SESSION_KEY = re.compile(r"[0-9a-z]{8,40}", re.ASCII)
logger = logging.getLogger(__name__)


class PlainWords:
    """Answers in plain words where Django would answer with nothing, or with an error."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Drop what is not of our making; give words to a refusal without any."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BODY:
            return render(request, "413.html", status=413)  # nothing of it has been read yet
        if len(request.get_full_path()) > MOST_ADDRESS:
            return render(request, "400.html", status=414)
        if not SESSION_KEY.fullmatch(request.COOKIES.get("sessionid", "")):
            request.COOKIES.pop("sessionid", None)  # not of our making: PostgreSQL may choke on it
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        if request.method == "HEAD" and not response.streaming:
            response.content = b""  # gunicorn warns of every body that nobody asked for
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say that nothing was stored where the database does not answer or the disk is full."""
        if not isinstance(exception, OperationalError):
            return None
        logger.error("The database failed at %s: %s", request.path, exception)
        return render(request, "503.html", status=503)
