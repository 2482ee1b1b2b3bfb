"""Pages to import a list of players: send it, preview it, confirm it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.tries import note_forged
from wk.core.answers import refusals_as_messages
from wk.players.list_import.forms import ConfirmedListForm, PlayerListForm
from wk.players.list_import.player_list import PlannedLine, plan
from wk.players.list_import.services import ListHasProblems, import_list
from wk.tournament.models import Tournament

MOST_LINES = 12  # of those left out that the message names


@require_http_methods(["GET", "POST"])
@requires(Act.EDIT_PLAYERS)
def import_players(request: OfficialRequest, slug: str) -> HttpResponse:
    """Read a list of players, and preview the effect of importing each line."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = PlayerListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        listed = form.cleaned_data["players"]
        return _preview(request, tournament, plan(tournament, listed.rows), listed.ignored)
    context = {"tournament": tournament, "form": form}
    return render(request, "players/list_import/import_players.html", context)


@require_POST
@requires(Act.EDIT_PLAYERS)
@once
def confirm_import(request: OfficialRequest, slug: str) -> HttpResponse:
    """Enter the players of a previewed list without the lines that were shown to be left out.

    The list is shown again if another line has a problem by now.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ConfirmedListForm(request.POST)
    if not form.is_valid():
        note_forged(request, "rows")
        messages.error(request, str(form.errors["rows"][0]))
        return redirect("players:import", slug)
    listed, now = form.cleaned_data["rows"], timezone.now()
    try:
        with refusals_as_messages(request):
            entries = import_list(
                tournament=tournament, rows=listed.rows, author=request.user, now=now
            )
            messages.success(request, _entered_words(len(entries)))
            if listed.left_out:
                messages.warning(request, _left_out_words(listed.left_out))
            return redirect("players:list", slug)
    except ListHasProblems as found:
        return _preview(request, tournament, found.planned, (), listed.left_out)
    return redirect("players:import", slug)


def _entered_words(count: int) -> str:
    text = ngettext(
        "%(count)d player has been entered.", "%(count)d players have been entered.", count
    )
    return text % {"count": count}


def _left_out_words(lines: tuple[int, ...]) -> str:
    text = ngettext(
        "Line %(lines)s of the list was left out.",
        "Lines %(lines)s of the list were left out.",
        len(lines),
    )
    shown = [str(line) for line in lines[:MOST_LINES]]
    return text % {"lines": ", ".join(shown) + (" …" if len(lines) > MOST_LINES else "")}


def _preview(
    request: OfficialRequest,
    tournament: Tournament,
    planned: tuple[PlannedLine, ...],
    ignored: tuple[str, ...],
    left_out: tuple[int, ...] = (),
) -> HttpResponse:
    """Show what becomes of each line. `left_out` are lines of which an earlier preview told it."""
    confirm = ConfirmedListForm(initial={"rows": ConfirmedListForm.pack(planned, left_out)})
    counts = {
        outcome: sum(line.outcome == outcome for line in planned)
        for outcome in ("new", "known", "skipped", "problem")
    }
    context = {
        "tournament": tournament,
        "planned": planned,
        "problems": [line for line in planned if line.outcome == "problem"],
        "doubts": [line for line in planned if line.is_doubtful],
        "counts": counts,
        "entering": counts["new"] + counts["known"],
        "confirm": confirm,
        "ignored": ignored,
    }
    return render(request, "players/list_import/import_preview.html", context)
