"""The buttons of the desk for payments; each leads back to the player at the desk."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.players.checkin.payments import note_payment, undo_payment
from wk.players.checkin.views import entry_at


@require_POST
@requires(Act.NOTE_PAYMENTS)
@once
def note(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Note that a player has paid."""
    with refusals_as_messages(request):
        note_payment(entry=entry_at(slug, number), author=request.user, now=timezone.now())
    return _to_player(slug, number)


@require_POST
@requires(Act.NOTE_PAYMENTS)
@once
def undo(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Remove the note that a player has paid."""
    with refusals_as_messages(request):
        undo_payment(entry=entry_at(slug, number))
    return _to_player(slug, number)


def _to_player(slug: str, number: int) -> HttpResponse:
    return redirect(f"{reverse('players:checkin', args=[slug])}?player={number}")
