"""What players say of a form, on the page of its review, and the answer of the office."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections import services
from wk.scoreforms.objections.forms import AnswerForm
from wk.scoreforms.objections.queries import objections_to, told
from wk.scoreforms.table_queries import table_at
from wk.tournament.models import Entry, Table


def objection_context(table: Table, version: Version, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """Return what players say of a form and what was answered, for the page of its review."""
    found = told(objections_to(table), table.round.rules, version.content, entries)
    return {
        "objections": [each for each in found if not each.objection.is_answered],
        "answered": [each for each in found if each.objection.is_answered],
    }


@require_POST
@requires(Act.ANSWER_OBJECTIONS)
@once
def answer(
    request: OfficialRequest, slug: str, round: int, table: int, objection: int
) -> HttpResponse:
    """Answer what a player said of a form; the form stays as it is."""
    form_table = table_at(slug, round, table)
    asked = get_object_or_404(
        Objection.objects.select_related("form__table", "entry"),
        form__table=form_table,
        pk=objection,
    )
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("An answer is needed, of at most 300 characters."))
        return redirect("scoreforms:review", slug, round, table)
    with refusals_as_messages(request):
        services.answer(
            objection=asked,
            author=request.user,
            words=form.cleaned_data["answer"],
            now=timezone.now(),
        )
        messages.success(request, _("%(name)s has your answer.") % {"name": asked.entry})
    # The page of the form leads on to the queue once nothing is left to do here.
    return redirect("scoreforms:review", slug, round, table)
