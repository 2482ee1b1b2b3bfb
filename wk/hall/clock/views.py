"""The buttons of the director for the clock of a round; each leads back to the page of the hall."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.hall.clock import services as clock
from wk.hall.clock.forms import EndForm, ExtraTimeForm, TableTimeForm
from wk.tournament.forms import TableNumberForm
from wk.tournament.models import Round
from wk.tournament.queries import round_at


@require_POST
@requires(Act.SET_CLOCK)
@once
def pause(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Pause the clock."""
    round = round_at(slug, number)
    done = _("The clock stands still.")
    return _change(request, round, partial(clock.pause, round=round, now=timezone.now()), done)


@require_POST
@requires(Act.SET_CLOCK)
@once
def go_on(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Let the clock go on."""
    round = round_at(slug, number)
    done = _("The clock goes on.")
    return _change(request, round, partial(clock.go_on, round=round, now=timezone.now()), done)


@require_POST
@requires(Act.SET_CLOCK)
@once
def give_time(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Give every table more time."""
    round = round_at(slug, number)
    form = ExtraTimeForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, round, form)
    minutes = form.cleaned_data["minutes"]
    done = ngettext(
        "Everyone has %(count)d minute more.", "Everyone has %(count)d minutes more.", minutes
    )
    give = partial(clock.give_time, round=round, minutes=minutes, now=timezone.now())
    return _change(request, round, give, done % {"count": minutes})


@require_POST
@requires(Act.SET_CLOCK)
@once
def give_table_time(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Give one table more time than the others."""
    round = round_at(slug, number)
    form = TableTimeForm(request.POST, round=round)
    if not form.is_valid():
        return _not_understood(request, round, form)
    table, minutes = form.cleaned_data["table"], form.cleaned_data["minutes"]
    done = ngettext(
        "Table %(table)d has %(count)d minute more.",
        "Table %(table)d has %(count)d minutes more.",
        minutes,
    )
    give = partial(clock.give_table_time, table=table, minutes=minutes, now=timezone.now())
    return _change(request, round, give, done % {"table": table.number, "count": minutes})


@require_POST
@requires(Act.SET_CLOCK)
@once
def take_table_time(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Take the extra time of one table back."""
    round = round_at(slug, number)
    form = TableNumberForm(request.POST, round=round)
    if not form.is_valid():
        return _not_understood(request, round, form)
    table = form.cleaned_data["table"]
    done = _("Table %(number)d ends with the others.") % {"number": table.number}
    take = partial(clock.take_table_time, table=table, now=timezone.now())
    return _change(request, round, take, done)


@require_POST
@requires(Act.SET_CLOCK)
@once
def set_end(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Set the time of day at which the round ends."""
    round, now = round_at(slug, number), timezone.now()
    form = EndForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, round, form)
    end = form.moment(now)
    done = _("The round ends at %(time)s.") % {"time": f"{timezone.localtime(end):%H:%M}"}
    return _change(request, round, partial(clock.set_end, round=round, at=end, now=now), done)


def _change(
    request: OfficialRequest, round: Round, change: Callable[[], object], done: str
) -> HttpResponse:
    """Change the clock; add the message `done`, or the reason of a refusal."""
    with refusals_as_messages(request):
        change()
        messages.success(request, done)
    return redirect("hall:hall", round.tournament.slug)


def _not_understood(request: OfficialRequest, round: Round, form: Form) -> HttpResponse:
    words = " ".join(str(why) for whys in form.errors.values() for why in whys)
    messages.error(request, words)
    return redirect("hall:hall", round.tournament.slug)
