"""Pages about a tournament and its players."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, director_required
from wk.tournament import roster, services
from wk.tournament.forms import EditTournamentForm, TournamentForm
from wk.tournament.models import Entry, Tournament
from wk.tournament.player_forms import (
    ConfirmedListForm,
    EditEntryForm,
    EntryForm,
    PlayerListForm,
    PlayerSearchForm,
)
from wk.tournament.playerlist import Planned, plan
from wk.tournament.queries import pairs_of
from wk.tournament.refusal import Refusal
from wk.tournament.search import by_name


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show all tournaments; on an empty database the two ways to begin."""
    tournaments = Tournament.objects.all()
    has_accounts = User.objects.exists()
    if not tournaments and not has_accounts:
        return redirect("accounts:begin")
    context = {"tournaments": tournaments, "has_accounts": has_accounts}
    return render(request, "tournament/home.html", context)


@require_http_methods(["GET", "POST"])
@director_required
def create(request: OfficialRequest) -> HttpResponse:
    """Create a tournament."""
    form = TournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = services.create_tournament(**form.cleaned_data)
        except Refusal as refusal:  # somebody took the address since the form was checked
            form.add_error("slug", str(refusal))
        else:
            return redirect("tournament:players", tournament.slug)
    return render(request, "tournament/create.html", {"form": form})


@require_http_methods(["GET", "POST"])
@director_required
def edit(request: OfficialRequest, slug: str) -> HttpResponse:
    """Change the data of a tournament."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = EditTournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            changed = services.update_tournament(tournament=tournament, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The tournament has been changed."))
            return redirect("overview", changed.slug)
    # The form has put what was typed into its instance: the page's heading shows what is stored.
    stored = Tournament.objects.get(pk=tournament.pk)
    return render(request, "tournament/edit.html", {"tournament": stored, "form": form})


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all entries; directors add and edit here, players look themselves up."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entries = by_name(tournament.entries.all())
    search = PlayerSearchForm(request.GET)
    shown = search.entries(entries)
    if search.asked and len(shown) == 1 and not request.user.is_authenticated:
        return redirect("standings:player", slug, shown[0].number)
    rules = tournament.rules
    in_pairs = rules.partners == "fixed"
    partner = pairs_of(tournament).partner if in_pairs else {}
    by_number = {entry.number: entry for entry in entries}
    has_rounds = tournament.rounds.exists()
    context = {
        "tournament": tournament,
        "entries": entries,
        "shown": [(entry, by_number.get(partner.get(entry.number, 0))) for entry in shown],
        "asked": search.asked,
        "has_rounds": has_rounds,
        "in_pairs": in_pairs,
        "offers_rules": not has_rounds and bool(rules.settings.fields),
    }
    return render(request, "tournament/players.html", context)


@require_http_methods(["GET", "POST"])
@director_required
def add_player(request: OfficialRequest, slug: str) -> HttpResponse:
    """Enter one player."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = EntryForm(request.POST or None, entries=list(tournament.entries.all()))
    if request.method == "POST" and form.is_valid():
        try:
            entry = roster.enter(
                tournament=tournament,
                author=request.user,
                now=timezone.now(),
                **form.cleaned_data,
            )
        except Refusal as refusal:
            form.add_error("number", str(refusal))
        else:
            messages.success(request, _("%(name)s has number %(number)d.") % vars(entry))
            return redirect("tournament:players", slug)
    return render(request, "tournament/add_player.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "POST"])
@director_required
def edit_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Correct a player's name, club or start number, remove the player, or withdraw the player."""
    entry = _entry(slug, number)
    initial = {"name": entry.name, "club": entry.club, "number": entry.number}
    form = EditEntryForm(request.POST or None, initial=initial | {"mark": roster.mark_of(entry)})
    if request.method == "POST" and form.is_valid():
        try:
            roster.edit_entry(
                entry=entry, author=request.user, now=timezone.now(), **form.cleaned_data
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("tournament:players", slug)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "form": form,
        "is_seated": entry.seats.exists(),
    }
    return render(request, "tournament/edit_player.html", context)


@require_POST
@director_required
def remove_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Remove a player without a seat from the list."""
    entry = _entry(slug, number)
    try:
        roster.remove_entry(entry=entry, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:players", slug)
    messages.success(request, _("%(name)s is off the list.") % {"name": entry})
    return redirect("tournament:players", slug)


@require_POST
@director_required
def withdraw_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a player: the results stay, and the player is not seated again."""
    entry = _entry(slug, number)
    try:
        roster.withdraw(entry=entry, author=request.user, now=timezone.now())
    except Refusal as refusal:  # somebody took him off the list at this moment
        messages.error(request, str(refusal))
    else:
        said = _("%(name)s has left and will not be seated again.")
        messages.success(request, said % {"name": entry})
    return redirect("tournament:players", slug)


@require_POST
@director_required
def readmit_player(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Undo a withdrawal."""
    entry = _entry(slug, number)
    try:
        roster.readmit(entry=entry, author=request.user, now=timezone.now())
    except Refusal as refusal:  # somebody took him off the list at this moment
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(name)s takes part again.") % {"name": entry})
    return redirect("tournament:players", slug)


@require_http_methods(["GET", "POST"])
@director_required
def import_players(request: OfficialRequest, slug: str) -> HttpResponse:
    """Read a list of players and show, line by line, what importing it will do."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = PlayerListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        listed = form.cleaned_data["players"]
        confirm = ConfirmedListForm(initial={"rows": ConfirmedListForm.pack(listed)})
        return _preview(request, tournament, plan(tournament, listed.rows), confirm, listed.ignored)
    context = {"tournament": tournament, "form": form}
    return render(request, "tournament/import_players.html", context)


@require_POST
@director_required
def confirm_import(request: OfficialRequest, slug: str) -> HttpResponse:
    """Enter the players of a previewed list: all of them, or none."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ConfirmedListForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["rows"][0]))
        return redirect("tournament:import_players", slug)
    planned = plan(tournament, form.cleaned_data["rows"])
    if any(line.outcome == "problem" for line in planned):
        return _preview(request, tournament, planned, form, ())
    rows = [
        roster.NewEntry(p.listed.name, p.listed.club, int(p.listed.number or 0) or None)
        for p in planned
        if p.outcome != "skipped"
    ]
    try:
        roster.enter_list(tournament=tournament, rows=rows, author=request.user, now=timezone.now())
    except Refusal as refusal:  # somebody took a number since the list was looked at
        messages.error(request, str(refusal))
        return redirect("tournament:import_players", slug)
    done = ngettext(
        "%(count)d player has been entered.", "%(count)d players have been entered.", len(rows)
    )
    messages.success(request, done % {"count": len(rows)})
    return redirect("tournament:players", slug)


def _preview(
    request: OfficialRequest,
    tournament: Tournament,
    planned: tuple[Planned, ...],
    confirm: ConfirmedListForm,
    ignored: tuple[str, ...],
) -> HttpResponse:
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
    return render(request, "tournament/import_preview.html", context)


def _entry(slug: str, number: int) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
