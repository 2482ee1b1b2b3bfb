"""Pages of directors to export and import tournaments, and to make practice tournaments."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from wk.accounts.models import User
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.archive.forms import ArchiveForm, PracticeForm, ReplaceForm
from wk.archive.jsontext import MOST_BYTES
from wk.archive.practice import practice_archive
from wk.archive.problems import ArchiveInvalid, SlugExists
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import taken_along, write
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import consistent_reads
from wk.tournament.models import Tournament
from wk.tournament.practice_slugs import PRACTICE_SLUGS

SHOWN_PROBLEMS = 200  # of an archive; the others are counted


@require_safe
@requires(Act.MANAGE_ARCHIVES)
def export(request: OfficialRequest, slug: str) -> HttpResponse:
    """Download a tournament as an archive."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with consistent_reads():
        data = write(archive_of(tournament))
    if request.method == "GET":
        note(Event.Kind.TAKEN_ALONG, taken_along(f"{slug}.json", data))
    return HttpResponse(
        data,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{slug}.json"'},
    )


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ARCHIVES)
@once
def import_page(request: OfficialRequest) -> HttpResponse:
    """Import a tournament, or show every problem of its file."""
    if request.method == "GET":
        return render(request, "archive/import.html", {"form": ArchiveForm()})
    form = ReplaceForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "archive/import.html", {"form": form})
    try:
        with refusals_as_errors(form):
            tournament = _imported(form, request.user)
            messages.success(request, _("%(name)s has been imported.") % {"name": tournament.name})
            return redirect(tournament)
    except ArchiveInvalid as error:
        return _refused(request, error, form)
    return render(request, "archive/import.html", {"form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ARCHIVES)
@once
def practice(request: OfficialRequest) -> HttpResponse:
    """Make the practice tournament of a game. It replaces an existing one, after a backup."""
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        archive = practice_archive(date=timezone.localdate(now), key=form.cleaned_data["game"])
        with refusals_as_messages(request):
            tournament = import_archive(
                archive=archive, now=now, replace=True, discard_old=True, author=request.user
            )
            messages.success(request, _("The practice tournament is ready."))
            return redirect(tournament)
    existing = Tournament.objects.filter(slug__in=PRACTICE_SLUGS).order_by("slug")
    return render(request, "archive/practice.html", {"form": form, "existing": existing})


def _imported(form: ReplaceForm, author: User) -> Tournament:
    file = form.cleaned_data["file"]
    # One byte too many is enough for the reader to refuse a larger file.
    archive = read(file.read(MOST_BYTES + 1))
    return import_archive(
        archive=archive,
        now=timezone.now(),
        replace=form.allows(archive.slug),
        file=file.name,
        author=author,
    )


def _refused(request: HttpRequest, error: ArchiveInvalid, sent: ReplaceForm) -> HttpResponse:
    """Show the problems of a file. If its tournament exists, offer to replace that."""
    slug = error.slug if isinstance(error, SlugExists) else ""
    form = ReplaceForm(initial={"slug": slug}) if slug else ArchiveForm()
    context = {
        "form": form,
        "file_name": sent.cleaned_data["file"].name,
        "problems": error.problems[:SHOWN_PROBLEMS],
        "count": len(error.problems),
        "more": max(0, len(error.problems) - SHOWN_PROBLEMS),
        "exists": bool(slug),
    }
    return render(request, "archive/import.html", context)
