"""Pages about a tournament and its players."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from wk.accounts.permissions import OfficialRequest, director_required
from wk.core.refusals import ActionRefused
from wk.tournament import services
from wk.tournament.forms import EditTournamentForm, TournamentForm
from wk.tournament.models import Tournament


@require_http_methods(["GET", "POST"])
@director_required
def create(request: OfficialRequest) -> HttpResponse:
    """Create a tournament."""
    form = TournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = services.create_tournament(**form.cleaned_data)
        except ActionRefused as refusal:  # somebody took the address since the form was checked
            form.add_error("slug", str(refusal))
        else:
            return redirect("players:list", tournament.slug)
    return render(request, "tournament/create.html", {"form": form})


@require_http_methods(["GET", "POST"])
@director_required
def edit(request: OfficialRequest, slug: str) -> HttpResponse:
    """Change the data of a tournament."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = EditTournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            changed = services.update_tournament(tournament=tournament, **form.cleaned_data)
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The tournament has been changed."))
            return redirect("overview", changed.slug)
    # The form has put what was typed into its instance: the page's heading shows what is stored.
    stored = Tournament.objects.get(pk=tournament.pk)
    return render(request, "tournament/edit.html", {"tournament": stored, "form": form})
