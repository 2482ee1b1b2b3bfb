"""The page of a table's phone, and the requests of that page with the key of the table."""

from random import SystemRandom
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.problems import Invalid
from wk.accounts.address import client_address
from wk.core.refusals import ActionRefused
from wk.core.second_laptop import second_address
from wk.phones import services
from wk.phones.calls import call_data
from wk.phones.forms import PhoneContentForm
from wk.phones.guides import (
    by_language,
    clock_data,
    draw_data,
    form_data,
    known_data,
    next_data,
    problems_data,
)
from wk.phones.keyed_views import (
    key_request,
    refusal_by_rate,
    refusal_on_paper,
    refusal_response,
)
from wk.phones.offline import files_of, version_of
from wk.phones.queries import (
    PhoneFormState,
    counted_version,
    first_dealer_draw,
    form_state,
    next_seats,
    table_news,
    table_of,
)
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.drafts import EditConflict
from wk.scoreforms.form_lock import RoundClosed
from wk.scoreforms.services import ConfirmationNeeded
from wk.tournament.models import Table
from wk.tournament.round_states import why_closed

MOST_BODY = 250_000  # bytes: a whole form has about 5000
# Requests of one table that each server process accepts; a busy phone sends sixty.
MOST_A_MINUTE = 300
UNKNOWN = gettext_lazy("This code does not open a table, or not any more. Ask for a new one.")


def _refusal(table: Table) -> JsonResponse | None:
    """Refuse the phone of a table outside of a started round, None if it may."""
    if refused := refusal_on_paper(table):
        return refused
    if not table.round.is_started:
        return refusal_response("early", _("This round has not started yet."), 409)
    return refusal_by_rate(f"phone-{table.pk}", MOST_A_MINUTE)


phone_request = key_request(table_of, _refusal, most_body=MOST_BODY, unknown=UNKNOWN)


# Shared caches may store the page and its service worker: they have no data of any table.
@require_safe
@cache_control(public=True, max_age=60)
def phone(request: HttpRequest) -> HttpResponse:
    """Show the page of a table's phone; it is the same for all tables, as it has no key."""
    page = render(request, "phones/phone.html")
    page["Referrer-Policy"] = "no-referrer"
    return page


