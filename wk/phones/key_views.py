"""The office's page with the keys of a round, to show, invalidate and renew them."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.hall_address import is_out_of_reach
from wk.phones import services
from wk.phones.forms import TableChoiceForm
from wk.phones.keys import phone_address, phones_page, qr_svg
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.queries import round_at, tables_with_seats


@require_safe
@requires(Act.SHOW_PHONE_CODES)
def keys(request: OfficialRequest, slug: str, round: int) -> HttpResponse:
    """Show the QR codes of all tables of a round, or of one (?table=12), to scan from the screen.

    A table without a key gets one. A round that may still be drawn again has no codes.
    """
    chosen_round = round_at(slug, round)
    form = TableChoiceForm(request.GET, round=chosen_round)
    number = form.cleaned_data["table"] if form.is_valid() else None
    is_off = chosen_round.tournament.phones == Tournament.Phones.OFF
    filters = {"number": number} if number else {}
    shown = tables_with_seats(chosen_round).filter(**filters)
    # A round that is only drawn may still change, so its tables have no keys yet.
    tables = [] if is_off or not chosen_round.is_public else list(shown)
    keys_by_table = services.keys_for(tables=tables, now=timezone.now())
    base = phones_page(request)
    addresses = {pk: phone_address(base, key.key) for pk, key in keys_by_table.items()}
    context = {
        "tournament": chosen_round.tournament,
        "round": chosen_round,
        "is_off": is_off,
        "out_of_reach": is_out_of_reach(request),
        "table_number": number,
        "tables": [_table_data(table, addresses.get(table.pk, "")) for table in tables],
    }
    return render(request, "phones/keys.html", context)


@require_POST
@requires(Act.CHANGE_PHONE_CODES)
@once
def revoke_keys(request: OfficialRequest, slug: str, round: int) -> HttpResponse:
    """Invalidate the key of one table, or of all."""
    chosen_round, tables = _chosen(request, slug, round)
    if tables:
        count = services.revoke_keys(tables=tables, now=timezone.now())
        words = ngettext("%d code has been taken back.", "%d codes have been taken back.", count)
        messages.success(request, words % count)
    return redirect("phones:keys", slug, chosen_round.number)


@require_POST
@requires(Act.CHANGE_PHONE_CODES)
@once
def renew(request: OfficialRequest, slug: str, round: int) -> HttpResponse:
    """Replace the key of one table, or of all; the old key opens nothing any more."""
    chosen_round, tables = _chosen(request, slug, round)
    if tables:
        count = services.renew_keys(tables=tables, now=timezone.now())
        words = ngettext("%d table has a new code.", "%d tables have a new code.", count)
        messages.success(request, words % count)
    return redirect("phones:keys", slug, chosen_round.number)


def _table_data(table: Table, address: str) -> dict[str, Any]:
    """Return a table with its address and QR code, both "" if its key was revoked."""
    return {"table": table, "address": address, "code": qr_svg(address) if address else ""}


def _chosen(request: OfficialRequest, slug: str, round: int) -> tuple[Round, list[Table]]:
    """Return a round and its chosen tables; without any, add an error message."""
    chosen_round = round_at(slug, round)
    form = TableChoiceForm(request.POST, round=chosen_round)
    tables = form.tables() if form.is_valid() else []
    if not tables:
        messages.error(request, _("There is no such table in this round."))
    return chosen_round, tables
