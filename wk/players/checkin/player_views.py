"""The check-in page of one player: name, seats, withdrawal, substitute and replacement."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of_player
from wk.auditlog.sentences import sentence_of_player
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.players import replacements
from wk.players.checkin.forms import NewcomerForm, RenameForm, SubstituteForm
from wk.players.checkin.queries import arrivals, seats_of
from wk.players.checkin.views import entry_at, to_desk
from wk.players.queries import other_editions
from wk.players.services import edit_entry, readmit, remove_entries, withdraw
from wk.tournament.models import Entry, Round, Seat, Tournament
from wk.tournament.name_search import with_same_name
from wk.tournament.queries import last_begun


@require_safe
@requires(Act.CHECK_IN)
@at_one_moment
def player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show the page of a player: seats, log entries, and the actions of check-in."""
    return _page(request, entry_at(slug, number))


def _page(request: OfficialRequest, entry: Entry, **forms: Any) -> HttpResponse:
    """Show the page of a player. `forms` replace values of the context: a form with errors."""
    entry, shown_as = entry.known(), entry.name if entry.by_initials else ""
    present = arrivals(entry.tournament)
    entries = present.entries
    seats = seats_of(entry)
    # The seat in the latest round that has begun and is not final.
    current = next((s for s in seats if s.round.is_started and not _is_past(s, seats)), None)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "shown_as": shown_as,
        "payments": present.payments,
        "other_editions": other_editions(entry),
        "namesakes": _others(entry, with_same_name(entries, entry.name)),
        "seats": [seat for seat in seats if seat.round.is_public or may(request.user, Act.DRAW)],
        "waiting": [seat for seat in seats if not seat.round.is_started],
        "current_seat": current,
        "next_round": _next_round(entry.tournament)
        if may(request.user, Act.WITHDRAW_PLAYERS)
        else None,
        "is_unseated": not seats,
        # A player who has stopped has a seat to come: somebody may take it over.
        "takes_over": entry.withdrawn_after is not None
        and any(not seat.round.is_started for seat in seats),
        "is_chair_empty": current
        and entry.withdrawn_after is not None
        and not current.substitutes.all(),
        "name_form": RenameForm(entry=entry),
        "substitute_form": SubstituteForm(seat=current, auto_id="sub_%s") if current else None,
        "newcomer_form": NewcomerForm(entries=entries, auto_id="new_%s"),
        "lines": [(each, sentence_of_player(each, entry)) for each in log_of_player(entry)],
    }
    return render(request, "players/checkin/player.html", context | forms)


def _next_round(tournament: Tournament) -> int | None:
    """Return the number of the next round, None after the last.

    From that round on a newcomer can replace a player.
    """
    number = last_begun(tournament) + 1
    return number if number <= tournament.round_count else None


def _others(entry: Entry, same: list[Entry]) -> list[Entry]:
    """Return the entries of `same`, without this one and those that never took part.

    An entry that withdrew before the first round (0) never took part.
    """
    return [other for other in same if other.pk != entry.pk and other.withdrawn_after != 0]


def _is_past(seat: Seat, seats: list[Seat]) -> bool:
    """Return whether the round of a seat is over for the player.

    It is if it is final, or if a later round with a seat of the player has begun.
    """
    later = any(s.round.is_started and s.round.number > seat.round.number for s in seats)
    return later or seat.round.state == Round.State.FINAL


@require_POST
@requires(Act.CHECK_IN)
@once
def rename(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Correct the name, surname or club of a player."""
    entry = entry_at(slug, number)
    form = RenameForm(request.POST, entry=entry.known())
    if not form.is_valid():
        return _page(request, entry, name_form=form)
    verb = partial(edit_entry, entry=entry, number=number, **form.cleaned_data)
    return _done(request, entry, AuditLogEntry.Kind.EDITED, verb)


@require_POST
@requires(Act.WITHDRAW_PLAYERS)
@once
def remove(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Remove a player without a seat from the list."""
    entry = entry_at(slug, number)
    with refusals_as_messages(request):
        log_entry = remove_entries(entries=[entry], author=request.user, now=timezone.now())
        return to_desk(entry.tournament, log_entry)
    return redirect("players:at_checkin", slug, number)


@require_POST
@requires(Act.WITHDRAW_PLAYERS)
@once
def leave(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a player (A18)."""
    entry = entry_at(slug, number)
    verb = partial(withdraw, entry=entry)
    return _done(
        request, entry, AuditLogEntry.Kind.WITHDRAWN, verb, _("%(name)s has left already.")
    )


@require_POST
@requires(Act.WITHDRAW_PLAYERS)
@once
def come_back(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Let a withdrawn player take part again."""
    entry = entry_at(slug, number)
    verb = partial(readmit, entry=entry)
    return _done(
        request, entry, AuditLogEntry.Kind.READMITTED, verb, _("%(name)s takes part already.")
    )


@require_POST
@requires(Act.WITHDRAW_PLAYERS)
@once
def substitute(request: OfficialRequest, slug: str, number: int, round: int) -> HttpResponse:
    """Let a substitute play on in the player's seat for the rest of a round (A17)."""
    entry = entry_at(slug, number)
    seats = entry.seats.select_related("round__tournament", "table")
    seat = get_object_or_404(seats, round__number=round)
    entries = arrivals(entry.tournament).entries
    form = SubstituteForm(request.POST, seat=seat, entries=entries, auto_id="sub_%s")
    if not form.is_valid():
        return _page(request, entry, substitute_form=form, current_seat=seat)
    verb = partial(replacements.substitute, seat=seat, **form.cleaned_data)
    return _done(request, entry, AuditLogEntry.Kind.SUBSTITUTED, verb)


@require_POST
@requires(Act.WITHDRAW_PLAYERS)
@once
def replace(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Let a newcomer take the player's seats from the next round on (A18)."""
    entry = entry_at(slug, number)
    entries = arrivals(entry.tournament).entries
    form = NewcomerForm(request.POST, entries=entries, auto_id="new_%s")
    if not form.is_valid():
        return _page(request, entry, newcomer_form=form)
    verb = partial(replacements.replace, entry=entry, **form.cleaned_data)
    return _done(request, entry, AuditLogEntry.Kind.REPLACED, verb)


def _done(
    request: OfficialRequest,
    entry: Entry,
    kind: AuditLogEntry.Kind,
    verb: Callable[..., object],
    already: str = "",
) -> HttpResponse:
    """Call the service `verb` and redirect to check-in, which shows its log entry of this `kind`.

    The page shows `already` if the service changed nothing, or the reason if it refused.
    """
    now = timezone.now()
    with refusals_as_messages(request):
        verb(author=request.user, now=now)
        # The services return different values, so the log entry is found by its time.
        log_entry = entry.log_entries.filter(kind=kind, at=now).first()
        if log_entry is None and already:
            messages.info(request, already % {"name": entry})
        return to_desk(entry.tournament, log_entry)
    return redirect("players:checkin", entry.tournament.slug)
