"""How a paper is answered: with its PDF, with the page that tells how far it is, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.accounts.permissions import OfficialRequest
from wk.accounts.policy import Act
from wk.printing.jobs import Job, Paper, State, start, wait
from wk.printing.logo_services import logo_of
from wk.printing.pdf import LOGO
from wk.tournament.models import Round, Tournament
from wk.tournament.printed_addresses import note_printed
from wk.tournament.queries import round_at

# Seconds that a request waits for a PDF before it is sent to the page of the job.
A_MOMENT = 1.0
UNTIL_MADE = 110.0
# The kinds of paper: the last part of their addresses, and their titles.
TITLES = {
    "sheets": gettext_lazy("Score sheets of round %(number)s"),
    "seating": gettext_lazy("Seating list of round %(number)s"),
    "by_table": gettext_lazy("Round %(number)s by table"),
    "results": gettext_lazy("Results of round %(number)s"),
    "standings_after": gettext_lazy("Standings after round %(number)s"),
    "cards": gettext_lazy("Cards of the players"),
    "blank_cards": gettext_lazy("Blank cards"),
    "blank_sheets": gettext_lazy("Blank score sheets"),
    "signs": gettext_lazy("Table signs"),
    "standings": gettext_lazy("Standings"),
    "certificates": gettext_lazy("Certificates"),
    "booklet": gettext_lazy("Booklet"),
    "attendance": gettext_lazy("Attendance list"),
    "prizes": gettext_lazy("Prize list"),
}
NOT_CONFIRMED = gettext_lazy(
    "This round has only been drawn and may still change. Confirm the draw, then print it."
)
# Requests of a process that wait at a time. Each has one of the threads for officials.
_waiting = BoundedSemaphore(4)


@dataclass(frozen=True, slots=True)
class Press:
    """Prints papers about a tournament, or about one of its rounds, with the logo of its host."""

    tournament: Tournament
    round: Round | None
    logo: bytes

    @classmethod
    def of(cls, tournament: Tournament, round: Round | None = None) -> "Press":
        """Return the press of a tournament; one query."""
        return cls(tournament, round, logo_of(tournament))

    def html(self, template: str, **context: object) -> str:
        """Return one part of a paper. The template gets the address of the logo, "" without one."""
        shared = {"tournament": self.tournament, "logo": LOGO if self.logo else ""}
        if self.round:
            shared["round"] = self.round
        return render_to_string(f"printing/{template}.html", shared | context)

    def answer(
        self,
        request: OfficialRequest,
        kind: str,
        parts: Sequence[str],
        patience: float,
        *,
        asked: dict[str, str] | None = None,
        origin: str = "",
        act: Act = Act.PRINT,
    ) -> HttpResponse:
        """Print parts as one paper of a kind.

        `asked` is the range that was asked for, as in its address; the rest is as in Paper.
        """
        slug = self.tournament.slug
        args = [slug, self.round.number] if self.round else [slug]
        asked = {name: value for name, value in (asked or {}).items() if value}
        address = reverse(f"printing:print_{kind}", args=args)
        paper = Paper(
            kind=kind,
            tournament=slug,
            round=self.round.number if self.round else None,
            file="-".join(map(str, args)),
            again=f"{address}?{urlencode(asked)}" if asked else address,
            parts=len(parts),
            origin=origin,
            is_all=not asked,
            act=act,
        )
        return printed(request, paper, parts, patience, self.logo)


def printed(
    request: OfficialRequest,
    paper: Paper,
    parts: Sequence[str],
    patience: float,
    logo: bytes = b"",
) -> HttpResponse:
    """Let a PDF be made and answer with it, or lead to its page if that takes longer."""
    key = start(paper, list(parts), logo)
    may_wait = _waiting.acquire(blocking=False)
    try:
        job = wait(key, patience if may_wait else 0)
    finally:
        if may_wait:
            _waiting.release()
    if job is None or job.is_pending:
        return redirect("printing:job", paper.tournament, key)
    return file_of(request, job) if job.state is State.READY else page_of(request, job)


def file_of(request: OfficialRequest, job: Job) -> HttpResponse:
    """Answer with a PDF that is made, and note which address is in its codes."""
    tournament, round = _subject(job)
    if round and not round.is_public:
        return not_confirmed(request, round)
    paper = job.paper
    name = f"{paper.file}-{paper.kind.replace('_', '-')}.pdf"
    answer = HttpResponse(
        job.files.pdf.read_bytes(),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
    if paper.origin:
        note_printed(tournament=tournament, round=round, origin=paper.origin, is_all=paper.is_all)
    return answer


def page_of(request: OfficialRequest, job: Job, template: str = "job") -> HttpResponse:
    """Return the page about a PDF; with status 503 if it could not be made."""
    tournament, round = _subject(job)
    if round and not round.is_public:
        return not_confirmed(request, round)
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


def gone(request: OfficialRequest, tournament: Tournament) -> HttpResponse:
    """Answer that a PDF is not kept any longer."""
    message = _("This PDF is not kept any longer. Print it again.")
    return refused(request, {"tournament": tournament}, 404, message)


def not_confirmed(request: OfficialRequest, round: Round) -> HttpResponse:
    """Answer that the seats of a round may still change."""
    context: dict[str, object] = {"tournament": round.tournament, "round": round}
    return refused(request, context, 409, str(NOT_CONFIRMED))


def refused(
    request: HttpRequest, context: dict[str, object], status: int, message: str
) -> HttpResponse:
    """Answer why nothing was printed."""
    return render(request, "printing/refused.html", context | {"message": message}, status=status)


def _subject(job: Job) -> tuple[Tournament, Round | None]:
    """Return the tournament and the round that a paper is about. Raises Http404."""
    slug, number = job.paper.tournament, job.paper.round
    if number is None:
        return get_object_or_404(Tournament, slug=slug), None
    round = round_at(slug, number)
    return round.tournament, round
