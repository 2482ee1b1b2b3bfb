"""When a page changes by the time alone, which whoever keeps the page has to know."""

from datetime import datetime

from django.http import HttpRequest


def changes_at(request: HttpRequest, moment: datetime | None) -> None:
    """Note that the page made for this request is true until a moment at most; None for ever.

    The earliest of several moments stands, as `request.changes_at`.
    """
    if moment is None:
        return
    earlier: datetime | None = getattr(request, "changes_at", None)
    request.changes_at = min(moment, earlier or moment)  # type: ignore[attr-defined]
