"""What officials print: score sheets, and who sits where."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, clerk_required
from wk.phones.address import phones_page
from wk.phones.keys import phone_address, qr_svg
from wk.phones.services import keys_for
from wk.printing.forms import TablesForm
from wk.printing.pdf import CannotPrint, write_pdf
from wk.printing.seating import namesakes, seating_list
from wk.printing.sheets import sheets
from wk.tournament.models import Round, Table, Tournament


@require_safe
@clerk_required
def sheets_pdf(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """The score sheets of a round, or of some of its tables (?tables=3-7), a page each."""
    round = _round(slug, number)
    if not round.is_public:
        return _not_fixed(request, round)
    form = TablesForm(request.GET, round=round)
    if not form.is_valid():
        return _refused(request, round, 400, " ".join(str(e) for e in form.errors["tables"]))
    tables = form.cleaned_data["tables"]
    drawn = sheets(tables, round, _codes(request, round, tables))
    return _pdf(request, round, "sheets", {"sheets": drawn})


@require_safe
@clerk_required
def seating_pdf(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """The list for the wall: every player of a round, by name, with his table."""
    round = _round(slug, number)
    if not round.is_public:
        return _not_fixed(request, round)
    seats = seating_list(round)
    context = {
        "seats": seats,
        "namesakes": namesakes(seats),
        "partners": round.tournament.rules.partners != "none",
    }
    return _pdf(request, round, "seating", context)


def _codes(request: OfficialRequest, round: Round, tables: Sequence[Table]) -> dict[int, str]:
    """Return the picture that opens the form of each table on a phone, by the id of the table."""
    if round.tournament.phones == Tournament.Phones.OFF:
        return {}
    page = phones_page(request)
    keys = keys_for(tables=tables, now=timezone.now())
    return {pk: qr_svg(phone_address(page, key.key)) for pk, key in keys.items()}


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("tournament")
    return get_object_or_404(rounds, tournament__slug=slug, number=number)


def _pdf(
    request: OfficialRequest, round: Round, kind: str, context: dict[str, object]
) -> HttpResponse:
    """Answer with printing/<kind>.html as a PDF, or with what is missing to make one."""
    context |= {"tournament": round.tournament, "round": round}
    try:
        pdf = write_pdf(render_to_string(f"printing/{kind}.html", context))
    except CannotPrint as missing:
        context["missing"] = str(missing)
        return render(request, "printing/cannot_print.html", context, status=503)
    name = f"{round.tournament.slug}-{round.number}-{kind}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _not_fixed(request: OfficialRequest, round: Round) -> HttpResponse:
    message = _(
        "This round has only been drawn and may still change. Confirm the draw, then print it."
    )
    return _refused(request, round, 409, message)


def _refused(request: OfficialRequest, round: Round, status: int, message: str) -> HttpResponse:
    context = {"tournament": round.tournament, "round": round, "message": message}
    return render(request, "printing/refused.html", context, status=status)
