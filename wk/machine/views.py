"""The director's page about this computer."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.machine.queries import boxes, slow_pages


@require_safe
@requires(Act.SEE_MACHINE)
def machine_page(request: OfficialRequest) -> HttpResponse:
    """Show how this computer is, and what to do about it."""
    now = timezone.now()
    context = {"boxes": boxes(now), "slow_pages": slow_pages(now)}
    return render(request, "machine/machine.html", context)
