"""The PDF files that officials print: score sheets, cards and the seating list."""

from collections.abc import Sequence
from threading import BoundedSemaphore

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog import seat_changes
from wk.core.consistent_reads import consistent_reads
from wk.core.hall_address import address_in_hall
from wk.phones.keys import phone_address, phones_page, qr_svg
from wk.phones.player_key_services import player_keys_for
from wk.phones.player_key_views import card_address
from wk.phones.services import keys_for
from wk.printing.cards import cards, pages
from wk.printing.forms import CardsForm, TablesForm
from wk.printing.jobs import Job, Paper, State, find, start, wait
from wk.printing.seating import seating_list
from wk.printing.sheets import sheets
from wk.rounds.by_standings import best_begin
from wk.rounds.public_report import public_report
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.name_search import namesakes
from wk.tournament.printed_addresses import note_printed
from wk.tournament.queries import round_at

# Seconds that a request waits for a PDF before it is sent to the page of the job.
A_MOMENT = 1.0
UNTIL_MADE = 110.0
TITLES = {
    "sheets": gettext_lazy("Score sheets of round %(number)s"),
    "cards": gettext_lazy("Cards of the players"),
    "seating": gettext_lazy("Seating list of round %(number)s"),
    "attendance": gettext_lazy("Attendance list"),
}
# Requests of a process that wait at a time. Each has one of the threads for officials.
_waiting = BoundedSemaphore(4)


