"""The first page of wk: all tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_access import has_moved
from wk.hall.queries import practice_last, running_round
from wk.players.queries import player_counts
from wk.rounds.next_step import progress
from wk.tournament.models import Tournament


@require_safe
@at_one_moment
def home(request: HttpRequest) -> HttpResponse:
    """Show all tournaments; with no tournament and no account yet, go to the page to begin."""
    tournaments = Tournament.objects.all()
    has_accounts = User.objects.exists()
    if not tournaments and not has_accounts:
        return redirect("accounts:begin")
    running = running_round(tournaments) if request.user.is_authenticated else None
    context = {
        "tournaments": player_counts(practice_last(tournaments)),
        "running": running,
        "progress": progress(running.tournament) if running else None,
        "has_accounts": has_accounts,
        "has_moved": may(request.user, Act.OPEN_HALL) and has_moved(),
    }
    return render(request, "hall/home.html", context)
