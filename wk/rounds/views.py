"""Pages about rounds: their state, their seats, the quality of their draw."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.models import User
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.auditlog import seat_changes
from wk.auditlog.services import draw_words
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_address import is_out_of_reach
from wk.players.forms import PlayerSearchForm
from wk.players.queries import not_checked_in
from wk.rounds.by_standings import best_begin
from wk.rounds.draw_facts import draw_facts
from wk.rounds.draw_proof import draw_proof
from wk.rounds.draw_quality import outcome_so_far, repeat_meetings_in_words, violations_in
from wk.rounds.draws import draw_service
from wk.rounds.draws.forms import AnnouncedSeedForm, ThrowAwayForm
from wk.rounds.draws.queries import draw_token, drawn_after, drawn_before
from wk.rounds.draws.request import cannot_draw
from wk.rounds.lifecycle.forms import ReopenForm
from wk.rounds.next_step import drawn_step, drawn_step_of, not_here_yet, progress
from wk.rounds.public_proof import public_proof
from wk.rounds.public_report import public_report
from wk.rounds.queries import round_step
from wk.rounds.seat_swaps.forms import FreePlaceForm, InsteadForm, SwapForm
from wk.rounds.seat_swaps.moves import seating_token
from wk.tournament import round_states
from wk.tournament.finished_rounds import finished_rounds
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.name_search import by_surname
from wk.tournament.queries import (
    has_fixed_tables,
    playing,
    round_at,
    seatings,
    tables_with_seats,
    unseated,
)

# The chapter of the guide about the next step of a round, by its state.
GUIDE_CHAPTERS = {
    Round.State.DRAWN: "draw",
    Round.State.CONFIRMED: "print",
    Round.State.STARTED: "round",
    Round.State.CLOSED: "close",
    Round.State.FINAL: "close",
}


@require_safe
@at_one_moment
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rounds of a tournament; to officials the next step, and the button of the next draw.

    The draw is the next step only if nothing else is: a round that is being played comes first.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    drawn = list(tournament.rounds.annotate(table_count=Count("tables")).order_by("number"))
    next_number = len(drawn) + 1 if len(drawn) < tournament.round_count else None
    by_standings = round_states.is_by_standings(tournament, tournament.round_count)
    waiting = next((round for round in drawn if not round.is_public), None)
    context = {
        "tournament": tournament,
        "rounds": [r for r in drawn if r.is_public or request.user.is_authenticated],
        "has_standings": any(round.is_started for round in drawn),
        "next_number": next_number,
        "last_number": tournament.round_count,
        "last_by_lot": round_states.last_by_lot(tournament),
        "waiting_for": waiting,
        "announced_seed": AnnouncedSeedForm(),
        "playing": playing(tournament).count(),
        "cannot_draw": cannot_draw(tournament),
        "by_standings": by_standings,
        "has_fixed_tables": by_standings and has_fixed_tables(tournament, tournament.round_count),
    }
    if drawn:
        context["finished"] = finished_rounds(tournament)
    if request.user.is_authenticated:
        context |= _next_step(tournament, waiting, request.user)
    if waiting and may(request.user, Act.DRAW):
        tables = seatings(tournament)[waiting.number - 1]
        context["violations"] = violations_in(tournament, {waiting.number: tables})
        context["drawn_step"] = drawn_step(waiting)
    elif next_number and may(request.user, Act.DRAW):
        context["absent"] = tuple(not_checked_in(tournament))
    return render(request, "rounds/rounds.html", context)


def _next_step(tournament: Tournament, waiting: Round | None, user: User) -> dict[str, Any]:
    """Return the next step of the day, for the list of rounds. `waiting`: a draw to confirm."""
    now = progress(tournament, user)
    context: dict[str, Any] = {"progress": now, "is_draw_next": now.is_about(waiting)}
    if may(user, Act.TAKE_ROUND_STEPS) and not context["is_draw_next"]:
        context["next_drawn_step"] = drawn_step_of(now)
        context["absent_count"] = not_here_yet(now)
    return context


@require_safe
@at_one_moment
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the seats of a round and the report on its draw.

    A round that is not confirmed is shown to officials only: with the quality of the draw, and the
    forms to change it.
    """
    round = round_at(slug, number)
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
        "query": search.query,
        "found": search.found(tables) if search.query else (),
        "by_hand": seat_changes.seat_changes(round),
        "finished": finished_rounds(round.tournament),
        "closed": round_states.closed_words(round),
        "out_of_reach": request.user.is_authenticated and _prints_in_vain(request, round),
        "guide_chapter": GUIDE_CHAPTERS[Round.State(round.state)],
    }
    if round.is_public:
        context |= _public(round, context["by_hand"], request.user)
        if round.state == Round.State.CONFIRMED and request.user.is_authenticated:
            context["violations"] = violations_in(round.tournament, {number: _numbers(tables)})
    else:
        context |= _draw(round, tables)
    return render(request, "rounds/round.html", context)


