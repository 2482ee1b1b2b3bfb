"""The page "Let phones and screens in": opens wk to other devices, and shows their addresses."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.address import is_from_this_machine
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.hall_address import address_at, address_in_hall, is_out_of_reach
from wk.hall.access import services
from wk.hall.access.forms import AboutForm, OpenHallForm, slip_page
from wk.hall.access.queries import access
from wk.hall.queries import practice_last
from wk.phones.keys import qr_svg
from wk.tournament.models import Tournament
from wk.tournament.printed_addresses import outdated, printed_codes


@require_safe
@requires(Act.OPEN_HALL)
def access_page(request: OfficialRequest) -> HttpResponse:
    """Show whether wk is open to the hall, its address there, and paper with another address."""
    now, printed = access(), printed_codes()
    hosts = [urlsplit(origin).hostname or "" for codes in printed for origin in codes.origins]
    suggested = now.suggested(hosts)
    reachable = not is_out_of_reach(request)
    # Closed, the page compares paper with the address that it would open.
    origin = address_in_hall(request, "") if now.is_open else address_at(request, suggested, "")
    about = AboutForm(request.GET)
    slip = about.waiting_slip
    context = {
        "access": now,
        "origin": origin,
        "reachable": reachable,
        "suggested": suggested,
        "form": OpenHallForm(hosts=now.hosts, initial={"host": suggested, "slip": slip}),
        "about": about,
        "slip": slip,
        "slip_page": slip_page(slip),
        "outdated": outdated(printed, origin) if reachable or suggested else [],
        "named_hosts": settings.NAMED_HOSTS,
        "is_here": is_from_this_machine(request),
    }
    if reachable:
        context |= _places(origin, about.slug)
    return render(request, "hall/access/access.html", context)


def _places(origin: str, slug: str) -> dict[str, Any]:
    """Return the addresses for phones, a clerk's laptop and the wall, and the code for phones.

    The code leads to the tournament of the director's last page, if any. Otherwise the wall is that
    of the first tournament.
    """
    slugs = [each.slug for each in practice_last(Tournament.objects.all())]
    shown = slug or next(iter(slugs), "")
    return {
        "code": qr_svg(origin + (reverse("overview", args=[slug]) if slug else "/")),
        "clerks": origin + reverse("accounts:login"),
        "wall": f"{origin}{reverse('hall:wall', args=[shown])}" if shown else "",
    }


@require_POST
@requires(Act.OPEN_HALL)
@once
def open_access(request: OfficialRequest) -> HttpResponse:
    """Let other devices in, at the chosen host; go back to a slip that waited for it."""
    form = OpenHallForm(request.POST, hosts=access().hosts)
    if not form.is_valid():
        messages.error(
            request, " ".join(str(error) for errors in form.errors.values() for error in errors)
        )
        return _to_access(request)
    with refusals_as_messages(request):
        services.open_access(host=form.cleaned_data["host"])
        messages.success(request, _("Card champion is open to the hall."))
        slip = slip_page(form.cleaned_data["slip"])
        return redirect(slip) if slip else _to_access(request)
    return _to_access(request)


@require_POST
@requires(Act.OPEN_HALL)
@once
def close_access(request: OfficialRequest) -> HttpResponse:
    """Let in only this machine."""
    with refusals_as_messages(request):
        services.close_access()
        messages.success(request, _("Card champion is closed: only this computer reaches it."))
    return _to_access(request)


def _to_access(request: OfficialRequest) -> HttpResponse:
    """Return a redirect to the page, which still knows where the director came from."""
    query = AboutForm(request.POST).query
    return redirect(f"{reverse('hall:access')}{'?' * bool(query)}{query}")
