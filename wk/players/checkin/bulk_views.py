"""Pages for several players at once: choose them, preview the action, carry it out."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.players.checkin.bulk import Action, Plan, carry_out, plan
from wk.players.checkin.forms import BulkForm, actions_of
from wk.players.checkin.queries import arrivals
from wk.players.checkin.views import to_desk
from wk.tournament.models import Tournament
from wk.tournament.name_search import has_letters


@require_safe
@requires(Act.CHECK_IN)
@at_one_moment
def choose(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show all players with checkboxes. Missing players come first, and are ticked."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return _choose(request, tournament, None)


def _choose(
    request: OfficialRequest, tournament: Tournament, form: BulkForm | None
) -> HttpResponse:
    present = arrivals(tournament)
    missing = {entry.number for entry in present.missing}
    context = {
        "tournament": tournament,
        "listed": sorted(present.entries, key=lambda entry: entry.number not in missing),
        "has_letters": has_letters(present.entries),
        "ticked": missing,
        "actions": actions_of(request.user),
        "form": form,
    }
    return render(request, "players/checkin/bulk.html", context)


@require_POST
@requires(Act.CHECK_IN)
def preview(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show what the action will do to each of the chosen players; nothing is stored."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = BulkForm(request.POST, entries=arrivals(tournament).entries, user=request.user)
    if not form.is_valid():
        return _choose(request, tournament, form)
    return _preview(request, tournament, _planned(tournament, form))


def _planned(tournament: Tournament, form: BulkForm) -> Plan:
    return plan(tournament, Action(form.cleaned_data["action"]), form.chosen())


def _preview(request: OfficialRequest, tournament: Tournament, planned: Plan) -> HttpResponse:
    context = {"tournament": tournament, "planned": planned, "counted": len(planned.entries)}
    return render(request, "players/checkin/bulk_preview.html", context)


@require_POST
@requires(Act.CHECK_IN)
@once
def execute(request: OfficialRequest, slug: str) -> HttpResponse:
    """Carry out the previewed action. If the plan has changed since, show the preview again."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = BulkForm(request.POST, entries=arrivals(tournament).entries, user=request.user)
    if not form.is_valid():
        return _choose(request, tournament, form)
    planned = _planned(tournament, form)
    version_token = form.cleaned_data["version_token"]
    with refusals_as_messages(request):
        log_entry = carry_out(
            planned=planned,
            tournament=tournament,
            version_token=version_token,
            author=request.user,
            now=timezone.now(),
        )
        return to_desk(tournament, log_entry)
    return _preview(request, tournament, planned)
