"""The page of all changes, and its button that verifies them. Only directors see it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.changes.forms import ChangesForm
from wk.auditlog.changes.groups import group_of, groups, merged
from wk.auditlog.changes.queries import link_of_hash, link_words, occasions
from wk.chain.models import Head, Link
from wk.chain.verifying import Report
from wk.chain.verifying import verify as verified
from wk.core.consistent_reads import at_one_moment
from wk.core.hashing import short

PAGE_SIZE = 40  # occasions
LINES = 200  # of one occasion


@require_safe
@requires(Act.READ_ALL_CHANGES)
@at_one_moment
def changes(request: OfficialRequest) -> HttpResponse:
    """Show every change, latest first, by the occasion at which it was made."""
    return render(request, "auditlog/changes/changes.html", _context(request))


@require_safe
@requires(Act.READ_ALL_CHANGES)
@at_one_moment
def occasion(request: OfficialRequest, number: int) -> HttpResponse:
    """Show all that was changed at one occasion, found by any of its links."""
    group = group_of(get_object_or_404(Link, number=number))
    found = Link.objects.filter(group.links).order_by("number")
    page = Paginator(found, LINES).get_page(request.GET.get("page"))
    words = link_words(list(page))
    context = {
        "each": occasions([group])[0],
        "page": page,
        "lines": [words[link.number] for link in page],
    }
    return render(request, "auditlog/changes/occasion.html", context)


@require_POST
@requires(Act.READ_ALL_CHANGES)
def verify(request: OfficialRequest) -> HttpResponse:
    """Verify everything now, and show what was found above the changes; it changes nothing."""
    return render(request, "auditlog/changes/changes.html", _context(request, verified()))


def _context(request: OfficialRequest, report: Report | None = None) -> dict[str, Any]:
    form = ChangesForm(request.GET)
    found = link_of_hash(form.typed_hash) if form.typed_hash else None
    asked = {"about": form.slug, "kind": form.chosen_kind}
    page = Paginator(groups(form.slug, form.chosen_kind), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    head = Head.objects.filter(pk=Head.ONLY).first()
    return {
        "form": form,
        "report": report,
        "head": head,
        "newest": short(head.hash) if head and head.number else "",
        "found": found,
        "found_hash": short(found.hash) if found else "",
        "page": page,
        "asked": urlencode({key: value for key, value in asked.items() if value}),
        "occasions": occasions(merged(page)),
    }
