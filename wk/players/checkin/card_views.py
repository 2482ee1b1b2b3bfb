"""The page behind the QR code on the card of a player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.tournament.models import Entry


@require_safe
@at_one_moment
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Redirect an official to the check-in of this player, others to the page of the player."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
    if request.user.is_authenticated:
        return redirect(f"{reverse('players:checkin', args=[slug])}?player={entry.number}")
    return redirect(entry)
