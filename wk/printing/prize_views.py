"""The prize list on paper, to be read out at the ceremony and ticked there."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import consistent_reads
from wk.printing.answers import Press
from wk.prizes.queries import prizes
from wk.tournament.models import Tournament


@require_safe
@requires(Act.PRINT)
def prizes_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print all categories with their winners, the highest rank last, as they are read out.

    While a round is open the paper says that it may change.
    """
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        shown = prizes(tournament, sees_all=True)
        press = Press.of(tournament)
        part = press.html("prizes", prizes=shown, namesakes=shown.standings.namesakes)
    return press.answer(request, "prizes", [part], patience)
