"""The moment at which a page changes by the time alone: a kept copy is true until then."""

from datetime import datetime

from django.http import HttpRequest


def changes_at(request: HttpRequest, moment: datetime | None) -> None:
    """Note the moment until which the page for this request is true; None stands for ever.

    It is kept as `request.changes_at`. Of several moments the earliest one counts.
    """
    if moment is None:
        return
    earlier: datetime | None = getattr(request, "changes_at", None)
    request.changes_at = min(moment, earlier or moment)  # type: ignore[attr-defined]
