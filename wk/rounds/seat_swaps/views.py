"""Pages to change a draw by hand: swap two players, seat one at another table, undo a change."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.models import AuditLogEntry
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.refusals import ActionRefused
from wk.rounds.draw_quality import change_in_words
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seat_swaps.forms import MoveForm
from wk.rounds.seat_swaps.moves import (
    ChangeImpact,
    free_moves,
    impact_of,
    instead_moves,
    out_moves,
    swap_moves,
)
from wk.tournament.models import Entry, Round
from wk.tournament.queries import round_at
from wk.tournament.seating import Move, table_seat_words


@require_POST
@requires(Act.CHANGE_SEATS)
@once
def move(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Swap a player with another one, seat the player at a table, or take the player out.

    The seat of one who has stopped can also be given to a player without one.
    """
    round = round_at(slug, number)
    form = MoveForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Choose a player, and another one or a table."))
        return redirect(round)
    asked = form.cleaned_data
    with refusals_as_messages(request):
        if asked["other"]:
            _swap(request, round, asked["player"], asked["other"], asked["shown_token"])
        else:
            _move(request, round, asked)
    return redirect(round)


def _moves(round: Round, asked: Mapping[str, Any]) -> tuple[Move, ...]:
    """Return the moves of a valid `MoveForm`: a swap, a player taken out, or a free seat."""
    if asked["other"]:
        return swap_moves(round, asked["player"], asked["other"])
    if asked["instead"]:
        return instead_moves(round, asked["player"], asked["instead"])
    if asked["out"]:
        return out_moves(round, asked["player"])
    return free_moves(round, asked["player"], asked["table"])


@require_safe
@requires(Act.CHANGE_SEATS)
@at_one_moment
def impact(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show the impact of a change, as a part of a page; nothing is changed.

    The answer has status 409, and the reason, if the change is not possible.
    """
    round = round_at(slug, number)
    form = MoveForm(request.GET, round=round)
    if not form.is_valid():
        why = _("Choose a player, and another one or a table.")
        return render(
            request, "rounds/seat_swaps/_change_impact.html", {"refusal": why}, status=409
        )
    asked = form.cleaned_data
    try:
        seat_swaps.check_shown(round, asked["shown_token"])
        moves = _moves(round, asked)
    except ActionRefused as refusal:
        return render(
            request, "rounds/seat_swaps/_change_impact.html", {"refusal": refusal}, status=409
        )
    context = {"moves": moves, "impact": impact_of(round, moves), "number": round.number}
    return render(request, "rounds/seat_swaps/_change_impact.html", context)


@require_POST
@requires(Act.CHANGE_SEATS)
@once
def undo(request: OfficialRequest, slug: str, number: int, key: int) -> HttpResponse:
    """Undo a change by hand."""
    round = round_at(slug, number)
    made = get_object_or_404(AuditLogEntry, pk=key, round=round, kind=AuditLogEntry.Kind.SEATED)
    with refusals_as_messages(request):
        moves = seat_swaps.undo(log_entry=made, author=request.user, now=timezone.now())
        messages.success(request, _("Undone: %(who)s.") % {"who": _new_seats_in_words(moves)})
    return redirect(round)


def _swap(
    request: OfficialRequest, round: Round, first: Entry, second: Entry, shown_token: str
) -> None:
    """Swap two players, and report it."""
    done = seat_swaps.swap_seats(
        round=round,
        first=first,
        second=second,
        author=request.user,
        now=timezone.now(),
        shown_token=shown_token,
    )
    said = _("%(first)s and %(second)s have changed seats.")
    if len(done.moves) > 2:
        said = _("%(first)s and %(second)s have changed seats, and their partners with them.")
    said %= {"first": first, "second": second}
    _report(request, said, done.impact)


def _move(request: OfficialRequest, round: Round, asked: Mapping[str, Any]) -> None:
    """Seat a player at a table, give the seat to another, or take the player out; report it."""
    entry, table, instead = asked["player"], asked["table"], asked["instead"]
    facts: dict[str, Any] = {
        "round": round,
        "author": request.user,
        "now": timezone.now(),
        "shown_token": asked["shown_token"],
    }
    if table:
        done = seat_swaps.take_free_place(entry=entry, table=table, **facts)
    elif instead:
        done = seat_swaps.seat_instead(leaver=entry, entry=instead, **facts)
    else:
        done = seat_swaps.take_out(entry=entry, **facts)
    _report(request, f"{_new_seats_in_words(done.moves)}.", done.impact)


def _report(request: OfficialRequest, text: str, impact: ChangeImpact) -> None:
    """Add the message about a change: `text`, its impact, and the constraints that it breaks."""
    parts = [text, change_in_words(impact.before, impact.after)]
    for each in impact.new_violations:
        kind = _("Must:") if each.is_hard else _("Wish:")
        parts.append(f"{kind} {each.text}")
    level = messages.WARNING if impact.new_violations else messages.SUCCESS
    messages.add_message(request, level, " ".join(parts))


def _new_seats_in_words(moves: Sequence[Move]) -> str:
    """Return the new seat of each moved player, in words."""
    return "; ".join(f"{move.entry}: {table_seat_words(move.to_seat)}" for move in moves)
