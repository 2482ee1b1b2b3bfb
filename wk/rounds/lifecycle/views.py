"""Buttons of the director for the steps of a round, forward or back."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.forms import AcceptForm, ReopenForm
from wk.tournament.models import Round
from wk.tournament.queries import round_at


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def confirm(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Confirm a draw, so that everyone may see it."""
    done = _("The draw of round %(number)d is confirmed.")
    return _take(request, round_at(slug, number), lifecycle.confirm, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def unconfirm(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Take a confirmed round back to change it."""
    done = _("The draw of round %(number)d can be changed again.")
    return _take(request, round_at(slug, number), lifecycle.unconfirm, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def start(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Start a round, so that its forms may come in."""
    done = _("Round %(number)d has started.")
    step = partial(lifecycle.start, confirmed_token=AcceptForm(request.POST).version_token)
    return _take(request, round_at(slug, number), step, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def unstart(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Take back that a round has started."""
    done = _("The start of round %(number)d has been taken back.")
    return _take(request, round_at(slug, number), lifecycle.unstart, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def close(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Close a round, so that no more forms come in."""
    done = _("Round %(number)d is closed: only you can still change something.")
    step = partial(lifecycle.close, confirmed_token=AcceptForm(request.POST).version_token)
    return _take(request, round_at(slug, number), step, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def make_final(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Make a closed round final."""
    done = _("Round %(number)d is final.")
    step = partial(lifecycle.make_final, confirmed_token=AcceptForm(request.POST).version_token)
    return _take(request, round_at(slug, number), step, done)


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
def reopen(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Open a closed or final round again."""
    round = round_at(slug, number)
    form = ReopenForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A reason is needed, of at most 300 characters."))
        return redirect(round)
    sent = form.cleaned_data
    step = partial(lifecycle.reopen, reason=sent["reason"], confirmed_token=sent["confirmed_token"])
    return _take(request, round, step, _("Round %(number)d is open again."))


def _take(
    request: OfficialRequest, round: Round, step: Callable[..., Round], done: str
) -> HttpResponse:
    """Try a step, say the result, and go back to the page of the round."""
    with refusals_as_messages(request):
        step(round=round, author=request.user, now=timezone.now())
        messages.success(request, done % {"number": round.number})
    return redirect(round)
