"""The log of the day: what officials did, and the way to undo it."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, clerk_required
from wk.auditlog.forms import LogForm, UndoForm
from wk.auditlog.queries import ARRIVALS, log_of
from wk.auditlog.sentences import words, words_of_some
from wk.auditlog.undo import may_undo, offers
from wk.auditlog.undo import undo as undo_change
from wk.core.answers import refusals_as_messages
from wk.tournament.models import Tournament

A_PAGE = 50


@require_safe
@clerk_required
def log(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the changes to players, seats and rounds, latest first; check-ins only if asked for."""
    tournament = get_object_or_404(Tournament, slug=slug)
    has_arrivals = LogForm(request.GET).has_arrivals
    listed = log_of(tournament)
    if not has_arrivals:
        listed = listed.exclude(kind__in=ARRIVALS)
    page = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    made = list(page)
    offered = offers(tournament, made, request.user)
    context = {
        "tournament": tournament,
        "page": page,
        "lines": [(c, words(c), offer) for c, offer in zip(made, offered, strict=True)],
        "has_arrivals": has_arrivals,
    }
    return render(request, "auditlog/log.html", context)


@require_POST
@clerk_required
def undo(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Undo one change, or say why that cannot be done."""
    tournament = get_object_or_404(Tournament, slug=slug)
    change = get_object_or_404(tournament.log_entries, pk=key)
    back = _back(slug, UndoForm(request.POST))
    if change.undone_at is None and not may_undo(change, request.user):
        messages.error(request, _("Only a director can undo this."))
        return redirect(back)
    with refusals_as_messages(request):
        touched = undo_change(change=change, author=request.user, now=timezone.now())
        done = words_of_some(change, touched)
        messages.success(request, _("Undone: %(done)s") % {"done": done})
    return redirect(back)


def _back(slug: str, form: UndoForm) -> str:
    """Return the page to go on with after undoing: the desk, or the log as it was shown."""
    if form.is_at_desk:
        return reverse("players:checkin", args=[slug])
    log_url = reverse("auditlog:log", args=[slug])
    return f"{log_url}?arrivals=on" if form.has_arrivals else log_url
