"""The page of check-in: a search for names, start numbers and cards, and the missing players."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.models import User
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.auditlog.sentences import sentence
from wk.auditlog.undo import undo_offers
from wk.core.answers import refusals_as_errors
from wk.core.consistent_reads import at_one_moment
from wk.players.checkin import services as checkin
from wk.players.checkin.forms import FindForm, NewcomerForm
from wk.players.checkin.names import with_capitals
from wk.players.checkin.queries import (
    Arrivals,
    arrivals,
    empty_chairs,
    known_persons,
    next_seat,
    sheets_with_old_name,
    withdrawn_with_seats,
)
from wk.players.checkin.search import (
    SearchQuery,
    is_exact_name,
    matching_entries,
    only_match,
    parse_search,
    similar_entries,
)
from wk.players.checkin.without_seat import rounds_without_seat
from wk.tournament.models import Entry, Tournament

# Matches shown. With more of them the official has to type on.
MOST_FOUND = 12
# After these the page looks for seats that are left empty.
LEAVING = (AuditLogEntry.Kind.WITHDRAWN, AuditLogEntry.Kind.SUBSTITUTED)


@require_safe
@requires(Act.CHECK_IN)
@at_one_moment
def checkin_page(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the page, or answer a background request with a part of it.

    While an official types, the page requests the search results. It also polls for new arrivals,
    with the `version_token` of those that it shows; the answer is 204 if they have not changed.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    sent = FindForm(request.GET).valid_fields
    if "HX-Request" not in request.headers:
        return _page(request, tournament, sent)
    present = arrivals(tournament)
    if "version_token" not in request.GET:
        context = _found(tournament, present, parse_search(sent.get("q", ""), tournament))
        return render(request, "players/checkin/_search_answer.html", context)
    if present.version_token == sent.get("version_token"):
        return HttpResponse(status=204)
    return render(
        request, "players/checkin/_arrivals.html", {"tournament": tournament, "arrivals": present}
    )


def _page(
    request: OfficialRequest, tournament: Tournament, sent: Mapping[str, Any]
) -> HttpResponse:
    present = arrivals(tournament)
    number = sent.get("player")
    query = (
        SearchQuery(str(number), number)
        if number
        else parse_search(sent.get("q") or "", tournament)
    )
    context = _found(tournament, present, query) | {"is_pressed": bool(number)}
    if key := sent.get("change"):
        context |= _done(tournament, key, request.user)
    return render(request, "players/checkin/checkin.html", context)


def _done(tournament: Tournament, key: int, user: User) -> dict[str, Any]:
    """Return the context of the log entry with this key: its sentence, and what is left to do.

    Return {} if the tournament has no such log entry.
    """
    log_entry = log_of(tournament).filter(pk=key).first()
    if log_entry is None:
        return {}
    return {
        "log_entry": log_entry,
        "done": sentence(log_entry),
        "can_undo": undo_offers(tournament, [log_entry], user)[0].is_open,
        "without_seat": rounds_without_seat(log_entry.entry) if log_entry.entry else [],
        "old_sheets": sheets_with_old_name(log_entry),
        "newcomer": log_entry.entry if log_entry.kind == AuditLogEntry.Kind.ENTERED else None,
        "withdrawn_with_seats": withdrawn_with_seats(tournament)
        if log_entry.kind in LEAVING
        else [],
        "empty_chairs": empty_chairs(tournament) if log_entry.kind in LEAVING else [],
    }


def _found(tournament: Tournament, present: Arrivals, query: SearchQuery) -> dict[str, Any]:
    """Return the context of a search: matching entries, and persons of earlier editions.

    Similar names are offered only if nothing matches.
    """
    matches = matching_entries(query, present.entries)
    is_name = bool(query.words) and query.number is None
    known = known_persons(tournament, query.words, is_mistyped=not matches) if is_name else []
    is_guess = all(each.is_guess for each in known)
    return {
        "tournament": tournament,
        "arrivals": present,
        "payments": present.payments,
        "query": query,
        "matches": matches[:MOST_FOUND],
        "more": len(matches) - MOST_FOUND,
        "near": similar_entries(query, present.entries) if is_guess and not matches else [],
        "known": known,
        "is_guess": is_guess and known,
        "written": with_capitals(query.words),
        "is_known_so": bool(known)
        and (is_guess or is_exact_name(query.words, known[0].player.name, known[0].player.club)),
        "offers_entry": is_name and len(matches) <= MOST_FOUND,
    }


@require_POST
@requires(Act.CHECK_IN)
def check_in(request: OfficialRequest, slug: str) -> HttpResponse:
    """Check in the only match of a search; otherwise show the matches, or offer to enter a player.

    For a player who is checked in already, the page shows since when.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    query = parse_search(FindForm(request.POST).valid_fields.get("q", ""), tournament)
    present = arrivals(tournament)
    entry = only_match(query, matching_entries(query, present.entries))
    context: dict[str, Any] = {"is_pressed": True}
    if entry:
        context["arrival"] = checkin.check_in(
            entries=[entry], author=request.user, now=timezone.now()
        )
        present = arrivals(tournament)
        context["arrived"] = next((e for e in present.entries if e.pk == entry.pk), None)
        context["place"] = next_seat(entry)
        context["without_seat"] = rounds_without_seat(entry)
        query = SearchQuery("")
    context |= _found(tournament, present, query)
    template = (
        "players/checkin/_answer.html"
        if "HX-Request" in request.headers
        else "players/checkin/checkin.html"
    )
    return render(request, template, context)


@require_POST
@requires(Act.CHECK_IN)
@once
def undo_check_in(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Undo a check-in."""
    entry = entry_at(slug, number)
    log_entry = checkin.undo_check_in(entry=entry, author=request.user, now=timezone.now())
    if log_entry is None:  # another official was first
        messages.info(request, _("%(name)s is not noted as present any more.") % {"name": entry})
    return to_desk(entry.tournament, log_entry)


@require_http_methods(["GET", "POST"])
@requires(Act.CHECK_IN)
@once
@at_one_moment
def enter_late(request: OfficialRequest, slug: str) -> HttpResponse:
    """Enter an unannounced player at the door, checked in."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entries = arrivals(tournament).entries
    form = NewcomerForm(request.POST or None, entries=entries)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            entry = checkin.enter_late(
                tournament=tournament,
                author=request.user,
                now=timezone.now(),
                **form.cleaned_data,
            )
            return to_desk(tournament, entry.log_entries.first())
    context = {"tournament": tournament, "form": form}
    return render(request, "players/checkin/late.html", context)


def to_desk(tournament: Tournament, log_entry: AuditLogEntry | None) -> HttpResponse:
    """Redirect to check-in, which shows the log entry and offers to undo it."""
    url = reverse("players:checkin", args=[tournament.slug])
    return redirect(f"{url}?change={log_entry.pk}" if log_entry else url)


def entry_at(slug: str, number: int) -> Entry:
    """Return an entry by the slug and the start number in an address, or raise 404."""
    entries = Entry.objects.select_related("tournament", "player")
    return get_object_or_404(entries, tournament__slug=slug, number=number)
