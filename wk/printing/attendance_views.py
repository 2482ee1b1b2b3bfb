"""The attendance list as a PDF."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import consistent_reads
from wk.printing.attendance import EMPTY_LINES, attendance_list
from wk.printing.jobs import Paper
from wk.printing.views import printed, refused
from wk.tournament.models import Tournament


@require_safe
@requires(Act.PRINT)
def attendance_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the players who take part by surname, with boxes; who is here already has a tick."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        lines = attendance_list(tournament)
    context = {"tournament": tournament, "lines": lines, "empty_lines": range(EMPTY_LINES)}
    if not lines:
        return refused(request, context, 409, _("There are no players yet."))
    html = render_to_string("printing/attendance.html", context)
    paper = Paper(
        kind="attendance",
        tournament=slug,
        round=None,
        file=slug,
        again=reverse("printing:print_attendance", args=[slug]),
        parts=1,
        origin="",
        is_all=True,
    )
    return printed(request, paper, [html], patience)
