"""The small address that pages ask whether anything changed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wk.publication.ready import CHANGES_HEADERS, changes_body
from wk.publication.versions import current_versions


@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the public version and the server's time, in one query; 503 while there is none.

    It is the same for every tournament. The server mostly answers it before it comes here.
    """
    versions = current_versions()
    if versions is None:
        return render(request, "503.html", status=503)
    return HttpResponse(changes_body(versions), headers=dict(CHANGES_HEADERS))
