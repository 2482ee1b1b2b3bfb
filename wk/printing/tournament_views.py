"""The papers of a whole tournament: cards, blanks, table signs, standings, certificates."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.chain.queries import proof
from wk.core.consistent_reads import consistent_reads
from wk.core.hall_address import address_in_hall
from wk.phones.keys import qr_svg
from wk.phones.player_key_services import player_keys_for
from wk.phones.player_key_views import card_address
from wk.printing.answers import Press, refused
from wk.printing.blanks import blank_cards, blank_sheets
from wk.printing.booklet import book_forms, in_pages
from wk.printing.cards import cards, pages
from wk.printing.certificates import certificates
from wk.printing.forms import CardsForm, PlacesForm, SignsForm
from wk.printing.ranking import ranking
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Entry, Tournament

# Why there are no certificates yet, by whether results are held back.
_NOT_FINAL = {
    True: gettext_lazy("The results are still held back: only a director prints certificates."),
    False: gettext_lazy("Certificates come when all forms count and all rounds are closed."),
}


@require_safe
@requires(Act.PRINT)
def cards_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the cards of all players, or of some (?players=3-7), eight on a page."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        form = CardsForm(request.GET, tournament=tournament)
        if not form.is_valid():
            return _refused(request, tournament, " ".join(map(str, form.errors["players"])), 400)
        entries = list(form.cleaned_data["players"])
    keys = player_keys_for(entries=entries, now=timezone.now())

    def address(entry: Entry) -> str:
        entry.tournament = tournament  # else each entry would fetch it
        return card_address(request, entry, keys.get(entry.pk))

    with consistent_reads():
        made = pages(cards(tournament, entries, address))
        press = Press.of(tournament)
    partners = tournament.rules.partners != "none"
    parts = [press.html("cards", page=page, partners=partners) for page in made]
    asked = {"players": form.data.get("players", "")}
    origin = address_in_hall(request, "")
    return press.answer(request, "cards", parts, patience, asked=asked, origin=origin)


@require_safe
@requires(Act.PRINT)
def blank_cards_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print a page of cards without names, for whoever comes unexpectedly."""
    tournament = get_object_or_404(Tournament, slug=slug)
    code = qr_svg(address_in_hall(request, reverse("overview", args=[slug])))
    (page,) = pages(blank_cards(tournament, code))
    press = Press.of(tournament)
    return press.answer(request, "blank_cards", [press.html("cards", page=page)], patience)


@require_safe
@requires(Act.PRINT)
def blank_sheets_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print score sheets without round, table and names: one for each size of table."""
    press = Press.of(get_object_or_404(Tournament, slug=slug))
    parts = [press.html("sheets", sheets=[each]) for each in blank_sheets(press.tournament)]
    return press.answer(request, "blank_sheets", parts, patience)


@require_safe
@requires(Act.PRINT)
def signs_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print signs to fold and stand on the tables, or on some (?tables=3-7), a page each."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        form = SignsForm(request.GET, tournament=tournament)
        if not form.is_valid():
            return _refused(request, tournament, " ".join(map(str, form.errors["tables"])), 400)
        press = Press.of(tournament)
    parts = [press.html("signs", number=number) for number in form.cleaned_data["tables"]]
    asked = {"tables": form.data.get("tables", "")}
    return press.answer(request, "signs", parts, patience, asked=asked)


@require_safe
@requires(Act.PRINT)
def standings_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the standings as they are now, all of them, as everybody sees them."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        visibility = result_visibility(tournament, sees_all=False)
        if not visibility.last:
            return _refused(request, tournament, _("There are no standings to print yet."))
        press = Press.of(tournament)
        part = press.html("standings", ranking=ranking(visibility), proof=proof())
    return press.answer(request, "standings", [part], patience)


@require_safe
@requires(Act.PRINT)
def certificates_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print certificates for all players, or for some (?places=1-3, ?players=12), a page each.

    Results that are held back are on those of a director only, who needs them for the ceremony.
    """
    sees_all = may(request.user, Act.LEAD_CEREMONY)
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        visibility = result_visibility(tournament, sees_all=sees_all)
        final = visible_standings(visibility)
        is_held_back = bool(visibility.hidden)
        if is_held_back or not final.is_final:
            return _refused(request, tournament, str(_NOT_FINAL[is_held_back]))
        form = PlacesForm(request.GET, standings=final)
        if not form.is_valid():
            errors = [str(error) for errors in form.errors.values() for error in errors]
            return _refused(request, tournament, " ".join(errors), 400)
        press = Press.of(tournament)
    rows = form.cleaned_data["rows"]
    parts = [press.html("certificates", each=each) for each in certificates(final, rows)]
    asked = {name: form.data.get(name, "") for name in ("places", "players")}
    is_secret = any(round.withheld for round in visibility.begun)
    act = Act.LEAD_CEREMONY if is_secret else Act.PRINT
    return press.answer(request, "certificates", parts, patience, asked=asked, act=act)


@require_safe
@requires(Act.PRINT)
def booklet_pdf(request: OfficialRequest, slug: str, patience: float) -> HttpResponse:
    """Print the booklet of an edition: a cover, the standings, and all forms with their results."""
    with consistent_reads():
        tournament = get_object_or_404(Tournament, slug=slug)
        visibility = result_visibility(tournament, sees_all=False)
        if visibility.hidden:
            return _refused(request, tournament, _("Results are still held back."))
        if not visibility.last:
            return _refused(request, tournament, _("There are no standings to print yet."))
        press = Press.of(tournament)
        parts = [press.html("booklet", ranking=ranking(visibility))]
        for page in in_pages(book_forms(visibility.begun)):
            parts.append(press.html("book_forms", forms=page))
    return press.answer(request, "booklet", parts, patience)


def _refused(
    request: OfficialRequest, tournament: Tournament, message: str, status: int = 409
) -> HttpResponse:
    return refused(request, {"tournament": tournament}, status, message)
