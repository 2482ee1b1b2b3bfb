"""The papers of a round: score sheets, who sits where, and results."""

from collections.abc import Iterable, Mapping

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog import seat_changes
from wk.chain.queries import proof
from wk.core.consistent_reads import consistent_reads
from wk.core.hall_address import address_in_hall
from wk.phones.keys import phones_page
from wk.printing.answers import Press, not_confirmed, refused
from wk.printing.codes import phone_codes
from wk.printing.forms import TablesForm
from wk.printing.ranking import ranking
from wk.printing.results import results
from wk.printing.seating import seating_list
from wk.printing.sheets import sheets
from wk.rounds.by_standings import best_begin
from wk.rounds.public_report import public_report
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round, Table
from wk.tournament.name_search import namesakes
from wk.tournament.queries import round_at, tables_with_seats


@require_safe
@requires(Act.PRINT)
def sheets_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print the score sheets of a round, or of some of its tables (?tables=3-7), a page each."""
    with consistent_reads():
        round = round_at(slug, number)
        form = TablesForm(request.GET, round=round)
        is_valid = form.is_valid()
    if not round.is_public:
        return not_confirmed(request, round)
    if not is_valid:
        return _wrong_tables(request, round, form)
    tables = form.cleaned_data["tables"]
    codes = phone_codes(round, tables, phones_page(request))
    press = Press.of(round.tournament, round)
    parts = sheet_parts(press, round, tables, codes)
    origin = address_in_hall(request, "") if codes else ""
    asked = {"tables": form.data.get("tables", "")}
    return press.answer(request, "sheets", parts, patience, asked=asked, origin=origin)


@require_safe
@requires(Act.PRINT)
def seating_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print the seating list of a round, by surname, for the wall."""
    with consistent_reads():
        round = round_at(slug, number)
        if not round.is_public:
            return not_confirmed(request, round)
        seats = seating_list(round)
        report = public_report(round)
        press = Press.of(round.tournament, round)
        part = press.html(
            "seating",
            seats=seats,
            namesakes=namesakes(seat.entry.name for seat in seats),
            partners=round.tournament.rules.partners != "none",
            together=round.tournament.rules.partners,
            report=report,
            best_begin=best_begin(round) if report.by_standings else "",
            is_changed=round.changed_by_hand or seat_changes.seat_change_entries(round),
            proof=proof(),
        )
    return press.answer(request, "seating", [part], patience)


@require_safe
@requires(Act.PRINT)
def by_table_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print who sits where in a round, by table."""
    with consistent_reads():
        round = round_at(slug, number)
        if not round.is_public:
            return not_confirmed(request, round)
        press = Press.of(round.tournament, round)
        partners = round.tournament.rules.partners != "none"
        part = press.html("by_table", tables=tables_with_seats(round), partners=partners)
    return press.answer(request, "by_table", [part], patience)


@require_safe
@requires(Act.PRINT)
def results_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print the result of each table of a round, or of some (?tables=3-7), as everybody sees it."""
    with consistent_reads():
        round = round_at(slug, number)
        if not round.is_public:
            return not_confirmed(request, round)
        if _is_hidden(round):
            return _held_back(request, round)
        form = TablesForm(request.GET, round=round)
        if not form.is_valid():
            return _wrong_tables(request, round, form)
        press = Press.of(round.tournament, round)
        part = press.html("results", tables=results(form.cleaned_data["tables"]))
    asked = {"tables": form.data.get("tables", "")}
    return press.answer(request, "results", [part], patience, asked=asked)


@require_safe
@requires(Act.PRINT)
def standings_after_pdf(
    request: OfficialRequest, slug: str, number: int, patience: float
) -> HttpResponse:
    """Print the standings after a round, all of them, as everybody sees them."""
    with consistent_reads():
        round = round_at(slug, number)
        visibility = result_visibility(round.tournament, sees_all=False)
        if not round.is_started:
            return _refused(request, round, _("This round has not started yet."))
        if number > visibility.last:
            return _held_back(request, round)
        press = Press.of(round.tournament, round)
        part = press.html("standings", ranking=ranking(visibility, number), proof=proof())
    return press.answer(request, "standings_after", [part], patience)


def sheet_parts(
    press: Press, round: Round, tables: Iterable[Table], codes: Mapping[int, str]
) -> list[str]:
    """Return the documents of score sheets, a page each; `codes` as in `sheets`."""
    return [press.html("sheets", sheets=[each]) for each in sheets(tables, round, codes)]


def _is_hidden(round: Round) -> bool:
    """Return whether the public may not see the results of a round."""
    return round in result_visibility(round.tournament, sees_all=False).hidden


def _wrong_tables(request: OfficialRequest, round: Round, form: TablesForm) -> HttpResponse:
    return _refused(request, round, " ".join(map(str, form.errors["tables"])), 400)


def _held_back(request: OfficialRequest, round: Round) -> HttpResponse:
    return _refused(request, round, _("The results of this round are still held back."))


def _refused(
    request: OfficialRequest, round: Round, message: str, status: int = 409
) -> HttpResponse:
    context: dict[str, object] = {"tournament": round.tournament, "round": round}
    return refused(request, context, status, message)
