"""What a page is called in words, from its route: for the list of the slowest pages."""

from collections.abc import Iterator, Mapping
from functools import cache

from django.urls import URLResolver, get_resolver
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.auditlog.changes.pages import task_words

# The papers, by the last part of the names of their addresses.
PAPERS: Mapping[str, Promise] = {
    "attendance": gettext_lazy("Attendance list"),
    "blank_cards": gettext_lazy("Blank cards"),
    "blank_sheets": gettext_lazy("Blank score sheets"),
    "booklet": gettext_lazy("Booklet of the edition"),
    "by_table": gettext_lazy("Seating list, by table"),
    "cards": gettext_lazy("Cards of the players"),
    "certificates": gettext_lazy("Certificates"),
    "prizes": gettext_lazy("Prize list"),
    "results": gettext_lazy("Results by table"),
    "seating": gettext_lazy("Seating list, by surname"),
    "sheets": gettext_lazy("Score sheets"),
    "signs": gettext_lazy("Table signs"),
    "standings": gettext_lazy("Standings"),
    "standings_after": gettext_lazy("Standings"),
}
PRINTING, PRINT = "printing:", "print_"


def page_name(route: str) -> str:
    """Return what the page of a route is called: "t/<slug:slug>/hall/" is "Hall".

    A page of Django itself, or of an older wk, is called by the program.
    """
    return name_words(_names().get(route, "?"))


def name_words(name: str) -> str:
    """Return what a page is called, from the name of its address: "rounds:round"."""
    kind = name.removeprefix(PRINTING).removeprefix(PRINT)
    if name.startswith(PRINTING) and kind in PAPERS:
        return _("On paper: %(paper)s") % {"paper": PAPERS[kind]}
    return task_words(name)


@cache
def _names() -> dict[str, str]:
    """Return the names of all addresses, by their routes."""
    return dict(_below(get_resolver(), "", ""))


def _below(resolver: URLResolver, route: str, space: str) -> Iterator[tuple[str, str]]:
    for each in resolver.url_patterns:
        whole = f"{route}{each.pattern}"
        if isinstance(each, URLResolver):
            below = f"{space}{each.namespace}:" if each.namespace else space
            yield from _below(each, whole, below)
        elif each.name:
            yield whole, f"{space}{each.name}"
