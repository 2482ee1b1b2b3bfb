"""A paper lies with an official: its number is typed or its code scanned, and its form opens."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.scoreforms.list_forms import ListChoiceForm
from wk.scoreforms.papers.forms import PaperForm
from wk.scoreforms.papers.services import take_paper
from wk.tournament.models import Tournament


@require_POST
@requires(Act.TYPE_FORMS)
def take(request: OfficialRequest, slug: str) -> HttpResponse:
    """Store that a paper lies with the official, and open its form.

    What is no table leads back to the list, which says so at the field.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    list_address = reverse("scoreforms:list", args=[slug])
    choice = ListChoiceForm(request.POST)
    choice.is_valid()  # an invalid round is left out
    started = tournament.rounds.started()
    round = started.filter(number=choice.cleaned_data.get("round") or 0).first() or started.last()
    if round is None:
        return redirect(list_address)
    form = PaperForm(request.POST, round=round)
    if not form.is_valid():
        asked = {"round": round.number, "table": request.POST.get("table", "")[:100]}
        return redirect(f"{list_address}?{urlencode(asked)}")
    table = form.cleaned_data["table"]
    with refusals_as_messages(request):
        take_paper(table=table, holder=request.user, now=timezone.now())
    return redirect("scoreforms:enter", slug, table.round.number, table.number)
