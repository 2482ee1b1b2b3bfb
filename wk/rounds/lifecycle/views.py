"""The buttons of the director for the steps of a round, forward or back."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.forms import IssuesForm, ReopenForm, StepForm
from wk.tournament.models import Round
from wk.tournament.queries import round_at


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a round: the service that takes it, the message of success, and its form.

    The service gets the cleaned data of the form as keyword arguments.
    """

    take: Callable[..., Round]
    done: Promise
    form: type[StepForm] = StepForm


STEPS = {
    "confirm": Step(lifecycle.confirm, gettext_lazy("The draw of round %(number)d is confirmed.")),
    "unconfirm": Step(
        lifecycle.unconfirm, gettext_lazy("The draw of round %(number)d can be changed again.")
    ),
    "start": Step(lifecycle.start, gettext_lazy("Round %(number)d has started."), IssuesForm),
    "unstart": Step(
        lifecycle.unstart, gettext_lazy("The start of round %(number)d has been taken back.")
    ),
    "close": Step(
        lifecycle.close,
        gettext_lazy("Round %(number)d is closed: only directors can still change something."),
        IssuesForm,
    ),
    "make_final": Step(
        lifecycle.make_final, gettext_lazy("Round %(number)d is final."), IssuesForm
    ),
    "reopen": Step(lifecycle.reopen, gettext_lazy("Round %(number)d is open again."), ReopenForm),
}


@require_POST
@requires(Act.TAKE_ROUND_STEPS)
@once
def take_step(request: OfficialRequest, slug: str, number: int, step: str) -> HttpResponse:
    """Take a step with a round, and go back to its page; `step` is a key of `STEPS`."""
    round = round_at(slug, number)
    chosen = STEPS[step]
    form = chosen.form(request.POST)
    if not form.is_valid():  # only reopening asks for something that can be wrong
        messages.error(request, gettext("A reason is needed, of at most 300 characters."))
        return redirect(round)
    with refusals_as_messages(request):
        chosen.take(round=round, author=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, chosen.done % {"number": round.number})
    return redirect(round)
