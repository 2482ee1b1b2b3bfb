"""The director's announcements: a page to make one, take one back, and look at earlier ones."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.hall.announcements import services as announcements
from wk.hall.announcements.forms import AnnouncementForm
from wk.hall.models import Announcement
from wk.tournament.models import Tournament


@require_http_methods(["GET", "POST"])
@requires(Act.ANNOUNCE)
@once
@at_one_moment
def page(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the form for an announcement, the announcements on the screens, and earlier ones."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    now = timezone.now()
    if form.is_bound and form.is_valid():
        with refusals_as_errors(form):
            announcements.announce(
                tournament=tournament, **form.cleaned_data, author=request.user, now=now
            )
            messages.success(request, _("It stands on every screen and phone now."))
            return redirect("hall:announcements", slug)
    announced = tournament.announcements.select_related("author")
    context = {
        "tournament": tournament,
        "form": form,
        "standing": announced.standing(now),
        "earlier": announced.over(now),
    }
    return render(request, "hall/announcements/announcements.html", context)


@require_POST
@requires(Act.ANNOUNCE)
@once
def take_back(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Take an announcement off every screen and phone."""
    announcement = get_object_or_404(Announcement, tournament__slug=slug, pk=key)
    with refusals_as_messages(request):
        announcements.take_back(announcement=announcement, now=timezone.now())
        messages.success(request, _("It is off every screen and phone now."))
    return redirect("hall:announcements", slug)


@require_POST
@requires(Act.ANNOUNCE)
@once
def take_all_back(request: OfficialRequest, slug: str) -> HttpResponse:
    """Take all announcements away before the ceremony, and go back to its first page."""
    tournament = get_object_or_404(Tournament, slug=slug)
    announcements.take_all_back(tournament=tournament, now=timezone.now())
    return redirect("hall:ceremony", slug)
