"""The office's page with the code of a player's card, to show, invalidate and renew it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.phones import player_key_services as services
from wk.phones.keys import phone_address, qr_svg
from wk.phones.models import PlayerKey
from wk.tournament.models import Entry


def card_address(request: HttpRequest, entry: Entry, key: PlayerKey | None) -> str:
    """Return the address for the code of a player's card, as phones in the hall reach it.

    The key is its fragment; an address without a key only shows the page of the player.
    """
    page = reverse("players:card", args=[entry.tournament.slug, entry.number])
    address = address_in_hall(request, page)
    return phone_address(address, key.key) if key else address


@require_safe
@requires(Act.SHOW_PHONE_CODES)
def card_code(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show the QR code of a player's card, to scan from the screen; a card without a key gets one.

    The key of a player who has left opens nothing, so it is not shown.
    """
    entry = _entry(slug, number)
    is_gone = entry.withdrawn_after is not None
    made = {} if is_gone else services.player_keys_for(entries=[entry], now=timezone.now())
    key = made.get(entry.pk)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "is_gone": is_gone,
        "out_of_reach": is_out_of_reach(request),
        "code": qr_svg(card_address(request, entry, key)) if key else "",
    }
    return render(request, "phones/card_code.html", context)


@require_POST
@requires(Act.CHANGE_PHONE_CODES)
@once
def revoke_card(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Invalidate the code of a player's card."""
    entry = _entry(slug, number)
    services.revoke_player_key(entry=entry, now=timezone.now())
    messages.success(request, _("The code of this card has been taken back."))
    return redirect("phones:card", slug, entry.number)


@require_POST
@requires(Act.CHANGE_PHONE_CODES)
@once
def renew_card(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Replace the code of a player's card; the old one opens nothing any more."""
    entry = _entry(slug, number)
    services.renew_player_key(entry=entry, now=timezone.now())
    messages.success(request, _("This player has a new code."))
    return redirect("phones:card", slug, entry.number)


def _entry(slug: str, number: int) -> Entry:
    entries = Entry.objects.select_related("tournament")
    return get_object_or_404(entries, tournament__slug=slug, number=number)
