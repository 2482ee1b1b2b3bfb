"""Pages of the review: its queue, one form beside its paper, and two typings that differ."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.problems import Invalid, Problem
from wk.accounts.address import client_address
from wk.accounts.models import User
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.scoreforms.differences import paper_totals
from wk.scoreforms.models import Check, Objection, Version
from wk.scoreforms.objections.views import objection_context
from wk.scoreforms.photos.services import photos_of
from wk.scoreforms.review import services as review
from wk.scoreforms.review.forms import AdjudicationForm, LookForm, ReasonForm
from wk.scoreforms.review.queries import is_blind, open_checks, review_queue, unchecked
from wk.scoreforms.sheet import sheet
from wk.scoreforms.table_queries import points_text, seated, substitutes_at, table_at
from wk.tournament.models import Entry, Table, Tournament
from wk.tournament.round_states import why_closed


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A form to be reviewed, adjudicated or answered for, as one official sees it.

    `way`: look (review by sight), type (type it again, unseen), adjudicate (two typings differ) or
    answer (nothing of these, but a player finds it not right). `is_own`: the official is its
    author. `closed`: the reason why its round is closed to the official, "" if it is open.
    `objections`: the number of cells that players find not right. `may_decide`: the official may
    choose between typings of it that differ.
    """

    version: Version
    way: str
    is_own: bool
    closed: str
    objections: int = 0
    may_decide: bool = False

    @property
    def table(self) -> Table:
        """Return the table of the form."""
        return self.version.form.table

    @property
    def may_be_reviewed(self) -> bool:
        """Return whether this official may review the form by sight."""
        return self.way == "look" and not self.is_own and not self.closed

    @property
    def may_be_typed(self) -> bool:
        """Return whether this official may type the form a second time, unseen."""
        return self.way == "type" and not self.is_own and not self.closed

    @property
    def may_be_answered(self) -> bool:
        """Return whether this official may answer what players say of the form."""
        return self.objections > 0 and self.way in ("look", "answer") and not self.closed


def _review_items(tournament: Tournament, user: User) -> tuple[ReviewItem, ...]:
    """Return the review queue of a tournament for one official, newest first; four queries."""
    differing = set(open_checks().values_list("version", flat=True))
    unseen = set(unchecked().values_list("pk", flat=True))
    asked = Objection.objects.open().filter(form__table__round__tournament=tournament)
    objections = Counter(asked.values_list("form", flat=True))
    may_correct = may(user, Act.CORRECT_COUNTED_FORMS)
    return tuple(
        ReviewItem(
            version,
            _way(tournament, version, differing, unseen),
            is_own=version.author_id == user.pk,
            closed=why_closed(version.form.table.round, user),
            objections=objections[version.form_id],
            may_decide=may_correct or not version.is_counted,
        )
        for version in review_queue(tournament).defer("content")
    )


def _way(tournament: Tournament, version: Version, differing: set[int], unseen: set[int]) -> str:
    if version.pk in differing:
        return "adjudicate"
    if version.pk not in unseen:
        return "answer"
    return "type" if is_blind(tournament, version) else "look"