@require_safe
@cache_control(public=True, max_age=60)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which keeps the page and its files for use without a network."""
    page = render_to_string("phones/phone.html", request=request)
    files = files_of(page)
    context = {
        "addresses": [reverse("phones:phone"), *files],
        "version": version_of(page, files.values()),
    }
    return render(request, "phones/worker.js", context, content_type="text/javascript")


@phone_request
def state(request: HttpRequest, table: Table) -> HttpResponse:
    """Answer with everything that a phone needs to work without a network."""
    seats, rules = seats_at(table), table.round.rules
    entries = tuple(seat.entry for seat in seats)
    state_now = form_state(table)
    content, tournament = state_now.content, table.round.tournament
    data = form_data(rules, entries, content)
    # Games without a first dealer on the form have no draw for it.
    if data["firstDealer"]:
        data["draw"] = draw_data(first_dealer_draw(table, len(entries)))
    return JsonResponse(
        data
        | {
            "tournament": tournament.name,
            "slug": tournament.slug,
            "standings": reverse("standings:standings", args=[tournament.slug]),
            "round": table.round.number,
            "isLast": table.round.number >= tournament.round_count,
            "table": table.number,
            "closed": why_closed(table.round, author=None),
            "game": by_language(rules.name),
            "seatKeys": " ".join(str(seat.pk) for seat in seats),
            "cells": rules.to_cells(content),
        }
        | _state_data(table, state_now, len(entries))
    )


@phone_request
def news(request: HttpRequest, table: Table) -> HttpResponse:
    """Answer with announcements, clock and call of the table, next seats, and what counts."""
    now = timezone.now()
    announcements, clock = table_news(table, now)
    return JsonResponse(
        {
            "announcements": announcements,
            "clock": clock_data(clock) if clock else None,
            "call": call_data(table, now),
            "second": second_address(settings.DATA_DIR),
            "next": next_data(table.round.number + 1, next_seats(table)),
            "counted": counted_version(table),
        }
    )


@phone_request
def save(request: HttpRequest, table: Table) -> HttpResponse:
    """Store the content of the phone as a draft."""
    form = PhoneContentForm(request.POST, game=table.round.rules, seats=table.seats.count())
    if not form.is_valid():
        return _unreadable(form)
    try:
        services.save(
            table=table, content=_content_of(form), expected=form.cleaned_data["revision"]
        )
    except ActionRefused as refusal:
        return _refused(table, form, refusal)
    return JsonResponse(_state_data(table, form_state(table), form.seats))


@phone_request
def confirm(request: HttpRequest, table: Table) -> HttpResponse:
    """Hand in the form of the phone, on which the table agrees."""
    form = PhoneContentForm(request.POST, game=table.round.rules, seats=table.seats.count())
    if not form.is_valid():
        return _unreadable(form)
    try:
        services.confirm(
            table=table,
            content=_content_of(form),
            confirmed_token=form.cleaned_data["sure"],
            lot=SystemRandom().random(),  # nobody can predict which forms are reviewed
            address=client_address(request),
        )
    except ConfirmationNeeded as unsure:
        words = _("Is this right? Look at it once more.")
        token, problems = unsure.version_token, problems_data(unsure.problems)
        return refusal_response("unsure", words, 422, sure=token, problems=problems)
    except Invalid as invalid:
        reserved = form.game.layout(form.seats, form.document()).reserved
        problems = problems_data(invalid.problems, reserved)
        return refusal_response("wrong", _("The form is not right yet."), 422, problems=problems)
    except ActionRefused as refusal:
        return _refused(table, form, refusal)
    return JsonResponse(_state_data(table, form_state(table), form.seats))


def _content_of(form: PhoneContentForm) -> services.PhoneContent:
    players, seat_keys = form.cleaned_data["players"], form.cleaned_data["seat_keys"]
    return services.PhoneContent(form.document(), players, timezone.now(), seat_keys)


def _unreadable(form: PhoneContentForm) -> JsonResponse:
    words = " ".join(str(why) for whys in form.errors.values() for why in whys)
    return refusal_response("unreadable", words, 400)


def _refused(table: Table, form: PhoneContentForm, refusal: ActionRefused) -> JsonResponse:
    """Answer that a service refused the form, with the reason.

    After a conflict with another phone the answer has the cells that the other phone saved. If
    other players sit at the table now, the content is stored in their columns, and the answer has
    the revision of that draft. `sameAs` has the keys of the seats if the columns are the same after
    all, as when players swapped names.
    """
    more: dict[str, Any] = {}
    if isinstance(refusal, services.PlayersChanged):
        try:
            revision = form.cleaned_data["revision"]
            draft = services.save_for_new_players(
                table=table, content=_content_of(form), expected=revision
            )
            more = {"isKept": draft is not None, "revision": draft.revision if draft else 0}
            more["sameAs"] = " ".join(map(str, refusal.same_as))
        except ActionRefused as other:
            refusal = other  # the reason why not even a draft could be stored
    codes = {
        RoundClosed: "closed",
        EditConflict: "conflict",
        services.PlayersChanged: "reseated",
        services.HandedIn: "handed-in",
    }
    # By the exact class: a refusal of any other kind is only shown.
    code = codes.get(type(refusal), "refused")
    if code == "conflict":
        state_now = form_state(table)
        theirs = form.game.to_cells(state_now.content)
        more = {"theirs": theirs, **_state_data(table, state_now, table.seats.count())}
    return refusal_response(code, str(refusal), 409, **more)


def _state_data(table: Table, state_now: PhoneFormState, seats: int) -> dict[str, Any]:
    """Return the state of a form for its phone: state, revision, and the figures of scoring."""
    return {
        "standing": state_now.state,
        "revision": state_now.draft.revision if state_now.draft else 0,
        "known": known_data(table.round.rules, seats, state_now.content),
    }
