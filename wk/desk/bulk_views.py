"""Several players at once: chosen, looked at name by name, done, and undone as one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, clerk_required
from wk.desk.bulk import Action, Plan, carry_out, plan
from wk.desk.forms import BulkForm, actions_of
from wk.desk.queries import arrivals
from wk.desk.views import to_desk
from wk.tournament.models import Tournament
from wk.tournament.refusal import Refusal


@require_safe
@clerk_required
def choose(request: OfficialRequest, slug: str) -> HttpResponse:
    """Everyone, with a box to tick; who is missing comes first and is ticked already."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return _choose(request, tournament, None)


def _choose(
    request: OfficialRequest, tournament: Tournament, form: BulkForm | None
) -> HttpResponse:
    there = arrivals(tournament)
    missing = {entry.number for entry in there.missing}
    context = {
        "tournament": tournament,
        "listed": sorted(there.entries, key=lambda entry: entry.number not in missing),
        "ticked": missing,
        "actions": actions_of(request.user),
        "form": form,
    }
    return render(request, "desk/bulk.html", context)


@require_POST
@clerk_required
def preview(request: OfficialRequest, slug: str) -> HttpResponse:
    """What will happen to each of them; nothing has been done yet."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = BulkForm(request.POST, entries=arrivals(tournament).entries, user=request.user)
    if not form.is_valid():
        return _choose(request, tournament, form)
    return _preview(request, tournament, _planned(tournament, form))


def _planned(tournament: Tournament, form: BulkForm) -> Plan:
    return plan(tournament, Action(form.cleaned_data["action"]), form.chosen())


def _preview(request: OfficialRequest, tournament: Tournament, planned: Plan) -> HttpResponse:
    context = {"tournament": tournament, "planned": planned, "counted": len(planned.entries)}
    return render(request, "desk/bulk_preview.html", context)


@require_POST
@clerk_required
def carry(request: OfficialRequest, slug: str) -> HttpResponse:
    """Do to all of them what was shown; where that has changed meanwhile, show it again."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = BulkForm(request.POST, entries=arrivals(tournament).entries, user=request.user)
    if not form.is_valid():
        return _choose(request, tournament, form)
    planned = _planned(tournament, form)
    mark = form.cleaned_data["mark"]
    try:
        change = carry_out(
            planned=planned,
            tournament=tournament,
            mark=mark,
            author=request.user,
            now=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return _preview(request, tournament, planned)
    return to_desk(tournament, change)
