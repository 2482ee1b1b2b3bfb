"""The director's settings of the review and of the tables' phones."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_errors
from wk.core.consistent_reads import at_one_moment
from wk.scoreforms.examples import MOST
from wk.scoreforms.review.forms import ReviewSettingsForm
from wk.scoreforms.review.queries import review_queue
from wk.scoreforms.review.setting_services import store_settings
from wk.tournament.models import Tournament


@require_http_methods(["GET", "POST"])
@requires(Act.SET_REVIEW)
@at_one_moment
def settings(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show and store the settings of the review: forms, method, and forms of phones."""
    tournament = get_object_or_404(Tournament, slug=slug)
    stored = {name: getattr(tournament, name) for name in ReviewSettingsForm.base_fields}
    form = ReviewSettingsForm(request.POST if request.method == "POST" else None, initial=stored)
    if form.is_bound and form.is_valid():
        with refusals_as_errors(form):
            store_settings(
                tournament=tournament,
                author=request.user,
                now=timezone.now(),
                **form.cleaned_data,
            )
            messages.success(request, _("The settings have been saved."))
            return redirect("scoreforms:settings", slug)
    waiting = review_queue(tournament).filter(is_waiting=True).count()
    context = {
        "tournament": tournament,
        "form": form,
        "waiting": waiting,
        "examples": tournament.writing_examples.count(),
        "most_examples": MOST,
    }
    return render(request, "scoreforms/review/settings.html", context)
