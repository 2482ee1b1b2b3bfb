"""The page of a person: how everybody sees the name, and taking it out of all editions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.backups.thinning import NAMES_KEPT
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.privacy.forms import TakeOutForm, WhyForm
from wk.privacy.persons import Person
from wk.privacy.services import show_by_initials, show_by_name
from wk.privacy.taking_out import photos_of, take_out
from wk.tournament.initials import initials
from wk.tournament.models import Entry


@require_safe
@requires(Act.PROTECT_PERSONS)
@at_one_moment
def person(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show how a person is shown, in which editions, and what can be done."""
    return _page(request, _entry(slug, number))


def _page(request: OfficialRequest, entry: Entry, **forms: Any) -> HttpResponse:
    player = entry.player
    rows = Entry.objects.filter(player=player).select_related("tournament")
    entries = tuple(rows.order_by("-tournament__date", "pk"))
    context = {
        "tournament": entry.tournament,
        "entry": entry.known(),
        "player": player,
        "entries": entries,
        "shown_as": entry.name,
        "initials": initials(entry.known_name, entry.known_surname),
        "photos": photos_of(Person(player, entries)),
        "days": NAMES_KEPT.days,
        "why_form": WhyForm(auto_id="why_%s"),
        "take_out_form": TakeOutForm(auto_id="out_%s"),
    }
    return render(request, "privacy/person.html", context | forms)


@require_POST
@requires(Act.PROTECT_PERSONS)
@once
def use_initials(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show a person by initials from now on."""
    words = _("Everybody reads only the initials from now on.")
    form = WhyForm(request.POST, auto_id="why_%s")
    return _do(request, _entry(slug, number), show_by_initials, form, words)


@require_POST
@requires(Act.PROTECT_PERSONS)
@once
def use_name(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Show a person with the name again."""
    words = _("Everybody reads the name again.")
    form = WhyForm(request.POST, auto_id="why_%s")
    return _do(request, _entry(slug, number), show_by_name, form, words)


@require_POST
@requires(Act.PROTECT_PERSONS)
@once
def take_person_out(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Take a person out of all editions."""
    words = _("Nothing tells any more who this was. All ranks are as before.")
    form = TakeOutForm(request.POST, auto_id="out_%s")
    return _do(request, _entry(slug, number), take_out, form, words, named="take_out_form")


def _do(
    request: OfficialRequest,
    entry: Entry,
    verb: Callable[..., None],
    form: WhyForm,
    words: str,
    *,
    named: str = "why_form",
) -> HttpResponse:
    """Do something about a person; if the form is not right, show it. The page has it `named`."""
    if not form.is_valid():
        return _page(request, entry, **{named: form})
    with refusals_as_messages(request):
        verb(
            person=entry.player_id,
            reason=form.cleaned_data["reason"],
            author=request.user,
            now=timezone.now(),
        )
        messages.success(request, words)
    return redirect("privacy:person", entry.tournament.slug, entry.number)


def _entry(slug: str, number: int) -> Entry:
    entries = Entry.objects.select_related("tournament", "player")
    return get_object_or_404(entries, tournament__slug=slug, number=number)