def _prints_in_vain(request: HttpRequest, round: Round) -> bool:
    """Return whether phones cannot open the codes on the sheets of a confirmed round.

    The page of the round warns of it before the round starts. After that only the page of its codes
    does.
    """
    has_codes = round.tournament.phones != Tournament.Phones.OFF
    return round.state == Round.State.CONFIRMED and has_codes and is_out_of_reach(request)


def _public(
    round: Round, by_hand: Sequence[seat_changes.LoggedSeatChange], user: User | AnonymousUser
) -> dict[str, Any]:
    """Return the context of a public round, for directors with its next step."""
    report = public_report(round, by_director=may(user, Act.DRAW))
    moved = any(each.how != seat_changes.RETURN_TO_OWN_SEAT for each in by_hand)
    context: dict[str, Any] = {
        "report": report,
        "is_changed": round.changed_by_hand or moved,
        "best_begin": best_begin(round) if report.by_standings else "",
    }
    if may(user, Act.DRAW):
        context["proof"] = draw_proof(round)
    elif report.can_be_proved:
        context["public_proof"] = public_proof(round)
    if may(user, Act.TAKE_ROUND_STEPS):
        next_step = round_step(round)
        context |= {field.name: getattr(next_step, field.name) for field in fields(next_step)}
        context["reopen_form"] = ReopenForm()
    return context


def _draw(round: Round, tables: Sequence[Table]) -> dict[str, Any]:
    """Return the context of a draw to confirm: its quality, and the forms to change it."""
    tournament, number = round.tournament, round.number
    by_standings = round_states.is_by_standings(tournament, number)
    seats = [seat for table in tables for seat in table.seats.all()]
    at = {seat.entry: (seat.table.number, seat.number) for seat in seats}
    drawn = seatings(tournament)
    outcome = outcome_so_far(tournament, drawn)
    this_round = outcome.evaluation.round(number)
    waiting = drawn_before(round)
    step = drawn_step(round, is_first=waiting is None)
    return {
        "proof": draw_proof(round),
        "facts": draw_facts(round, outcome, drawn),
        "repeat_meetings": repeat_meetings_in_words(tournament, drawn, number),
        "violations": [each for each in outcome.violations if each.round == number],
        "unseated": by_surname(unseated(round)),
        "waiting_for": waiting,
        "drawn_step": step,
        "leavers": [
            (each, InsteadForm(entries=unseated(round), leaver=each.entry)) for each in step.leavers
        ],
        "cannot_draw": cannot_draw(tournament) if step.leavers else "",
        "later": drawn_after(round),
        "by_standings": by_standings,
        "in_repeated_seats": [
            seat.entry for seat in seats if seat.entry.number in this_round.seats_again
        ],
        "swap": SwapForm(round=round),
        "free": FreePlaceForm(round=round, tables=tables),
        "shown_token": seating_token(at),
        "draw_token": draw_token(round, at),
        "throw_away": ThrowAwayForm(initial={"reason": step.why_again}),
    }


@require_POST
@requires(Act.DRAW)
@once
def discard(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Discard a draw, and those made after it."""
    round = round_at(slug, number)
    later = drawn_after(round)
    form = ThrowAwayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A reason is needed, of at most 300 characters."))
        return redirect(round)
    with refusals_as_messages(request):
        why = form.cleaned_data["reason"]
        draw_service.discard_round(round=round, reason=why, author=request.user, now=timezone.now())
        messages.success(request, draw_words("discarded", number, max(later, default=number)))
    return redirect("rounds:list", slug)


def _numbers(tables: Sequence[Table]) -> list[list[int]]:
    """Return the start numbers of each table in seat order."""
    return [[seat.entry.number for seat in table.seats.all()] for table in tables]
