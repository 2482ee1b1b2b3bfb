"""The log of the day: what officials did, and the way to undo it."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.forms import LogForm, UndoForm
from wk.auditlog.queries import CHECK_IN_KINDS, log_of
from wk.auditlog.sentences import words, words_of_some
from wk.auditlog.undo import may_undo, undo_offers
from wk.auditlog.undo import undo as undo_log_entry
from wk.core.answers import refusals_as_messages
from wk.tournament.models import Tournament

A_PAGE = 50


@require_safe
@requires(Act.READ_LOG)
def log(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the log entries, latest first; check-ins only if the address asks for them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    has_arrivals = LogForm(request.GET).has_arrivals
    listed = log_of(tournament)
    if not has_arrivals:
        listed = listed.exclude(kind__in=CHECK_IN_KINDS)
    page = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    made = list(page)
    offered = undo_offers(tournament, made, request.user)
    context = {
        "tournament": tournament,
        "page": page,
        "lines": [(c, words(c), offer) for c, offer in zip(made, offered, strict=True)],
        "has_arrivals": has_arrivals,
    }
    return render(request, "auditlog/log.html", context)


@require_POST
@requires(Act.UNDO_CLERKS_ENTRIES)
def undo(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Undo one log entry, or show why that cannot be done."""
    tournament = get_object_or_404(Tournament, slug=slug)
    log_entry = get_object_or_404(tournament.log_entries, pk=key)
    back = _back(slug, UndoForm(request.POST))
    if log_entry.undone_at is None and not may_undo(log_entry, request.user):
        messages.error(request, _("Only a director can undo this."))
        return redirect(back)
    with refusals_as_messages(request):
        touched = undo_log_entry(log_entry=log_entry, author=request.user, now=timezone.now())
        done = words_of_some(log_entry, touched)
        messages.success(request, _("Undone: %(done)s") % {"done": done})
    return redirect(back)


def _back(slug: str, form: UndoForm) -> str:
    """Return the address to go to after undoing: check-in, or the log as it was shown."""
    if form.is_at_desk:
        return reverse("players:checkin", args=[slug])
    log_url = reverse("auditlog:log", args=[slug])
    return f"{log_url}?arrivals=on" if form.has_arrivals else log_url