@require_safe
@requires(Act.PRINT)
def sheets_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print the score sheets of a round, or of some of its tables (?tables=3-7), a page each."""
    with consistent_reads():
        round = round_at(slug, number)
        form = TablesForm(request.GET, round=round)
        is_valid = form.is_valid()
    if not round.is_public:
        return _not_confirmed(request, round)
    if not is_valid:
        return refused(
            request, _round_context(round), 400, " ".join(map(str, form.errors["tables"]))
        )
    tables = form.cleaned_data["tables"]
    codes = _codes(request, round, tables)
    made = sheets(tables, round, codes)
    parts = [_html("sheets", _round_context(round) | {"sheets": [each]}) for each in made]
    origin = address_in_hall(request, "") if codes else ""
    asked = form.data.get("tables", "")
    paper = _paper_of_round("sheets", round, parts, origin=origin, tables=asked)
    return printed(request, paper, parts, patience)


@require_safe
@requires(Act.PRINT)
def cards_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the cards of all players, or of some (?players=3-7), eight on a page."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        form = CardsForm(request.GET, tournament=tournament)
        context: dict[str, object] = {"tournament": tournament}
        if not form.is_valid():
            return refused(request, context, 400, " ".join(map(str, form.errors["players"])))
        entries = list(form.cleaned_data["players"])
    keys = player_keys_for(entries=entries, now=timezone.now())

    def address(entry: Entry) -> str:
        entry.tournament = tournament  # else each entry would fetch it
        return card_address(request, entry, keys.get(entry.pk))

    with consistent_reads():
        made = pages(cards(tournament, entries, address))
    context["partners"] = tournament.rules.partners != "none"
    parts = [_html("cards", context | {"pages": [page]}) for page in made]
    origin, asked = address_in_hall(request, ""), form.data.get("players", "")
    return printed(request, _paper_of_cards(slug, parts, origin, asked), parts, patience)


@require_safe
@requires(Act.PRINT)
def seating_pdf(request: OfficialRequest, slug: str, number: int, patience: float) -> HttpResponse:
    """Print the seating list for the wall: all players of a round by name, with their seats.

    The public report on the draw is on it too.
    """
    with consistent_reads():
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
        parts = [_html("seating", context)]
    return printed(request, _paper_of_round("seating", round, parts), parts, patience)


@require_safe
@requires(Act.PRINT)
def job_page(request: OfficialRequest, slug: str, key: str) -> HttpResponse:
    """Show how far a PDF is, and lead to it. A background request (htmx) gets what changes."""
    tournament = get_object_or_404(Tournament, slug=slug)
    job = find(key)
    if job is None or job.paper.tournament != slug:
        return _gone(request, tournament)
    is_part = "HX-Request" in request.headers
    if is_part and not job.is_pending:
        return HttpResponseClientRefresh()
    return _job_page(request, job, "_job" if is_part else "job")


@require_safe
@requires(Act.PRINT)
def job_pdf(request: OfficialRequest, slug: str, key: str) -> HttpResponse:
    """Return a PDF that is made; lead to its page if it is not."""
    tournament = get_object_or_404(Tournament, slug=slug)
    job = find(key)
    if job is None or job.paper.tournament != slug:
        return _gone(request, tournament)
    if job.state is not State.READY:
        return redirect("printing:job", slug, key)
    return _file(request, job)


def printed(
    request: OfficialRequest, paper: Paper, parts: list[str], patience: float
) -> HttpResponse:
    """Let a PDF be made and answer with it, or lead to its page if it takes longer."""
    key = start(paper, parts)
    may_wait = _waiting.acquire(blocking=False)
    try:
        job = wait(key, patience if may_wait else 0)
    finally:
        if may_wait:
            _waiting.release()
    if job is None or job.is_pending:
        return redirect("printing:job", paper.tournament, key)
    return _file(request, job) if job.state is State.READY else _job_page(request, job)


def _file(request: OfficialRequest, job: Job) -> HttpResponse:
    """Answer with a PDF that is made, and note which address is in its codes."""
    tournament, round = _subject(job)
    if round and not round.is_public:
        return _not_confirmed(request, round)
    paper = job.paper
    answer = HttpResponse(
        job.files.pdf.read_bytes(),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{paper.file}-{paper.kind}.pdf"'},
    )
    if paper.origin:
        note_printed(tournament=tournament, round=round, origin=paper.origin, is_all=paper.is_all)
    return answer


def _job_page(request: OfficialRequest, job: Job, template: str = "job") -> HttpResponse:
    """Return the page about a PDF; with status 503 if it could not be made."""
    tournament, round = _subject(job)
    if round and not round.is_public:
        return _not_confirmed(request, round)
    context = {
        "tournament": tournament,
        "round": round,
        "job": job,
        "title": TITLES[job.paper.kind] % {"number": job.paper.round},
        "missing": job.missing,
    }
    if job.missing:
        template = "cannot_print"
    status = 503 if job.state is State.FAILED else 200
    return render(request, f"printing/{template}.html", context, status=status)


def _subject(job: Job) -> tuple[Tournament, Round | None]:
    """Return the tournament and the round that a paper is about. Raises Http404."""
    slug, number = job.paper.tournament, job.paper.round
    if number is None:
        return get_object_or_404(Tournament, slug=slug), None
    round = round_at(slug, number)
    return round.tournament, round


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


def _html(kind: str, context: dict[str, object]) -> str:
    return render_to_string(f"printing/{kind}.html", context)


def _paper_of_round(
    kind: str, round: Round, parts: list[str], *, origin: str = "", tables: str = ""
) -> Paper:
    slug = round.tournament.slug
    page = reverse(f"printing:print_{kind}", args=[slug, round.number])
    return Paper(
        kind=kind,
        tournament=slug,
        round=round.number,
        file=f"{slug}-{round.number}",
        again=_with_range(page, tables=tables),
        parts=len(parts),
        origin=origin,
        is_all=not tables,
    )


def _paper_of_cards(slug: str, parts: list[str], origin: str, players: str) -> Paper:
    page = reverse("printing:print_cards", args=[slug])
    return Paper(
        kind="cards",
        tournament=slug,
        round=None,
        file=slug,
        again=_with_range(page, players=players),
        parts=len(parts),
        origin=origin,
        is_all=not players,
    )


def _with_range(address: str, **asked: str) -> str:
    """Return an address with the range that was asked for, without one if all was."""
    return f"{address}?{urlencode(asked)}" if any(asked.values()) else address


def _gone(request: OfficialRequest, tournament: Tournament) -> HttpResponse:
    message = _("This PDF is not kept any longer. Print it again.")
    return refused(request, {"tournament": tournament}, 404, message)


def _not_confirmed(request: OfficialRequest, round: Round) -> HttpResponse:
    message = _(
        "This round has only been drawn and may still change. Confirm the draw, then print it."
    )
    return refused(request, _round_context(round), 409, message)


def refused(
    request: HttpRequest, context: dict[str, object], status: int, message: str
) -> HttpResponse:
    """Answer why nothing was printed."""
    return render(request, "printing/refused.html", context | {"message": message}, status=status)
