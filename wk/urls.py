"""All addresses of wk: those of the whole site, and those of each room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe

from wk.accounts.permissions import requires
from wk.accounts.policy import Act
from wk.core.guide_views import guide_page
from wk.core.language_views import choose_language
from wk.core.site_views import health, manifest, robots
from wk.core.style_views import style_page
from wk.hall.home_views import home
from wk.hall.views import overview_page


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon. Browsers request this address for a PDF, which names no icon."""
    return redirect(static("spade.svg"))


urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("favicon.ico", favicon),
    path("robots.txt", robots),
    path("healthz", health, name="health"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("guide/", guide_page, name="guide"),
    # Wrapped here, not in core: a room may not import the rooms below it (docs/architecture.md).
    path("style/", require_safe(requires(Act.SEE_STYLE)(style_page)), name="style"),
    path("t/<slug:slug>/", overview_page, name="overview"),
    path("language/<slug:code>/", choose_language, name="choose_language"),
    # Each room gives its addresses in full, so none has a prefix here.
    path("", include("wk.accounts.urls")),
    path("", include("wk.tournament.urls")),
    path("", include("wk.auditlog.urls")),
    path("", include("wk.players.urls")),
    path("", include("wk.scoreforms.urls")),
    path("", include("wk.phones.urls")),
    path("", include("wk.standings.urls")),
    path("", include("wk.archive.urls")),
    path("", include("wk.backups.urls")),
    path("", include("wk.standby.urls")),
    path("", include("wk.machine.urls")),
    path("", include("wk.privacy.urls")),
    path("", include("wk.rounds.urls")),
    path("", include("wk.hall.urls")),
    path("", include("wk.prizes.urls")),
    path("", include("wk.printing.urls")),
    path("", include("wk.camera.urls")),
    path("", include("wk.feeds.urls")),
    path("", include("wk.publication.urls")),
]
# What fails before a view or after it gets the page of FriendlyErrors, too.
handler500 = "wk.core.middleware.server_error"
