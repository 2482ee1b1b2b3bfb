"""The page of the prizes, and the pages on which a director sets them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.prizes import services
from wk.prizes.forms import CategoryForm, MarkForm, WinnerForm
from wk.prizes.queries import prizes
from wk.tournament.models import PrizeCategory, Tournament
from wk.tournament.name_search import by_surname, has_letters


@require_safe
@at_one_moment
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the categories, and who wins as far as the reader may see it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    shown = prizes(tournament, sees_all=request.user.is_authenticated)
    context = {
        "tournament": tournament,
        "prizes": shown,
        "can_hand_over": shown.is_settled and may(request.user, Act.HAND_OUT_PRIZES),
        "standings": shown.standings,
        "visibility": shown.visibility,
        "namesakes": shown.standings.namesakes,
    }
    return render(request, "prizes/prizes.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.SET_PRIZES)
@once
def add(request: OfficialRequest, slug: str) -> HttpResponse:
    """Make a category; one for marked players goes on to the page on which they are marked."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = CategoryForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form, "name"):
            made = services.add_category(tournament=tournament, **form.cleaned_data)
            is_marked = made.counts == PrizeCategory.Counts.MARKED
            return redirect("prizes:mark", slug, made.pk) if is_marked else _to_list(slug)
    return render(request, "prizes/category.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.SET_PRIZES)
@once
def edit(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Change a category."""
    category = _category(slug, key)
    form = CategoryForm(
        request.POST or None, tournament=category.tournament, instance=_category(slug, key)
    )
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form, "name"):
            services.change_category(category=category, **form.cleaned_data)
            messages.success(request, _("The category has been changed."))
            return _to_list(slug)
    context = {"tournament": category.tournament, "category": category, "form": form}
    return render(request, "prizes/category.html", context)


@require_POST
@requires(Act.SET_PRIZES)
@once
def remove(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Remove a category."""
    category = _category(slug, key)
    with refusals_as_messages(request):
        services.remove_category(category=category)
        messages.success(request, _("“%(name)s” has been removed.") % {"name": category.name})
    return _to_list(slug)


@require_http_methods(["GET", "POST"])
@requires(Act.SET_PRIZES)
@once
@at_one_moment
def mark(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Show all players with a box each, and mark those that are ticked."""
    category = _category(slug, key)
    entries = list(by_surname(category.tournament.entries.all()))
    form = MarkForm(request.POST if request.method == "POST" else None, entries=entries)
    if form.is_bound and form.is_valid():
        with refusals_as_messages(request):
            services.mark_players(category=category, numbers=form.cleaned_data["number"])
            messages.success(request, _("The players have been marked."))
        return _to_list(slug)
    context = {
        "tournament": category.tournament,
        "category": category,
        "listed": entries,
        "has_letters": has_letters(entries),
        "ticked": set(category.entries.values_list("number", flat=True)),
        "form": form,
    }
    return render(request, "prizes/mark.html", context)


@require_POST
@requires(Act.HAND_OUT_PRIZES)
@once
def hand_over(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Note that a winner has got his prize."""
    category, form = _category(slug, key), WinnerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say who it is about."))
        return _to_list(slug)
    with refusals_as_messages(request):
        services.hand_over(
            category=category, author=request.user, now=timezone.now(), **form.cleaned_data
        )
    return _to_list(slug, category)


@require_POST
@requires(Act.HAND_OUT_PRIZES)
@once
def take_back(request: OfficialRequest, slug: str, key: int) -> HttpResponse:
    """Remove the note that a winner has got his prize."""
    category, form = _category(slug, key), WinnerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say who it is about."))
        return _to_list(slug)
    services.take_back(category=category, **form.cleaned_data)
    return _to_list(slug, category)


def _category(slug: str, key: int) -> PrizeCategory:
    """Return a category with its tournament. Raises Http404."""
    found = PrizeCategory.objects.select_related("tournament")
    return get_object_or_404(found, tournament__slug=slug, pk=key)


def _to_list(slug: str, category: PrizeCategory | None = None) -> HttpResponse:
    """Return a redirect to the page of the prizes, to a category there."""
    answer = redirect("prizes:list", slug)
    if category:
        answer["Location"] += f"#prize-{category.pk}"
    return answer
