"""Pages about rounds: the draw, who sits where, fixing and starting."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, director_required
from wk.tournament import draws, partners
from wk.tournament.forms import PlayerSearchForm, SwapForm
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import playing, seatings, tables_with_seats, unseated
from wk.tournament.refusal import Refusal

MOST_SEED = 10**9


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a tournament; the next one is drawn from here."""
    tournament = get_object_or_404(Tournament, slug=slug)
    drawn = list(tournament.rounds.annotate(table_count=Count("tables")))
    last = drawn[-1] if drawn else None
    context = {
        "tournament": tournament,
        "rounds": [r for r in drawn if r.is_public or request.user.is_authenticated],
        "next_number": len(drawn) + 1 if len(drawn) < tournament.round_count else None,
        "waiting_for": last if last and not last.is_public else None,
        "playing": playing(tournament).count(),
        "cannot_draw": draws.cannot_draw(tournament),
    }
    return render(request, "tournament/rounds.html", context)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits where in a round; for directors also how good the draw is, and its changes."""
    round = _round(slug, number)
    if not (round.is_public or request.user.is_authenticated):
        raise Http404
    tables = list(tables_with_seats(round))
    search = PlayerSearchForm(request.GET)
    together = round.tournament.rules.partners
    context: dict[str, Any] = {
        "tournament": round.tournament,
        "together": together,
        "round": round,
        "tables": tables,
        "shown": search.tables(tables),
        "asked": search.asked,
    }
    if round.state == Round.State.DRAWN:
        numbers = [[seat.entry.number for seat in table.seats.all()] for table in tables]
        context |= {
            "cost": partners.cost(together, numbers, seatings(round.tournament, before=number)),
            "swap": SwapForm(round=round),
            "unseated": unseated(round),
        }
    return render(request, "tournament/round.html", context)


@require_POST
@director_required
def draw(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw the next round."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        round = draws.draw_round(tournament=tournament, seed=secrets.randbelow(MOST_SEED))
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:rounds", slug)
    messages.success(request, _("Round %(number)d has been drawn.") % {"number": round.number})
    return redirect(round)


@require_POST
@director_required
def redraw(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Draw a round anew."""
    round = _round(slug, number)
    seed = secrets.randbelow(MOST_SEED)
    done = _("Round %(number)d has been drawn again.") % {"number": number}
    return _change(request, round, lambda: draws.redraw_round(round=round, seed=seed), done)


@require_POST
@director_required
def discard(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Throw a draw away."""
    round = _round(slug, number)
    try:
        draws.discard_round(round=round)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        done = _("The draw of round %(number)d has been discarded.") % {"number": number}
        messages.success(request, done)
    return redirect("tournament:rounds", slug)


@require_POST
@director_required
def swap(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Let two players change places."""
    round = _round(slug, number)
    form = SwapForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Choose two different players who have a seat in this round."))
        return redirect(round)
    first, second = form.cleaned_data["first"], form.cleaned_data["second"]
    try:
        with_partners = draws.swap_seats(round=round, first=first, second=second)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect(round)
    done = _("%(first)s and %(second)s have changed places.")
    if with_partners:
        done = _("%(first)s and %(second)s have changed places, and their partners with them.")
    messages.success(request, done % {"first": first.name, "second": second.name})
    return redirect(round)


@require_POST
@director_required
def fix(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Fix a draw, so that everyone may see it."""
    round = _round(slug, number)
    done = _("The draw of round %(number)d is confirmed.") % {"number": number}
    return _change(request, round, lambda: draws.fix_round(round=round), done)


@require_POST
@director_required
def unfix(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Take a fixed round back to change it."""
    round = _round(slug, number)
    done = _("The draw of round %(number)d can be changed again.") % {"number": number}
    return _change(request, round, lambda: draws.unfix_round(round=round), done)


@require_POST
@director_required
def start(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Start a round, so that its forms may come in."""
    round = _round(slug, number)
    done = _("Round %(number)d has started.") % {"number": number}
    return _change(request, round, lambda: draws.start_round(round=round), done)


def _change(
    request: HttpRequest, round: Round, change: Callable[[], object], done: str = ""
) -> HttpResponse:
    """Try a change of a round, say what came of it, and go back to its page."""
    try:
        change()
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)
    return redirect(round)


def _round(slug: str, number: int) -> Round:
    return get_object_or_404(
        Round.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
