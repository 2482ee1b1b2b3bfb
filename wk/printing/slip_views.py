"""Slips of clerks: the page that asks for a name, and the slip itself, to print or to scan.

A slip is printed by the browser, from the page that answers the press: a PDF would keep its code in
a file. Only a hash of the code is stored, so no other page can show it (`wk.accounts.slips`).
"""

import datetime as dt

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from wk.accounts import slip_services, slips
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.queries import account_named
from wk.accounts.slip_forms import NewSlipForm, RenewSlipForm
from wk.accounts.slips import Slip
from wk.core.answers import refusals_as_errors
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.phones.keys import qr_svg
from wk.tournament.models import Tournament


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ACCOUNTS)
def new_slip(request: OfficialRequest) -> HttpResponse:
    """Ask for a name; make a clerk's account of it and show its slip.

    If the name is taken, as that of a helper of last year, the page leads to that account.
    """
    out_of_reach, taken = is_out_of_reach(request), None
    form = NewSlipForm(
        request.POST or None, initial={"offer": slips.offer}, is_out_of_reach=out_of_reach
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        name, offered = given["username"], given["offer"]
        with refusals_as_errors(form, "username"):
            ends_at = end_of(Lasting(given["lasting"]), timezone.now())
            slip = slip_services.add_clerk(name=name, offered=offered, ends_at=ends_at)
            return _slip_page(request, slip)
        taken = account_named(name)
    context = {"form": form, "taken": taken, "out_of_reach": out_of_reach, "slip": "new"}
    return render(request, "printing/ask_slip.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ACCOUNTS)
def renew_slip(request: OfficialRequest, pk: int) -> HttpResponse:
    """Ask for how long; give a clerk's account a new slip in place of the old one, and show it."""
    account = get_object_or_404(User, pk=pk)
    initial, out_of_reach = {"offer": slips.offer(account)}, is_out_of_reach(request)
    form = RenewSlipForm(request.POST or None, initial=initial, is_out_of_reach=out_of_reach)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        with refusals_as_errors(form):
            ends_at = end_of(Lasting(given["lasting"]), timezone.now())
            offered = given["offer"]
            slip = slip_services.renew(account=account, offered=offered, ends_at=ends_at)
            return _slip_page(request, slip)
    context = {"form": form, "account": account, "out_of_reach": out_of_reach, "slip": account.pk}
    return render(request, "printing/ask_slip.html", context)


def _slip_page(request: OfficialRequest, slip: Slip) -> HttpResponse:
    """Show a slip, as it is printed."""
    address = address_in_hall(request, reverse("accounts:login"))
    context = {
        "slip": slip,
        "heading": nearest_tournament(timezone.localdate()),
        "address": address,
        "qr": qr_svg(address + slip.fragment),
        "out_of_reach": is_out_of_reach(request),
    }
    return render(request, "printing/slip.html", context)


def nearest_tournament(today: dt.date) -> str:
    """Return the name of the tournament nearest to a day, "" if there is none.

    Practice tournaments count only if there are no others.
    """
    there = Tournament.objects.order_by("pk")
    nearest = min(there, key=lambda each: (each.is_practice, abs(each.date - today)), default=None)
    return nearest.name if nearest else ""
