"""Pages about score forms: which are in, typing one in, and what each said."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.problems import Invalid, Problem
from wk.accounts.permissions import OfficialRequest, clerk_required
from wk.scoreforms import services
from wk.scoreforms.forms import CellsForm, FindTableForm, RoundChoiceForm, VersionChoiceForm
from wk.scoreforms.models import ScoreForm, Version
from wk.scoreforms.queries import differences, form_count, round_forms, seated, written
from wk.scoreforms.sheet import new_notes, sheet, split_rows
from wk.tournament.models import Table, Tournament
from wk.tournament.numbers import signed
from wk.tournament.refusal import Refusal


@require_safe
@clerk_required
def form_list(request: OfficialRequest, slug: str) -> HttpResponse:
    """The forms of the round that is on, and a field for the table on the next paper."""
    tournament = get_object_or_404(Tournament, slug=slug)
    started = list(tournament.rounds.started())
    if not started:
        return render(request, "scoreforms/none.html", {"tournament": tournament})
    choice = RoundChoiceForm(request.GET)
    number = choice.cleaned_data["round"] if choice.is_valid() else None
    round = next((r for r in started if r.number == number), started[-1])
    find = FindTableForm(request.GET if "table" in request.GET else None, round=round)
    if find.is_valid():
        return redirect("scoreforms:enter", slug, round.number, find.cleaned_data["table"].number)
    context = {
        "tournament": tournament,
        "rounds": started,
        "round": round,
        "count": form_count(round),
        "forms": round_forms(round),
        "find": find,
    }
    return render(request, "scoreforms/list.html", context)


@require_http_methods(["GET", "POST"])
@clerk_required
def enter(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Type in the form of a table: keep it as a draft, hand it in, or correct it."""
    place = _table(slug, round, table)
    content, counted, stored = written(place)
    if request.method == "GET" and not place.round.is_started:
        messages.error(request, _("This round has not started yet."))
        return redirect(place.round)
    if request.method == "GET" and counted and not request.user.is_director:
        messages.info(request, _("This form counts already. Only the director can correct it."))
        return redirect(place)
    entries = seated(place)
    rules = place.round.rules
    context: dict[str, Any] = {
        "tournament": place.round.tournament,
        "table": place,
        "counted": counted,
        "stored": stored,
        "players": " ".join(str(entry.number) for entry in entries),
    }
    sent = request.POST if request.method == "POST" else None
    form = CellsForm(sent, game=rules, seats=len(entries), document=content)
    form.fields["reason"].required = counted is not None and request.user.is_director
    unreadable: tuple[Problem, ...] = ()
    if form.is_bound:
        if not form.is_valid():
            messages.error(request, _("This cannot be stored: nothing has been saved."))
        elif saved := _save(request, place, form, context):
            return saved
        unreadable = form.unreadable()
        mine = form.document()  # what was typed stays on the page
        if context.get("is_conflict"):
            context["differences"] = differences(rules, len(entries), mine, content)
        content = mine
    context |= {"form": form, "sheet": sheet(rules, entries, content, unreadable)}
    return render(request, "scoreforms/enter.html", context)


def _save(
    request: OfficialRequest, table: Table, form: CellsForm, context: dict[str, Any]
) -> HttpResponse | None:
    """Store what was typed and go on; None if that is refused, with the reason in the context."""
    keep = _keep_draft if form.cleaned_data["action"] == "draft" else _hand_in
    try:
        keep(request, table, form)
    except services.Mismatch as mismatch:
        context["mismatch"] = mismatch.problems
        messages.error(request, _("This form cannot be handed in like this."))
    except Invalid:
        messages.error(request, _("The form is not right yet: it does not count."))
    except Refusal as refusal:
        context["is_conflict"] = isinstance(refusal, services.Conflict)
        messages.error(request, str(refusal))
    else:
        return redirect("scoreforms:list", table.round.tournament.slug)
    return None


def _keep_draft(request: OfficialRequest, table: Table, form: CellsForm) -> None:
    services.save_draft(
        table=table,
        document=form.document(),
        author=request.user,
        now=timezone.now(),
        expected_draft=form.cleaned_data["expected_draft"],
    )
    messages.success(request, _("Table %d is kept as a draft.") % table.number)


def _hand_in(request: OfficialRequest, table: Table, form: CellsForm) -> None:
    asked = ("players", "expected_version", "reason", "typing_error")
    version = services.hand_in(
        table=table,
        document=form.document(),
        author=request.user,
        now=timezone.now(),
        **{name: form.cleaned_data[name] for name in asked},
    )
    messages.success(request, _counted_message(table, version))


def _counted_message(table: Table, version: Version) -> str:
    """Say what has been counted, so that the clerk can lay it beside the paper once more."""
    results = version.results.select_related("seat__entry").order_by("seat__number")
    won = ", ".join(f"{r.seat.entry.name} {signed(r.points)}" for r in results)
    return _("Table %(number)d counts: %(points)s.") % {"number": table.number, "points": won}


@require_POST
@clerk_required
def check(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Say what is wrong and what is known of a form while it is being typed; stores nothing."""
    place = _table(slug, round, table)
    entries = seated(place)
    rules = place.round.rules
    form = CellsForm(request.POST, game=rules, seats=len(entries), document={})
    form.is_valid()  # what cannot be stored is shown at its cell
    shown = sheet(rules, entries, form.document(), form.unreadable())
    known, new = split_rows(shown, request.POST)
    context = {
        "sheet": shown,
        "known_rows": known,
        "new_rows": new,
        "new_notes": new_notes(known, request.POST),
        "counted": form.cleaned_data.get("expected_version"),
        "live": True,
        "edit": True,
        "director": request.user.is_director,
    }
    return render(request, "scoreforms/_checked.html", context)


@require_safe
def table_page(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Who sits at a table, and once its form counts, what it says deal by deal."""
    place = _table(slug, round, table)
    if not (place.round.is_public or request.user.is_authenticated):
        raise Http404
    form = ScoreForm.objects.filter(table=place).first()
    counted = form.counted if form else None
    entries = seated(place)
    content = counted.content if counted else {}
    context = {
        "tournament": place.round.tournament,
        "table": place,
        "entries": entries,
        "counted": counted,
        "partners": place.round.rules.partners != "none",
        "sheet": sheet(place.round.rules, entries, content).for_reading(),
    }
    return render(request, "scoreforms/table.html", context)


@require_safe
@clerk_required
def history(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Every version of a form that ever counted, and one of them as it was."""
    place = _table(slug, round, table)
    versions = list(
        Version.objects.filter(form__table=place).select_related("author").order_by("-number")
    )
    if not versions:
        raise Http404
    choice = VersionChoiceForm(request.GET)
    number = choice.cleaned_data["version"] if choice.is_valid() else None
    shown = next((v for v in versions if v.number == number), versions[0])
    context = {
        "tournament": place.round.tournament,
        "table": place,
        "versions": versions,
        "shown": shown,
        "sheet": sheet(place.round.rules, seated(place), shown.content).for_reading(),
    }
    return render(request, "scoreforms/history.html", context)


def _table(slug: str, round: int, number: int) -> Table:
    return get_object_or_404(
        Table.objects.select_related("round__tournament"),
        round__tournament__slug=slug,
        round__number=round,
        number=number,
    )
