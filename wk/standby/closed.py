"""The answer of a laptop that is not the one: words, and the address of the one that is."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

RETRY_AFTER = 5  # seconds; browsers look again by themselves


def closed_page(request: HttpRequest, template: str, address: str) -> HttpResponse:
    """Respond 503: the phone of a table then keeps what was typed and tries again.

    `address` is that of the laptop that is the one.
    """
    with translation.override(translation.get_language_from_request(request)):
        context = {"address": address, "there": f"{address}{request.get_full_path()}"}
        page = HttpResponse(render_to_string(template, context), status=503)
    page["Cache-Control"] = "no-store"
    page["Retry-After"] = str(RETRY_AFTER)
    if request.method in ("GET", "HEAD"):
        page["Refresh"] = str(RETRY_AFTER)
    page._has_been_logged = True  # type: ignore[attr-defined]  # no line in the terminal each
    return page
