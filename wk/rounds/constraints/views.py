"""The page of a draw's constraints: separations, fixed seats and tables of four."""

from collections.abc import Sequence
from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.draw import FOUR, sizes_for
from wk.rounds.constraints import services as constraint_services
from wk.rounds.constraints.forms import FixedSeatForm, FoursForm, SeparationForm
from wk.rounds.constraints.messages import ConstraintViolation, named
from wk.rounds.draw_quality import violations_in
from wk.tournament.models import FixedSeat, Round, Separation, Tournament
from wk.tournament.name_search import namesakes, told_apart
from wk.tournament.queries import playing, seatings
from wk.tournament.seating import seat_words


@require_safe
@requires(Act.SET_CONSTRAINTS)
@at_one_moment
def page(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show all constraints, and the forms to add more."""
    return _page(request, _tournament(slug))


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def separate(request: OfficialRequest, slug: str) -> HttpResponse:
    """Store a separation of a group of players."""
    tournament = _tournament(slug)
    form = SeparationForm(request.POST, prefix="apart", tournament=tournament)
    if form.is_valid():
        asked = form.cleaned_data
        with refusals_as_errors(form, "players"):
            constraint_services.separate(
                tournament=tournament,
                entries=asked["players"],
                name=asked["name"],
                is_hard=asked["is_hard"],
            )
            messages.success(request, _("The draw will keep them apart."))
            return redirect("rounds:constraints", slug)
    return _page(request, tournament, apart=form)


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def separate_clubs(request: OfficialRequest, slug: str) -> HttpResponse:
    """Store a soft separation of the members of each club."""
    tournament = _tournament(slug)
    with refusals_as_messages(request):
        kept = len(constraint_services.separate_clubs(tournament=tournament))
        text = ngettext(
            "The members of %(count)d club sit apart where that can be.",
            "The members of %(count)d clubs sit apart where that can be.",
            kept,
        )
        messages.success(request, text % {"count": kept})
    return redirect("rounds:constraints", slug)


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def fix_seat(request: OfficialRequest, slug: str) -> HttpResponse:
    """Give a player a fixed seat."""
    tournament = _tournament(slug)
    form = FixedSeatForm(request.POST, prefix="place", tournament=tournament)
    if form.is_valid():
        with refusals_as_errors(form):
            place = constraint_services.fix_seat(**form.cleaned_data)
            messages.success(request, f"{place.entry}: {_words(place)}.")
            return redirect("rounds:constraints", slug)
    return _page(request, tournament, place=form)


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def choose_fours(request: OfficialRequest, slug: str) -> HttpResponse:
    """Choose how many tables have four players."""
    tournament = _tournament(slug)
    possible = constraint_services.possible_fours(tournament)
    form = _fours_form(tournament, request.POST, possible=possible)
    if not form.is_valid():
        return _page(request, tournament, fours=form)
    with refusals_as_messages(request):
        constraint_services.choose_fours(tournament=tournament, fours=form.cleaned_data["fours"])
        messages.success(request, _("The tables have been chosen."))
    return redirect("rounds:constraints", slug)


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def remove_separation(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Remove a separation."""
    group = get_object_or_404(Separation, tournament__slug=slug, pk=key)
    with refusals_as_messages(request):
        constraint_services.remove_constraint(constraint=group)
        messages.success(request, _("They may sit together again."))
    return redirect("rounds:constraints", slug)


@require_POST
@requires(Act.SET_CONSTRAINTS)
@once
def remove_fixed_seat(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Remove a fixed seat."""
    places = FixedSeat.objects.select_related("entry")
    place = get_object_or_404(places, entry__tournament__slug=slug, pk=key)
    with refusals_as_messages(request):
        constraint_services.remove_constraint(constraint=place)
        said = _("%(name)s may sit anywhere again.")
        messages.success(request, said % {"name": place.entry})
    return redirect("rounds:constraints", slug)


def _page(
    request: OfficialRequest,
    tournament: Tournament,
    *,
    apart: SeparationForm | None = None,
    place: FixedSeatForm | None = None,
    fours: FoursForm | None = None,
) -> HttpResponse:
    possible = constraint_services.possible_fours(tournament)
    groups = tournament.separations.prefetch_related("entries")
    asked = FixedSeat.objects.filter(entry__tournament=tournament).select_related("entry")
    alike = namesakes(tournament.entries.values_list("name", flat=True))
    places = sorted(asked, key=lambda place: place.entry.name_parts.order)
    rounds = list(tournament.rounds.all())
    coming = [each for each in rounds if each.state in (Round.State.DRAWN, Round.State.CONFIRMED)]
    drawn = [round for round in coming if not round.is_public]
    fixed = [round for round in coming if round.is_public]
    context = {
        "tournament": tournament,
        "with_partners": tournament.rules.partners != "none",
        "groups": [(each, named(each.entries.all(), alike)) for each in groups],
        "places": [(told_apart(each.entry, alike), each, _words(each)) for each in places],
        "apart": apart or SeparationForm(prefix="apart", tournament=tournament),
        "place_form": place or FixedSeatForm(prefix="place", tournament=tournament),
        "has_clubs": playing(tournament).exclude(club="").exists(),
        "cannot_choose_fours": constraint_services.cannot_choose_fours(tournament),
        "fours": fours or _fours_form(tournament, possible=possible),
        "has_fours": len(possible) > 1 or tournament.fours is not None,
        "drawn": drawn[0] if drawn else None,
        "violations": _violations_to_redraw(tournament, coming),
        "last_fixed": fixed[-1].number if fixed else None,
        "nothing_to_draw": sum(each.is_started for each in rounds) >= tournament.round_count,
    }
    return render(request, "rounds/constraints/constraints.html", context)


def _violations_to_redraw(
    tournament: Tournament, coming: Sequence[Round]
) -> list[tuple[Round, list[ConstraintViolation]]]:
    """Return the unmet hard constraints of each round in `coming`, the rounds not yet started."""
    if not coming:
        return []
    by_number = {round.number: round for round in coming}
    rounds = enumerate(seatings(tournament), 1)
    found = violations_in(tournament, {at: tables for at, tables in rounds if at in by_number})
    hard = [each for each in found if each.is_hard]
    return [(by_number[at], list(here)) for at, here in groupby(hard, key=lambda each: each.round)]


def _words(place: FixedSeat) -> str:
    return seat_words(table=place.table, seat=place.seat, round=place.round)


def _fours_form(
    tournament: Tournament, typed: QueryDict | None = None, *, possible: Sequence[int]
) -> FoursForm:
    players, chosen = playing(tournament).count(), tournament.fours
    # A player may have come or left since the choice: the form then shows the nearest number.
    if chosen is not None and possible:
        chosen = sizes_for(players, tournament.rules.table_sizes, chosen).count(FOUR)
    return FoursForm(
        typed, prefix="tables", initial={"fours": chosen}, players=players, possible=possible
    )


def _tournament(slug: str) -> Tournament:
    return get_object_or_404(Tournament, slug=slug)
