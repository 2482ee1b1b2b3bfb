"""The kiosk, and the page on which a director opens and closes it.

The kiosk stands on a device without an account, so the key in its address replaces one. Another
site in the same browser does not know the key, so it needs no CSRF token, and sets no cookie.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.tries import note_forged
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.core.qr_codes import qr_svg
from wk.core.rates import exceeds_rate
from wk.players.checkin.search import parse_search
from wk.players.kiosk import services
from wk.players.kiosk.forms import KioskForm
from wk.tournament.models import Tournament

MOST_A_MINUTE = 40  # check-ins of a kiosk; a player takes a few seconds
STATUS = {"closed": 404, "often": 429}  # of the answers that are not as asked


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def kiosk(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Let a player check himself in by start number or card; the page tells nothing else."""
    # The key is compared here and not by the database: PostgreSQL fails on a NUL.
    found = Tournament.objects.filter(slug=slug).first()
    tournament = found if found and found.kiosk_key == key else None
    if tournament is None:
        note_forged(request, "key")
    context: dict[str, Any] = {"tournament": tournament, "said": "closed"}
    if tournament and request.method == "POST":
        context |= _answer(request, tournament, key)
    elif tournament:
        context["said"] = ""
    status = STATUS.get(context["said"], 200)
    page = render(request, "players/kiosk/kiosk.html", context, status=status)
    page["Referrer-Policy"] = "no-referrer"  # the key is in the address
    return page


def _answer(request: HttpRequest, tournament: Tournament, key: str) -> dict[str, Any]:
    """Check a player in; return the context of the answer.

    `said` is the kind of the answer: here, already, desk (which helps), foreign, what (to type),
    often, or closed.
    """
    if exceeds_rate(f"kiosk-{tournament.pk}", MOST_A_MINUTE):
        return {"said": "often"}
    form = KioskForm(request.POST)
    query = parse_search(form.cleaned_data["q"], tournament) if form.is_valid() else None
    if query is None or query.number is None:
        return {"said": "what"}
    if query.is_foreign:
        return {"said": "foreign"}
    try:
        done = services.check_in_at_kiosk(
            tournament=tournament, key=key, number=query.number, now=timezone.now()
        )
    except services.KioskClosed:  # since the first query
        return {"said": "closed"}
    if done is None:
        return {"said": "desk", "number": query.number}
    return {"said": "here" if done.is_new else "already", "entry": done.entry, "seat": done.seat}


@require_safe
@requires(Act.MANAGE_TOURNAMENTS)
def kiosk_setting(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show whether players check themselves in, and the address of the kiosk."""
    tournament = get_object_or_404(Tournament, slug=slug)
    address = ""
    if tournament.kiosk_key:
        path = reverse("players:kiosk", args=[slug, tournament.kiosk_key])
        address = address_in_hall(request, path)
    context = {
        "tournament": tournament,
        "address": address,
        "code": qr_svg(address) if address else "",
        "out_of_reach": is_out_of_reach(request),
    }
    return render(request, "players/kiosk/setting.html", context)


@require_POST
@requires(Act.MANAGE_TOURNAMENTS)
@once
def open_kiosk(request: OfficialRequest, slug: str) -> HttpResponse:
    """Open the kiosk."""
    services.open_kiosk(tournament=get_object_or_404(Tournament, slug=slug))
    messages.success(request, _("Players can check themselves in at the kiosk."))
    return redirect("players:kiosk_setting", slug)


@require_POST
@requires(Act.MANAGE_TOURNAMENTS)
@once
def close_kiosk(request: OfficialRequest, slug: str) -> HttpResponse:
    """Close the kiosk."""
    services.close_kiosk(tournament=get_object_or_404(Tournament, slug=slug))
    messages.success(request, _("The kiosk is closed: its address opens nothing any more."))
    return redirect("players:kiosk_setting", slug)
