"""Photos of the paper, for officials: add, look at, turn and remove them."""

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import ShownRefusals
from wk.core.consistent_reads import at_one_moment
from wk.scoreforms.models import Photo
from wk.scoreforms.photos.forms import BesideForm, PhotosForm, TurnForm
from wk.scoreforms.photos.services import drop_photo, keep_photos, photos_of, turn_photo
from wk.scoreforms.table_queries import table_at
from wk.tournament.models import Table


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
@at_one_moment
def photos(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show the photos of a form, and store new ones; a background request gets only that part."""
    form_table = table_at(slug, round, table)
    if request.method != "POST":
        return _photos_response(request, form_table)
    form = PhotosForm(request.POST, request.FILES)
    if not form.is_valid():
        errors = [str(error) for error in form.errors["pictures"]]
        return _photos_response(request, form_table, errors)
    pictures = form.cleaned_data["pictures"]
    keep = partial(keep_photos, pictures=pictures, author=request.user, now=timezone.now())
    return _change(request, form_table, keep)


@require_safe
@requires(Act.TYPE_FORMS)
@at_one_moment
def photo(request: OfficialRequest, slug: str, round: int, table: int, photo: int) -> HttpResponse:
    """Return the picture of a photo."""
    found = get_object_or_404(
        Photo,
        pk=photo,
        form__table__number=table,
        form__table__round__number=round,
        form__table__round__tournament__slug=slug,
    )
    return HttpResponse(bytes(found.picture), content_type="image/jpeg")


@require_POST
@requires(Act.TYPE_FORMS)
def drop(request: OfficialRequest, slug: str, round: int, table: int, photo: int) -> HttpResponse:
    """Remove a photo."""
    form_table = table_at(slug, round, table)
    return _change(request, form_table, partial(drop_photo, photo=photo, by=request.user))


@require_POST
@requires(Act.TYPE_FORMS)
def turn(request: OfficialRequest, slug: str, round: int, table: int, photo: int) -> HttpResponse:
    """Turn a photo by a quarter."""
    form_table = table_at(slug, round, table)
    form = TurnForm(request.POST)
    if not form.is_valid():
        return _changed_response(request, form_table)
    act = partial(turn_photo, photo=photo, turn=form.cleaned_data["turn"], by=request.user)
    return _change(request, form_table, act)


def _change(request: OfficialRequest, table: Table, act: Callable[..., object]) -> HttpResponse:
    """Change the photos of a table; show the reason if that is refused."""
    errors: list[str] = []
    with ShownRefusals(errors.append):
        act(table=table)
    return _photos_response(request, table, errors) if errors else _changed_response(request, table)


def _changed_response(request: OfficialRequest, table: Table) -> HttpResponse:
    """Show the photos as they are now: in place for a background request, else on their page."""
    if "HX-Request" in request.headers:
        return _photos_response(request, table)
    return redirect(
        "scoreforms:photos", table.round.tournament.slug, table.round.number, table.number
    )


def _photos_response(
    request: OfficialRequest, table: Table, errors: list[str] | None = None
) -> HttpResponse:
    is_part = "HX-Request" in request.headers
    beside_form = BesideForm(request.POST or request.GET)
    is_beside = beside_form.is_valid() and beside_form.cleaned_data["beside"]
    kept = list(photos_of(table))
    if request.method == "GET" and is_part and is_beside:
        shown_keys = "".join(f"{photo.pk}-" for photo in kept)
        # The photos on the page are still the same, so htmx leaves them as they are.
        if shown_keys == beside_form.cleaned_data["seen"]:
            return HttpResponse(status=204)
    context = {
        "tournament": table.round.tournament,
        "table": table,
        "photos": kept,
        "photo_errors": errors or [],
        "can_edit": not (is_part and is_beside),
    }
    page = "scoreforms/photos/_photos.html" if is_part else "scoreforms/photos/photos.html"
    return render(request, page, context)
