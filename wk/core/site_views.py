"""The small answers about the whole site: for search engines, for phones that keep it, and for
programs that watch whether it works."""

import os

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

# Search engines need none of these: a page again in another order, and what only officials use.
NOT_SEARCHED = ("/login/", "/begin/", "/language/", "/*?")
# The colours of the page by day and by night, as --paper in style/tokens.css.
PAPER = {"light": "#f7f5f0", "dark": "#161815"}


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines which addresses they may leave out."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_SEARCHED)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Tell a program that watches wk whether it can serve a tournament.

    It is so if the database answers and files can be written beside it. Otherwise the status is
    503. What does not work is named by one word each, and nothing else is told of this machine.
    """
    works = {"database": _database_answers(), "files": os.access(settings.DATA_DIR, os.W_OK)}
    words = {name: "ok" if does else "fails" for name, does in works.items()}
    return JsonResponse(words, status=200 if all(works.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web manifest: name, colours and icons of wk on the home screen of a phone."""
    sizes = (192, 512)
    return JsonResponse(
        {
            "name": _("Card champion"),
            "lang": get_language() or settings.LANGUAGE_CODE,
            "id": "/",
            "start_url": "/",
            "display": "minimal-ui",
            "background_color": PAPER["light"],
            "theme_color": PAPER["light"],
            "icons": [
                {
                    "src": static(f"icons/icon-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "any maskable",
                }
                for size in sizes
            ],
        },
        content_type="application/manifest+json",
    )
