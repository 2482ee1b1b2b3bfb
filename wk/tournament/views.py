"""Pages on which directors create a tournament and change its settings."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_errors
from wk.core.consistent_reads import at_one_moment
from wk.tournament import services
from wk.tournament.forms import EditTournamentForm, ExtrasForm, TournamentForm
from wk.tournament.models import Tournament
from wk.tournament.programme import stored
from wk.tournament.programme_forms import ProgrammeForm


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_TOURNAMENTS)
@once
def create(request: OfficialRequest) -> HttpResponse:
    """Create a tournament."""
    # A tournament is often made on its day; another date is one change.
    form = TournamentForm(request.POST or None, initial={"date": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form, "slug"):  # another request may take the slug
            tournament = services.create_tournament(**form.cleaned_data)
            return redirect("players:list", tournament.slug)
    return render(request, "tournament/create.html", {"form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_TOURNAMENTS)
@at_one_moment
def edit(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show all settings of a tournament on one page, and change them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    sent = request.POST if request.method == "POST" else None
    # A ModelForm writes the typed values into its instance. The page shows the stored ones.
    form = EditTournamentForm(sent, instance=get_object_or_404(Tournament, slug=slug))
    programme = ProgrammeForm(sent, tournament=tournament)
    extras = ExtrasForm(sent, tournament=tournament)
    forms = (form, programme, extras)
    if sent is not None and all(each.is_valid() for each in forms):
        changes = form.cleaned_data | extras.cleaned_data | {"programme": stored(programme.points)}
        with refusals_as_errors(form):
            changed = services.update_tournament(tournament=tournament, **changes)
            messages.success(request, _("The tournament has been changed."))
            return redirect("overview", changed.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "programme": programme,
        "extras": extras,
        "forms": forms,
        "has_errors": any(each.errors for each in forms),
    }
    return render(request, "tournament/edit.html", context)
