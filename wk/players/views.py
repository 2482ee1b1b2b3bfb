"""Pages of the list of players: everyone reads it, directors change it."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_address import is_out_of_reach
from wk.players import services as roster
from wk.players.forms import EditEntryForm, EntryForm, PlayerSearchForm
from wk.players.queries import current_seats, not_checked_in, participants
from wk.tournament.models import Entry, Tournament
from wk.tournament.name_search import by_surname, has_letters
from wk.tournament.queries import pairs_of


@require_safe
@at_one_moment
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players that match the search, all without one, with their seats once these are
    public.

    The only match redirects a reader to the page of that player.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    entries = by_surname(tournament.entries.all())
    search = PlayerSearchForm(request.GET)
    shown = search.entries(entries)
    if search.query and len(shown) == 1 and not request.user.is_authenticated:
        return redirect("standings:player", slug, shown[0].number)
    rules = tournament.rules
    in_pairs = rules.partners == "fixed"
    partners = _partners(tournament, entries) if in_pairs else {}
    has_rounds = tournament.rounds.exists()
    seats = current_seats(tournament)
    may_edit = may(request.user, Act.EDIT_PLAYERS)
    context = {
        "tournament": tournament,
        "entries": entries,
        "shown": [(entry, partners.get(entry.number), seats.of(entry)) for entry in shown],
        "seat_rounds": seats.rounds,
        "query": search.query,
        "has_letters": has_letters(shown),
        "column_count": 2 + len(seats.rounds) + in_pairs + may_edit,
        "has_rounds": has_rounds,
        "in_pairs": in_pairs,
        "offers_rules": not has_rounds and bool(rules.settings.fields),
        "absent_count": not_checked_in(tournament).count() if may_edit and not has_rounds else 0,
        "player_count": participants().filter(tournament=tournament).count(),
        "out_of_reach": may_edit and _prints_in_vain(request, tournament),
    }
    return render(request, "players/players.html", context)


def _partners(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return the partner of each player who has one, by start number."""
    by_number = {entry.number: entry for entry in entries}
    pairs = pairs_of(tournament).partner
    return {number: by_number[other] for number, other in pairs.items() if other in by_number}


def _prints_in_vain(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether phones cannot open the codes on printed cards; False after the first start."""
    return is_out_of_reach(request) and not tournament.rounds.started().exists()


@require_http_methods(["GET", "POST"])
@requires(Act.EDIT_PLAYERS)
@once
@at_one_moment
def add_player(request: OfficialRequest, slug: str) -> HttpResponse:
    """Enter one player."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entries = [entry.known() for entry in tournament.entries.all()]
    form = EntryForm(request.POST or None, entries=entries)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form, "number"):
            entry = roster.enter(
                tournament=tournament,
                author=request.user,
                now=timezone.now(),
                **form.cleaned_data,
            )
            messages.success(request, _("%(name)s has number %(number)d.") % vars(entry))
            return redirect("players:list", slug)
    return render(request, "players/add_player.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.EDIT_PLAYERS)
@once
@at_one_moment
def edit_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Correct the name, surname, club or start number. It also removes and withdraws."""
    entry = _entry(slug, number)
    form = EditEntryForm(request.POST or None, entry=entry.known())
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            roster.edit_entry(
                entry=entry, author=request.user, now=timezone.now(), **form.cleaned_data
            )
            return redirect("players:list", slug)
    context = {
        "tournament": entry.tournament,
        "entry": entry.known(),
        "form": form,
        "is_seated": entry.seats.exists(),
    }
    return render(request, "players/edit_player.html", context)


@require_POST
@requires(Act.EDIT_PLAYERS)
@once
def remove_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Remove a player without a seat from the list."""
    entry = _entry(slug, number)
    with refusals_as_messages(request):
        roster.remove_entry(entry=entry, author=request.user, now=timezone.now())
        messages.success(request, _("%(name)s is off the list.") % {"name": entry})
    return redirect("players:list", slug)


@require_POST
@requires(Act.EDIT_PLAYERS)
@once
def withdraw_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a player: the results stay, and the player is not seated again."""
    entry = _entry(slug, number)
    with refusals_as_messages(request):  # another official may remove the player first
        roster.withdraw(entry=entry, author=request.user, now=timezone.now())
        text = _("%(name)s has left and will not be seated again.")
        messages.success(request, text % {"name": entry})
    return redirect("players:list", slug)


@require_POST
@requires(Act.EDIT_PLAYERS)
@once
def readmit_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Undo a withdrawal."""
    entry = _entry(slug, number)
    with refusals_as_messages(request):  # another official may remove the player first
        roster.readmit(entry=entry, author=request.user, now=timezone.now())
        messages.success(request, _("%(name)s takes part again.") % {"name": entry})
    return redirect("players:list", slug)


def _entry(slug: str, number: int) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
