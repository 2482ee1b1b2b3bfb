"""The prize list on paper, to be read out at the ceremony and ticked there."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.consistent_reads import consistent_reads
from wk.printing.answers import Press, refused
from wk.prizes.queries import prizes
from wk.tournament.models import Tournament


@require_safe
@requires(Act.PRINT)
def prizes_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print all categories with their winners, the highest rank last, as they are read out.

    While a round is open the paper says that it may change. While results are held back only a
    director prints it, for the ceremony: paper lies about.
    """
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        shown = prizes(tournament, sees_all=True)
        is_secret = any(round.is_started for round in shown.visibility.withheld)
        if is_secret and not may(request.user, Act.LEAD_CEREMONY):
            message = _("Results are held back: only a director prints who wins what.")
            return refused(request, {"tournament": tournament}, 409, message)
        press = Press.of(tournament)
        part = press.html("prizes", prizes=shown, namesakes=shown.standings.namesakes)
    act = Act.LEAD_CEREMONY if is_secret else Act.PRINT
    return press.answer(request, "prizes", [part], patience, act=act)
