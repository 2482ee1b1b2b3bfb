"""The examples of writing of a tournament: taken along as a file, and thrown away."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.archive.writer import taken_along
from wk.camera.examples.file import examples_file, file_name
from wk.camera.examples.services import throw_examples_away
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.answers import refusals_as_messages
from wk.tournament.models import Tournament


@require_safe
@requires(Act.SET_REVIEW)
def download(request: OfficialRequest, slug: str) -> HttpResponse:
    """Download the examples of a tournament."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_as_messages(request):
        data, name = examples_file(tournament), file_name(tournament)
        if request.method == "GET":
            note(Event.Kind.TAKEN_ALONG, taken_along(name, data))
        return HttpResponse(
            data,
            content_type="application/zip",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
    return redirect("scoreforms:settings", slug)


@require_POST
@requires(Act.SET_REVIEW)
@once
def throw_away(request: OfficialRequest, slug: str) -> HttpResponse:
    """Throw the examples of a tournament away."""
    tournament = get_object_or_404(Tournament, slug=slug)
    count = throw_examples_away(tournament=tournament, author=request.user, now=timezone.now())
    text = ngettext(
        "%(count)d piece has been thrown away.", "%(count)d pieces have been thrown away.", count
    )
    messages.success(request, text % {"count": count} if count else _("There were none any more."))
    return redirect("scoreforms:settings", slug)
