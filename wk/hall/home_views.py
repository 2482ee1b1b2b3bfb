"""The first page of wk: what is on today, and all other tournaments."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.consistent_reads import at_one_moment
from wk.core.freshness import changes_at
from wk.core.hall_access import has_moved
from wk.hall.queries import practice_last
from wk.hall.today import TodaysTournament, todays_tournaments
from wk.players.queries import player_counts
from wk.rounds.next_step import drawn_step_of, not_here_yet
from wk.tournament.models import Tournament


@require_safe
@at_one_moment
def home(request: HttpRequest) -> HttpResponse:
    """Show today's tournaments and all others; without any tournament or account, begin."""
    tournaments = practice_last(Tournament.objects.all())
    has_accounts = User.objects.exists()
    if not tournaments and not has_accounts:
        return redirect("accounts:begin")
    today = timezone.localdate()
    changes_at(request, _beginning_of(today + timedelta(days=1)))
    panels = todays_tournaments(tournaments, today, request.user)
    at_the_top = [each.tournament for each in panels]
    context = {
        "panels": [_panel(request, each) for each in panels],
        "has_one_panel": len(panels) == 1,
        "others": player_counts(each for each in tournaments if each not in at_the_top),
        "has_tournaments": bool(tournaments),
        "has_editions": any(not each.is_practice for each in tournaments),
        "has_accounts": has_accounts,
        "has_moved": may(request.user, Act.OPEN_HALL) and has_moved(),
    }
    return render(request, "hall/home.html", context)


def _panel(request: HttpRequest, todays: TodaysTournament) -> dict[str, Any]:
    """Return what a panel shows: the next step for officials who may take it, else the moment."""
    takes_rounds = may(request.user, Act.TAKE_ROUND_STEPS)
    progress = todays.progress
    is_for_clerks = progress.is_about_forms or progress.step == "champion"
    return {
        "todays": todays,
        "has_step": takes_rounds or (request.user.is_authenticated and is_for_clerks),
        "drawn_step": drawn_step_of(progress) if takes_rounds else None,
        "absent_count": not_here_yet(progress) if takes_rounds else 0,
    }


def _beginning_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
