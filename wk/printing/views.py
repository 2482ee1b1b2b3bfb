"""The PDF files that officials print: score sheets, cards and the seating list."""

from collections.abc import Sequence
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, P, View, requires
from wk.accounts.policy import Act
from wk.auditlog import seat_changes
from wk.core.hall_address import address_in_hall
from wk.phones.keys import phone_address, phones_page, qr_svg
from wk.phones.services import keys_for
from wk.printing.cards import cards, pages
from wk.printing.forms import CardsForm, TablesForm
from wk.printing.pdf import CannotPrint, write_pdf
from wk.printing.seating import seating_list
from wk.printing.sheets import sheets
from wk.rounds.by_standings import best_begin
from wk.rounds.public_report import public_report
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.name_search import namesakes
from wk.tournament.printed_addresses import note_printed
from wk.tournament.queries import round_at

# The life of the cookie of `with_arrival_cookie`. The page must see it in this time: it looks four
# times a second.
COOKIE_SECONDS = 60


def with_arrival_cookie(view: View[P]) -> View[P]:
    """Return the view with a cookie in each answer: it shows the page that the file has come.

    The name of the cookie is that of the file, such as "cards.pdf"; its value differs each time.
    The script `pdf-progress.js` of the page watches it, because a browser does not let a page know
    that a file has opened in another tab or has been downloaded.
    """

    @wraps(view)
    def with_cookie(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        answer = view(request, *args, **kwargs)
        name = request.path.rpartition("/")[2]
        secure = request.is_secure()
        answer.set_cookie(
            name, get_random_string(8), max_age=COOKIE_SECONDS, secure=secure, samesite="Lax"
        )
        return answer

    return cast(View[P], with_cookie)


@require_safe
@with_arrival_cookie
@requires(Act.PRINT)
def sheets_pdf(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Return the score sheets of a round, or of some of its tables (?tables=3-7), a page each."""
    round = round_at(slug, number)
    if not round.is_public:
        return _not_confirmed(request, round)
    form = TablesForm(request.GET, round=round)
    if not form.is_valid():
        return _refused(
            request, _round_context(round), 400, " ".join(map(str, form.errors["tables"]))
        )
    tables = form.cleaned_data["tables"]
    codes = _codes(request, round, tables)
    context = _round_context(round) | {"sheets": sheets(tables, round, codes)}
    answer = _pdf(request, "sheets", _file_name_of(round), context)
    if codes and answer.status_code == HTTPStatus.OK:
        note_printed(
            tournament=round.tournament,
            round=round,
            origin=address_in_hall(request, ""),
            is_all=not form.data.get("tables"),
        )
    return answer


@require_safe
@with_arrival_cookie
@requires(Act.PRINT)
def cards_pdf(request: OfficialRequest, slug: str) -> HttpResponse:
    """Return the cards of all players, or of some (?players=3-7), eight on a page."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = CardsForm(request.GET, tournament=tournament)
    context: dict[str, object] = {"tournament": tournament}
    if not form.is_valid():
        return _refused(request, context, 400, " ".join(map(str, form.errors["players"])))

    def address(entry: Entry) -> str:
        return address_in_hall(request, reverse("players:card", args=[slug, entry.number]))

    context["pages"] = pages(cards(tournament, form.cleaned_data["players"], address))
    context["partners"] = tournament.rules.partners != "none"
    answer = _pdf(request, "cards", slug, context)
    if answer.status_code == HTTPStatus.OK:
        note_printed(
            tournament=tournament,
            round=None,
            origin=address_in_hall(request, ""),
            is_all=not form.data.get("players"),
        )
    return answer


@require_safe
@with_arrival_cookie
@requires(Act.PRINT)
def seating_pdf(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Return the seating list for the wall: all players of a round by name, with their seats.

    The public report on the draw is on it too.
    """
    round = round_at(slug, number)
    if not round.is_public:
        return _not_confirmed(request, round)
    seats = seating_list(round)
    report = public_report(round)
    context = _round_context(round) | {
        "seats": seats,
        "namesakes": namesakes(seat.entry.name for seat in seats),
        "partners": round.tournament.rules.partners != "none",
        "together": round.tournament.rules.partners,
        "report": report,
        "best_begin": best_begin(round) if report.by_standings else "",
        "is_changed": round.changed_by_hand or seat_changes.seat_change_entries(round),
    }
    return _pdf(request, "seating", _file_name_of(round), context)


def _codes(request: OfficialRequest, round: Round, tables: Sequence[Table]) -> dict[int, str]:
    """Return the QR codes that open the forms on a phone, by the key of the table."""
    if round.tournament.phones == Tournament.Phones.OFF:
        return {}
    page = phones_page(request)
    keys = keys_for(tables=tables, now=timezone.now())
    return {pk: qr_svg(phone_address(page, key.key)) for pk, key in keys.items()}


def _round_context(round: Round) -> dict[str, object]:
    """Return the context for every page about a round."""
    return {"tournament": round.tournament, "round": round}


def _file_name_of(round: Round) -> str:
    """Return the first part of the name of files about a round."""
    return f"{round.tournament.slug}-{round.number}"


def _pdf(
    request: OfficialRequest, kind: str, name: str, context: dict[str, object]
) -> HttpResponse:
    """Answer with printing/<kind>.html as a PDF named "<name>-<kind>.pdf".

    Without WeasyPrint the answer is a page that names what is missing, with status 503.
    """
    try:
        pdf = write_pdf(render_to_string(f"printing/{kind}.html", context))
    except CannotPrint as missing:
        context["missing"] = str(missing)
        return render(request, "printing/cannot_print.html", context, status=503)
    headers = {"Content-Disposition": f'inline; filename="{name}-{kind}.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _not_confirmed(request: OfficialRequest, round: Round) -> HttpResponse:
    message = _(
        "This round has only been drawn and may still change. Confirm the draw, then print it."
    )
    return _refused(request, _round_context(round), 409, message)


def _refused(
    request: OfficialRequest, context: dict[str, object], status: int, message: str
) -> HttpResponse:
    return render(request, "printing/refused.html", context | {"message": message}, status=status)
