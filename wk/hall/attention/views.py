"""What needs the director, as a part of his page that is live, and the answer to a call."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.hall.attention.forms import SeenForm
from wk.hall.attention.queries import attention
from wk.phones.call_services import answer_call
from wk.phones.models import TableCall
from wk.rounds.next_step import progress
from wk.tournament.models import Tournament


@require_safe
@requires(Act.TAKE_ROUND_STEPS)
@at_one_moment
def attention_part(request: OfficialRequest, slug: str) -> HttpResponse:
    """Return what needs the director and the next step; 204 if that has not changed."""
    tournament = get_object_or_404(Tournament, slug=slug)
    found = attention(progress(tournament, request.user))
    seen = SeenForm(request.GET)
    if seen.is_valid() and seen.cleaned_data["version_token"] == found.version_token:
        return HttpResponse(status=204)
    context = {"tournament": tournament, "attention": found}
    return render(request, "hall/attention/_attention.html", context)


@require_POST
@requires(Act.ANSWER_CALLS)
@once
def answer(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Store that the director goes to a table that called."""
    found = TableCall.objects.select_related("table")
    call = get_object_or_404(found, table__round__tournament__slug=slug, pk=key)
    with refusals_as_messages(request):
        answer_call(call=call, author=request.user, now=timezone.now())
        words = _("Table %(number)d reads on its phone that you come.")
        messages.success(request, words % {"number": call.table.number})
    return redirect("overview", slug)
