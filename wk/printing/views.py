"""The page with all papers, and the pages of a PDF that is being made."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_address import is_out_of_reach
from wk.printing.answers import file_of, gone, page_of
from wk.printing.jobs import Job, State, find
from wk.printing.models import Logo
from wk.printing.paper_list import paper_list
from wk.standings.visibility import result_visibility
from wk.tournament.models import Tournament


@require_safe
@requires(Act.PRINT)
@at_one_moment
def papers_page(request: OfficialRequest, slug: str) -> HttpResponse:
    """List all papers of a tournament, in the order in which the day needs them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    visibility = result_visibility(tournament, sees_all=False)
    context = {
        "tournament": tournament,
        "sections": list(paper_list(visibility, has_players=tournament.entries.exists())),
        "out_of_reach": is_out_of_reach(request),
        "has_logo": Logo.objects.filter(tournament=tournament).exists(),
    }
    return render(request, "printing/papers.html", context)


@require_safe
@requires(Act.PRINT)
def job_page(request: OfficialRequest, slug: str, key: str) -> HttpResponse:
    """Show how far a PDF is, and lead to it. A background request (htmx) gets what changes."""
    tournament = get_object_or_404(Tournament, slug=slug)
    job = _readable(request, slug, key)
    if job is None:
        return gone(request, tournament)
    is_part = "HX-Request" in request.headers
    if is_part and not job.is_pending:
        return HttpResponseClientRefresh()
    return page_of(request, job, "_job" if is_part else "job")


@require_safe
@requires(Act.PRINT)
def job_pdf(request: OfficialRequest, slug: str, key: str) -> HttpResponse:
    """Return a PDF that is made; lead to its page if it is not."""
    tournament = get_object_or_404(Tournament, slug=slug)
    job = _readable(request, slug, key)
    if job is None:
        return gone(request, tournament)
    if job.state is not State.READY:
        return redirect("printing:job", slug, key)
    return file_of(request, job)


def _readable(request: OfficialRequest, slug: str, key: str) -> Job | None:
    """Return a PDF of a tournament, None if it is not kept or not for this reader."""
    job = find(key)
    if job is None or job.paper.tournament != slug or not may(request.user, Act(job.paper.act)):
        return None
    return job
