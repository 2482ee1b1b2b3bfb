"""The buttons of the director to draw rounds."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.services import draw_words
from wk.core.answers import refusals_as_messages
from wk.rounds.draw_quality import outcome_so_far
from wk.rounds.draws import draw_service
from wk.rounds.draws.draw_service import new_seed
from wk.rounds.draws.forms import AnnouncedSeedForm, ShownDrawForm, ThrowAwayForm
from wk.rounds.draws.queries import drawn_after, standings_round_notice
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import round_at, seatings


@require_POST
@requires(Act.DRAW)
@once
def draw(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw the next round, by a new draw number or by one that was announced beforehand."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = AnnouncedSeedForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["seed"])))
        return redirect("rounds:list", slug)
    is_announced = form.announced is not None
    with refusals_as_messages(request):
        round = draw_service.draw_round(
            tournament=tournament,
            seed=new_seed() if form.announced is None else form.announced,
            is_announced=is_announced,
            author=request.user,
            now=timezone.now(),
        )
        messages.success(request, draw_words("drawn", round.number, round.number))
        if is_announced and round.seed != form.announced:
            text = _("Your number was not needed: this round goes on with draw number %(seed)s.")
            messages.warning(request, text % {"seed": round.seed})
        return redirect(round)
    return redirect("rounds:list", slug)


@require_POST
@requires(Act.DRAW)
@once
def draw_all(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw all rounds to come, except one that waits for the standings."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_as_messages(request):
        rounds = draw_service.draw_all_rounds(
            tournament=tournament, seed=new_seed(), author=request.user, now=timezone.now()
        )
        messages.success(request, draw_words("drawn", rounds[0].number, rounds[-1].number))
        if waits := standings_round_notice(rounds[-1]):
            messages.info(request, waits)
        # The browser goes to the page of the first round, which shows the violations of that round.
        _warn_of_violations(request, tournament, rounds[1:])
        return redirect(rounds[0])
    return redirect("rounds:list", slug)


@require_POST
@requires(Act.DRAW)
@once
def redraw(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Draw a round again, with those drawn after it."""
    round = round_at(slug, number)
    later = drawn_after(round)
    shown_token = ShownDrawForm(request.POST).token
    form = ThrowAwayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A reason is needed, of at most 300 characters."))
        return redirect(round)
    with refusals_as_messages(request):
        draw_service.redraw_round(
            round=round,
            seed=new_seed(),
            shown_token=shown_token,
            reason=form.cleaned_data["reason"],
            author=request.user,
            now=timezone.now(),
        )
        messages.success(request, draw_words("again", number, max(later, default=number)))
    return redirect(round)


def _warn_of_violations(
    request: HttpRequest, tournament: Tournament, rounds: Sequence[Round]
) -> None:
    """Add a message that names the rounds with an unmet constraint, if there are any.

    The page of each round shows the constraints.
    """
    numbers = {round.number for round in rounds}
    found = outcome_so_far(tournament, seatings(tournament)).violations
    where = sorted({each.round for each in found if each.round in numbers})
    if where:
        text = _("Not every wish is met in round %(numbers)s either: its page says which.")
        messages.warning(request, text % {"numbers": _(" and ").join(map(str, where))})
