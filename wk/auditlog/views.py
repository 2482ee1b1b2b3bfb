"""Pages of the audit log: read it, and undo a log entry."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.forms import LogForm, UndoForm
from wk.auditlog.queries import CHECK_IN_KINDS, log_of
from wk.auditlog.sentences import sentence, sentence_of_some
from wk.auditlog.undo import may_undo, undo_offers
from wk.auditlog.undo import undo as undo_log_entry
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.tournament.models import Tournament

PAGE_SIZE = 50  # log entries


@require_safe
@requires(Act.READ_LOG)
@at_one_moment
def log(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the log entries, latest first; with check-ins only if the query has `arrivals`."""
    tournament = get_object_or_404(Tournament, slug=slug)
    has_arrivals = LogForm(request.GET).has_arrivals
    listed = log_of(tournament)
    if not has_arrivals:
        listed = listed.exclude(kind__in=CHECK_IN_KINDS)
    page = Paginator(listed, PAGE_SIZE).get_page(request.GET.get("page"))
    log_entries = list(page)
    offered = undo_offers(tournament, log_entries, request.user)
    context = {
        "tournament": tournament,
        "page": page,
        "lines": [
            (each, sentence(each), offer) for each, offer in zip(log_entries, offered, strict=True)
        ],
        "has_arrivals": has_arrivals,
    }
    return render(request, "auditlog/log.html", context)


@require_POST
@requires(Act.UNDO_CLERKS_ENTRIES)
@once
def undo(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Undo a log entry, or show why it cannot be undone."""
    tournament = get_object_or_404(Tournament, slug=slug)
    log_entry = get_object_or_404(tournament.log_entries, pk=key)
    back = _back(slug, UndoForm(request.POST))
    # An undone log entry passes: the undo itself gives that reason.
    if log_entry.undone_at is None and not may_undo(log_entry, request.user):
        messages.error(request, _("Only a director can undo this."))
        return redirect(back)
    with refusals_as_messages(request):
        touched = undo_log_entry(log_entry=log_entry, author=request.user, now=timezone.now())
        done = sentence_of_some(log_entry, touched)
        messages.success(request, _("Undone: %(done)s") % {"done": done})
    return redirect(back)


def _back(slug: str, form: UndoForm) -> str:
    """Return the address of the page with the button: check-in, or the log as it was shown."""
    if form.is_at_desk:
        return reverse("players:checkin", args=[slug])
    log_url = reverse("auditlog:log", args=[slug])
    return f"{log_url}?arrivals=on" if form.has_arrivals else log_url
