"""Buttons with which a director draws rounds."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wk.accounts.permissions import OfficialRequest, director_required
from wk.hall.ranked import ranking_for
from wk.tournament import draws
from wk.tournament.asking import named, outcome_so_far
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import round_at, seatings
from wk.tournament.ranked import moved
from wk.tournament.refusal import Refusal


@require_POST
@director_required
def draw(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw the next round."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        ranking = ranking_for(tournament, draws.next_number(tournament))
        round = draws.draw_round(tournament=tournament, seed=draws.new_seed(), ranking=ranking)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:rounds", slug)
    messages.success(request, _("Round %(number)d has been drawn.") % {"number": round.number})
    _tell_moved(request, round, ranking)
    return redirect(round)


@require_POST
@director_required
def draw_all(request: OfficialRequest, slug: str) -> HttpResponse:
    """Draw all rounds that are still to come, but for one that waits for the standings."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        ranking = ranking_for(tournament, draws.next_number(tournament))
        rounds = draws.draw_all_rounds(
            tournament=tournament, seed=draws.new_seed(), ranking=ranking
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:rounds", slug)
    done = _("Rounds %(first)d to %(last)d have been drawn.")
    if len(rounds) == 1:
        done = _("Round %(first)d has been drawn.")
    messages.success(request, done % {"first": rounds[0].number, "last": rounds[-1].number})
    if waits := draws.left_out(rounds[-1]):
        messages.info(request, waits)
    _tell_moved(request, rounds[0], ranking)
    _tell_unkept(request, tournament, rounds[1:])
    return redirect(rounds[0])


@require_POST
@director_required
def redraw(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Draw a round anew, and those drawn after it."""
    round = round_at(slug, number)
    later = draws.drawn_after(round)
    try:
        ranking = ranking_for(round.tournament, number)
        draws.redraw_round(round=round, seed=draws.new_seed(), ranking=ranking)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect(round)
    done = _("Round %(number)d has been drawn again.")
    if later:
        done = _("Rounds %(number)d to %(last)d have been drawn again.")
    messages.success(request, done % {"number": number, "last": max(later, default=number)})
    _tell_moved(request, round, ranking)
    return redirect(round)


def _tell_moved(request: HttpRequest, round: Round, ranking: Sequence[int] | None) -> None:
    """Say who does not sit with those of his ranks in a round by the standings."""
    if ranking is None:
        return
    tables = seatings(round.tournament, before=round.number + 1)[-1]
    seated = {player for table in tables for player in table}
    strangers = moved([player for player in ranking if player in seated], tables)
    if strangers:
        entries = {entry.number: entry for entry in round.tournament.entries.all()}
        text = _("To keep to what was asked, these sit at another table than by rank: %(who)s.")
        messages.warning(request, text % {"who": named([entries[p] for p in strangers])})


def _tell_unkept(request: HttpRequest, tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Say which of these rounds do not have all that was asked; their own pages say what."""
    numbers = {round.number for round in rounds}
    found = outcome_so_far(tournament, seatings(tournament)).unkept
    where = sorted({each.round for each in found if each.round in numbers})
    if where:
        text = _("Not every wish is met in round %(numbers)s either: its page says which.")
        messages.warning(request, text % {"numbers": _(" and ").join(map(str, where))})
