"""Where the code on a player's card leads to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from wk.tournament.models import Entry


@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send an official to the desk, with the player of the card found, and anybody else to the
    page of the player."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
    if request.user.is_authenticated:
        return redirect(f"{reverse('desk:desk', args=[slug])}?player={entry.number}")
    return redirect(entry)
