"""The office's list of forms: the state of every table, and a field to open a table's form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import at_one_moment
from wk.core.kept_reads import KeptReads
from wk.core.version_token import version_token
from wk.scoreforms.drafts import PRESENT
from wk.scoreforms.form_status import FormStatus, TableFacts, round_forms, table_facts
from wk.scoreforms.list_forms import ListChoiceForm
from wk.scoreforms.papers.forms import PaperForm
from wk.scoreforms.papers.queries import papers_of
from wk.scoreforms.queries import FormCount, count_forms
from wk.scoreforms.review.queries import review_queue
from wk.tournament.finished_rounds import awaits_ceremony
from wk.tournament.models import Round, Tournament
from wk.tournament.round_states import closed_words, why_closed


@dataclass(frozen=True, slots=True)
class FormFilter:
    """A filter of the list: its key in the address, its name, and the forms that it includes."""

    key: str
    name: Promise
    includes: Callable[[FormStatus], bool]


FILTERS = (
    FormFilter("missing", _("Not in yet"), lambda form: not form.is_in),
    FormFilter("behind", _("Behind the others"), lambda form: form.is_behind),
    FormFilter("typing", _("Being typed"), lambda form: form.state in ("typing", "draft")),
    FormFilter("look", _("To be looked at"), lambda form: form.needs_review),
    FormFilter("differs", _("Typed differently"), lambda form: form.state == "differs"),
    FormFilter("counted", _("Counts"), lambda form: form.counts),
)


# The facts of a round and the length of the review queue, by the key of the round: all clerks ask
# for them again at each change.
FACTS: KeptReads[int, tuple[tuple[TableFacts, ...], int]] = KeptReads()


@require_safe
@requires(Act.TYPE_FORMS)
@at_one_moment
def form_list(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the forms of a round, the newest by default, and a field to open a table's form.

    An open list requests changes in the background; the answer is 204 if nothing has changed.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    started = list(tournament.rounds.started())
    if not started:
        return render(request, "scoreforms/none.html", {"tournament": tournament})
    choice = ListChoiceForm(request.GET)
    choice.is_valid()  # invalid parameters are left out
    parameters = choice.cleaned_data
    round = next((r for r in started if r.number == parameters.get("round")), started[-1])
    find = PaperForm(request.GET if "table" in request.GET else None, round=round)
    if find.is_valid():
        table = find.cleaned_data["table"]
        return redirect("scoreforms:enter", slug, table.round.number, table.number)
    is_secret = any(each.withheld for each in started)
    ends = round == started[-1] and awaits_ceremony(tournament, started)
    context = _list_context(request, round, parameters.get("show", ""), is_secret, ends)
    # Without this header it is a whole page; with it, the background request of an open list.
    if "HX-Request" not in request.headers:
        context |= {"rounds": started, "find": find}
        context["takes_forms"] = not why_closed(round, request.user)
        return render(request, "scoreforms/list.html", context)
    if context["version_token"] == parameters.get("version_token"):
        return HttpResponse(status=204)
    return render(request, "scoreforms/_table_cards.html", context)


def _filters(user: User) -> tuple[FormFilter, ...]:
    """Return the filters of the list for one official."""
    own = FormFilter("mine", _("Paper with me"), lambda form: form.paper == user.username)
    return (*FILTERS, own)


def _is_review_next(user: User, forms: Sequence[FormStatus], count: FormCount) -> bool:
    """Return whether to look at forms is the next step of an official.

    It is not while forms are to come, and all that wait were typed by the official, so that
    somebody else has to look.
    """
    waiting = [form for form in forms if form.needs_review]
    own = [form for form in waiting if form.by == user.username and not form.is_objected]
    only_own = len(own) == len(waiting) and not count.differing
    return bool(waiting) and not (only_own and count.to_come)


def _list_context(
    request: OfficialRequest, round: Round, show: str, is_secret: bool, ends: bool
) -> dict[str, Any]:
    """Return the context that changes while forms come in, with its `version_token`.

    `is_secret`: results are held back, so that the list leads nobody to them. `ends`: this is the
    last round, and the ceremony comes next.
    """
    facts, review_count = FACTS.get(
        request, round.pk, lambda: (table_facts(round), review_queue(round.tournament).count())
    )
    papers, filters = papers_of(round), _filters(request.user)
    forms = tuple(
        replace(form, paper=papers.get(form.table, ""))
        for form in round_forms(round, timezone.now() - PRESENT, facts)
    )
    count = count_forms(round, forms)
    form_filter = next((form_filter for form_filter in filters if form_filter.key == show), None)
    return {
        "tournament": round.tournament,
        "round": round,
        "count": count,
        "is_review_next": _is_review_next(request.user, forms, count),
        "filters": [(each, sum(map(each.includes, forms))) for each in filters],
        "form_filter": form_filter,
        "forms": [form for form in forms if form_filter is None or form_filter.includes(form)],
        "review_count": review_count,
        "closed": closed_words(round),
        "is_secret": is_secret,
        "awaits_ceremony": ends,
        "version_token": version_token(round.state, forms, review_count, is_secret, ends),
    }
