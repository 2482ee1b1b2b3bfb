"""Pages about rounds: the draw, who sits where, fixing and starting."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, director_required
from wk.tournament import draws, partners
from wk.tournament.asking import Outcome, outcome
from wk.tournament.forms import PlayerSearchForm, SwapForm
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import playing, seatings, tables_with_seats, unseated
from wk.tournament.refusal import Refusal


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a tournament; the next one is drawn from here."""
    tournament = get_object_or_404(Tournament, slug=slug)
    drawn = list(tournament.rounds.annotate(table_count=Count("tables")))
    next_number = len(drawn) + 1 if len(drawn) < tournament.round_count else None
    context = {
        "tournament": tournament,
        "rounds": [r for r in drawn if r.is_public or request.user.is_authenticated],
        "next_number": next_number,
        "last_number": tournament.round_count,
        "waiting_for": next((round for round in drawn if not round.is_public), None),
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
        drawn = seatings(round.tournament)
        outcome = _outcome(round.tournament, drawn)
        context |= {
            "cost": partners.cost(together, numbers, drawn[: number - 1]),
            "reached": outcome.reached,
            "unkept": [each for each in outcome.unkept if each.round == number],
            "swap": SwapForm(round=round),
            "unseated": unseated(round),
            "waiting_for": draws.drawn_before(round),
            "later": _later(round),
        }
    return render(request, "tournament/round.html", context)


@require_POST
@director_required
def draw(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw the next round."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        round = draws.draw_round(tournament=tournament, seed=new_seed())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:rounds", slug)
    messages.success(request, _("Round %(number)d has been drawn.") % {"number": round.number})
    return redirect(round)


@require_POST
@director_required
def draw_all(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw all rounds that are still to come."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        rounds = draws.draw_all_rounds(tournament=tournament, seed=new_seed())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:rounds", slug)
    done = _("Rounds %(first)d to %(last)d have been drawn.")
    if len(rounds) == 1:
        done = _("Round %(first)d has been drawn.")
    messages.success(request, done % {"first": rounds[0].number, "last": rounds[-1].number})
    _tell_unkept(request, tournament, rounds[1:])
    return redirect(rounds[0])


@require_POST
@director_required
def redraw(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Draw a round anew, and those drawn after it."""
    round = _round(slug, number)
    seed = new_seed()
    done = _("Round %(number)d has been drawn again.")
    if later := _later(round):
        done = _("Rounds %(number)d to %(last)d have been drawn again.")
    done %= {"number": number, "last": max(later, default=number)}
    return _change(request, round, lambda: draws.redraw_round(round=round, seed=seed), done)


@require_POST
@director_required
def discard(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Throw a draw away, and those made after it."""
    round = _round(slug, number)
    later = _later(round)
    try:
        draws.discard_round(round=round)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        done = _("The draw of round %(number)d has been discarded.")
        if later:
            done = _("The draws of rounds %(number)d to %(last)d have been discarded.")
        messages.success(request, done % {"number": number, "last": max(later, default=number)})
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
    before = _outcome(round.tournament, seatings(round.tournament)).reached
    try:
        with_partners = draws.swap_seats(round=round, first=first, second=second)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect(round)
    done = _("%(first)s and %(second)s have changed places.")
    if with_partners:
        done = _("%(first)s and %(second)s have changed places, and their partners with them.")
    after = _outcome(round.tournament, seatings(round.tournament)).reached
    done %= {"first": first.name, "second": second.name}
    messages.success(request, f"{done} {after.since(before)}".strip())
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


def new_seed() -> int:
    """Return a lot number that nobody could foresee."""
    return secrets.randbelow(draws.MOST_SEED + 1)


def _outcome(tournament: Tournament, drawn: Sequence[Sequence[Sequence[int]]]) -> Outcome:
    """What came of all rounds so far, of which those that are not confirmed were drawn."""
    return outcome(tournament, drawn, len(drawn) - tournament.rounds.public().count())


def _tell_unkept(request: HttpRequest, tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Say which of these rounds do not have all that was asked; their own pages say what."""
    numbers = {round.number for round in rounds}
    found = _outcome(tournament, seatings(tournament)).unkept
    where = sorted({each.round for each in found if each.round in numbers})
    if where:
        text = _("Not every wish is met in round %(numbers)s either: its page says which.")
        messages.warning(request, text % {"numbers": _(" and ").join(map(str, where))})


def _later(round: Round) -> list[int]:
    """The numbers of the rounds that are drawn after this one."""
    later = round.tournament.rounds.filter(number__gt=round.number)
    return list(later.values_list("number", flat=True))


def _round(slug: str, number: int) -> Round:
    return get_object_or_404(
        Round.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