@require_safe
@requires(Act.REVIEW_FORMS)
@at_one_moment
def review_queue_page(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the forms to be reviewed, in the order of tables; the button starts with the newest.

    The newest paper form lies on top of its pile, so the reviewer takes it first.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    newest_first = _review_items(tournament, request.user)
    reviewable = [each for each in newest_first if each.may_be_reviewed or each.may_be_answered]
    first = next(iter(reviewable), None)
    forms = sorted(newest_first, key=lambda each: (each.table.round.number, each.table.number))
    ways = Counter("look" if each.way == "type" else each.way for each in forms)
    context = {"tournament": tournament, "forms": forms, "first": first, "count": ways}
    return render(request, "scoreforms/review/review_queue.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.REVIEW_FORMS)
@once
@at_one_moment
def review_form(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show one form of the queue, with what players say; redirect if it needs another way."""
    form_table = table_at(slug, round, table)
    forms = _review_items(form_table.round.tournament, request.user)
    index = next((i for i, each in enumerate(forms) if each.table == form_table), None)
    if request.method == "POST":
        return _confirm(request, form_table, _next_review_address(forms, form_table))
    if index is None:
        messages.info(request, _("Nobody has to look at table %d any more.") % form_table.number)
        return redirect("scoreforms:review_queue", slug)
    shown = forms[index]
    if shown.closed:
        return redirect(form_table)  # the page of the table gives the reason
    if shown.way == "adjudicate":
        return redirect("scoreforms:adjudicate", slug, round, table)
    if shown.way == "type" and not shown.is_own:
        return redirect("scoreforms:enter", slug, round, table)
    # The buttons lead from form to form by sight; a form of the official's own is shown among them.
    reviewable = [each for each in forms if each.way in ("look", "answer") or each is shown]
    position = reviewable.index(shown)
    version, entries, rules = shown.version, seated(form_table), form_table.round.rules
    context = {
        "tournament": form_table.round.tournament,
        "table": form_table,
        "shown": shown,
        "newer": reviewable[position - 1] if position else None,
        "older": reviewable[position + 1] if position + 1 < len(reviewable) else None,
        "position": position + 1,
        "total": len(reviewable),
        "photos": photos_of(form_table),
        "sheet": sheet(rules, entries, version.content).for_reading(),
        "paper_totals": paper_totals(rules, entries, version.content, version.paper_totals),
        "substitutes": substitutes_at(form_table),
        **objection_context(form_table, version, entries),
    }
    return render(request, "scoreforms/review/check.html", context)


def _next_review_address(forms: Sequence[ReviewItem], table: Table) -> str:
    """Return the address of the next form in the queue, or of the queue if there is none."""
    slug = table.round.tournament.slug
    index = next((i for i, each in enumerate(forms) if each.table == table), -1)
    # First through the older forms, then from the newest again.
    for each in (*forms[index + 1 :], *forms[: max(index, 0)]):
        if each.may_be_reviewed:
            address_args = [slug, each.table.round.number, each.table.number]
            return reverse("scoreforms:review", args=address_args)
    return reverse("scoreforms:review_queue", args=[slug])


def _confirm(request: OfficialRequest, table: Table, next_address: str) -> HttpResponse:
    """Store a review by sight, and redirect to the next form."""
    form = LookForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This cannot be stored: nothing has been saved."))
        return redirect(request.path)
    version = get_object_or_404(
        Version.objects.filter(form__table=table), number=form.cleaned_data["version"]
    )
    with refusals_as_messages(request):
        review.confirm(version=version, author=request.user, now=timezone.now())
        messages.success(request, _("Table %d has been looked at: it counts.") % table.number)
        return redirect(next_address)
    return redirect(request.path)


@require_POST
@requires(Act.SKIP_REVIEW)
@once
def let_count(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Let a form that waits count without review."""
    form_table = table_at(slug, round, table)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A reason is needed, of at most 300 characters."))
        return redirect("scoreforms:review_queue", slug)
    version = get_object_or_404(
        Version.objects.filter(form__table=form_table), number=form.cleaned_data["version"]
    )
    with refusals_as_messages(request):
        review.let_count(
            version=version,
            author=request.user,
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        messages.success(request, _("Table %d counts.") % form_table.number)
    return redirect("scoreforms:review_queue", slug)


@require_http_methods(["GET", "POST"])
@requires(Act.REVIEW_FORMS)
@at_one_moment
def adjudicate(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show a form with different typings, and store the content of the paper, cell by cell."""
    form_table = table_at(slug, round, table)
    checks = _second_typings(form_table)
    if not checks:
        messages.info(request, _("There is nothing to settle about table %d.") % form_table.number)
        return redirect("scoreforms:review_queue", slug)
    if request.method != "POST" and why_closed(form_table.round, request.user):
        return redirect(form_table)  # the page of the table gives the reason
    # The current version comes first: keeping it is choice 0 of the form.
    versions = [checks[0].version, *(check.typed for check in checks if check.typed)]
    entries, counts = seated(form_table), versions[0].is_counted
    form = AdjudicationForm(
        request.POST if request.method == "POST" else None,
        game=form_table.round.rules,
        entries=entries,
        typings=[version.content for version in versions],
        counts=counts,
    )
    problems: Sequence[Problem] = ()
    if form.is_bound and form.is_valid() and form.cleaned_data["action"] != "preview":
        try:
            with refusals_as_messages(request):
                return _adjudicated(request, form_table, checks[0], form)
        except Invalid as invalid:
            problems = invalid.problems
    context = {
        "tournament": form_table.round.tournament,
        "table": form_table,
        "form": form,
        "versions": versions,
        "columns": list(zip(ascii_uppercase, versions, strict=False)),
        "keys": ", ".join(ascii_uppercase[: len(versions)].lower()),
        "totals": _totals(form_table, entries, form),
        "counts": counts,
        "can_decide": may(request.user, Act.CORRECT_COUNTED_FORMS) or not counts,
        "problems": problems,
        "photos": photos_of(form_table),
        **objection_context(form_table, versions[0], entries),
    }
    return render(request, "scoreforms/review/adjudicate.html", context)


def _second_typings(table: Table) -> list[Check]:
    """Return the open checks of a form with a second typing."""
    found = open_checks().filter(version__form__table=table, typed__isnull=False)
    return list(found.select_related("version__author", "typed__author"))


def _totals(
    table: Table, entries: tuple[Entry, ...], form: AdjudicationForm
) -> list[tuple[Entry, tuple[int, ...], int | None]]:
    """Return each player with the totals of every typing and the total of the chosen values.

    The last total is None until a value has been chosen in every cell.
    """
    rules, seats = table.round.rules, len(entries)
    typed = [rules.progress(typing, seats).totals for typing in form.typings]
    is_chosen = form.is_bound and form.is_valid()
    chosen = rules.progress(form.document(), seats).totals if is_chosen else (None,) * seats
    return list(zip(entries, zip(*typed, strict=True), chosen, strict=True))


def _adjudicated(
    request: OfficialRequest, table: Table, check: Check, form: AdjudicationForm
) -> HttpResponse:
    """Store the chosen values, and redirect to the queue; raises Invalid and ActionRefused."""
    version = review.adjudicate(
        check=check,
        document=form.document(),
        author=request.user,
        now=timezone.now(),
        reason=form.cleaned_data["reason"],
        address=client_address(request),
    )
    message = _("Table %(number)d counts: %(points)s.")
    points = points_text(version)
    messages.success(request, message % {"number": table.number, "points": points})
    return redirect("scoreforms:review_queue", table.round.tournament.slug)
