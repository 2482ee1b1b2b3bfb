"""What a page is called in words, from its route: for the list of the slowest pages."""

from collections.abc import Iterator, Mapping
from functools import cache

from django.urls import URLResolver, get_resolver
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.auditlog.changes.pages import task_words

# The pages that only show something, by the names of their addresses; the others are called as in
# the log of all changes.
SHOWING: Mapping[str, Promise] = {
    "home": gettext_lazy("First page"),
    "guide": gettext_lazy("Guide"),
    "accounts:list": gettext_lazy("Accounts"),
    "tournament:winner": gettext_lazy("The winner"),
    "auditlog:changes": gettext_lazy("All changes"),
    "players:checkin": gettext_lazy("Desk"),
    "players:bulk": gettext_lazy("Several players at once"),
    "players:card": gettext_lazy("Page of a player"),
    "scoreforms:list": gettext_lazy("Score forms"),
    "scoreforms:review_queue": gettext_lazy("Forms to look at"),
    "scoreforms:photo": gettext_lazy("Photo of a form"),
    "scoreforms:history": gettext_lazy("Versions of a form"),
    "scoreforms:table": gettext_lazy("Page of a table"),
    "phones:phone": gettext_lazy("Phone at the table"),
    "phones:keys": gettext_lazy("Phones at the tables"),
    "phones:card": gettext_lazy("Code of a player’s card"),
    "standings:figures": gettext_lazy("The day in figures"),
    "standings:years": gettext_lazy("Over the years"),
    "standings:everybody": gettext_lazy("Everybody’s editions"),
    "standings:player": gettext_lazy("Page of a player"),
    "backups:moment": gettext_lazy("Back to a moment"),
    "rounds:round": gettext_lazy("Page of a round"),
    "rounds:change_impact": gettext_lazy("Change a draw by hand"),
    "hall:place": gettext_lazy("Ceremony"),
    "hall:ceremony_end": gettext_lazy("Ceremony"),
    "hall:news": gettext_lazy("News"),
    "hall:find": gettext_lazy("Where do I sit?"),
    "hall:attention": gettext_lazy("What needs the director"),
    "hall:wall": gettext_lazy("Screen in the hall"),
    "hall:wall_screen": gettext_lazy("Screen in the hall"),
    "hall:access": gettext_lazy("In the hall"),
    "publication:changes": gettext_lazy("Question whether something is new"),
    "printing:papers": gettext_lazy("All papers"),
    "printing:job": gettext_lazy("PDF being made"),
    "printing:job_pdf": gettext_lazy("PDF"),
}
# The papers, by the last part of the names of their addresses.
PAPERS: Mapping[str, Promise] = {
    "attendance": gettext_lazy("Attendance list"),
    "blank_cards": gettext_lazy("Blank cards"),
    "blank_sheets": gettext_lazy("Blank score sheets"),
    "booklet": gettext_lazy("Booklet of the edition"),
    "by_table": gettext_lazy("Who sits where, by table"),
    "cards": gettext_lazy("Cards of the players"),
    "certificates": gettext_lazy("Certificates"),
    "prizes": gettext_lazy("Prize list"),
    "results": gettext_lazy("Results by table"),
    "seating": gettext_lazy("Who sits where, by surname"),
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
    return str(SHOWING.get(name) or task_words(name))


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
