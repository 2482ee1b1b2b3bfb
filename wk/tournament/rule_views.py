"""The page of the rules: everyone reads them, directors set them before the first round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.game import Game
from scoring.problems import Invalid
from scoring.questions import TITLE
from scoring.registry import game
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.tournament import services
from wk.tournament.forms import SettingsForm
from wk.tournament.models import Tournament
from wk.tournament.queries import as_played


@require_http_methods(["GET", "HEAD", "POST"])
@at_one_moment
def rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the rules. A director may preview other rules here, and save them."""
    if request.method == "POST":
        return _change(request, slug)
    tournament = get_object_or_404(Tournament, slug=slug)
    current = tournament.rules
    initial = current.options_to_cells(tournament.options)
    form = SettingsForm(settings=current.settings, initial=initial)
    return _page(request, tournament, form, current)


@requires(Act.SET_RULES)
def _change(request: OfficialRequest, slug: str) -> HttpResponse:
    """Preview the typed rules, or save them. Each error is shown at its cell."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if why := services.cannot_set_rules(tournament):
        messages.error(request, why)
        return redirect("tournament:rules", slug)
    current = tournament.rules
    form = SettingsForm(request.POST, settings=current.settings)
    is_right = form.is_valid()  # first: `is_for` reads the cleaned data
    if not form.is_for(tournament):
        messages.error(request, _("This has changed meanwhile. Look at it again."))
        return redirect("tournament:rules", slug)
    if not is_right:
        return _page(request, tournament, form, None)
    options = current.options_from_cells(form.written())
    try:
        previewed = game(tournament.game, options)
    except Invalid as error:
        form.problems = error.problems
        return _page(request, tournament, form, None)
    if form.cleaned_data["action"] != "save":
        return _page(request, tournament, form, previewed)
    with refusals_as_messages(request):
        services.update_options(tournament=tournament, options=options)
        messages.success(request, _("The rules have been saved."))
    return redirect("tournament:rules", slug)


def _page(
    request: HttpRequest, tournament: Tournament, form: SettingsForm, shown: Game | None
) -> HttpResponse:
    """Show the page: the form for directors, and the charts of the rules `shown`.

    `shown` is None if the typed rules have errors; then the page has no charts.
    """
    context = {
        "tournament": tournament,
        "game": tournament.rules,
        "form": form,
        "winner_title": TITLE,
        "cannot_set": services.cannot_set_rules(tournament),
        "is_right": shown is not None,
        "charts": as_played(tournament, shown).charts if shown else (),
    }
    return render(request, "tournament/rules.html", context)
