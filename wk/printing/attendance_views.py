"""The attendance list as a PDF."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import consistent_reads
from wk.printing.answers import Press, refused
from wk.printing.attendance import EMPTY_LINES, attendance_list
from wk.tournament.models import Tournament


@require_safe
@requires(Act.PRINT)
def attendance_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the players who take part by surname, with boxes; who is here already has a tick."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        lines = attendance_list(tournament)
        press = Press.of(tournament)
    if not lines:
        context: dict[str, object] = {"tournament": tournament}
        return refused(request, context, 409, _("There are no players yet."))
    html = press.html("attendance", lines=lines, empty_lines=range(EMPTY_LINES))
    return press.answer(request, "attendance", [html], patience)
