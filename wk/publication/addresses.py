"""The addresses of which the pages are kept ready-made, and what each page depends on."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl

from django.urls import Resolver404, resolve

from wk.feeds.urls import tournament_urls as feed_urls

# The pages that are the same for every reader without an account. Every one depends on results and
# news; those of the second list also on the forms that are being written.
PAGES = {
    *("home", "guide", "tournament:rules", "players:list", "rounds:list", "scoreforms:table"),
    *("standings:standings", "standings:after_round", "standings:player", "standings:figures"),
    *("standings:years", "standings:everybody", "hall:find"),
    "prizes:list",
    *(f"feeds:{each.name}" for each in feed_urls),
}
PAGES_WITH_PROGRESS = {
    *("overview", "rounds:round", "hall:hall", "hall:news", "hall:wall", "hall:wall_screen"),
}
# Of these an open page asks only for a part: what changes, or the answer to a search. All others
# are the same whoever asks: a phone takes its part out of the page that everybody else reads.
PAGES_WITH_PARTS = {"hall:hall", "hall:news", "hall:wall", "hall:wall_screen", "hall:find"}
# What a page reads of the text behind the question mark of its address; all others have one copy.
# Whatever is typed in a search field is not kept: there is no end to it, and a search is made for
# one reader.
PARAMETERS = {
    "standings:standings": {"page", "sort", "whole"},
    "standings:after_round": {"page", "sort", "whole"},
    "standings:everybody": {"page"},
    "hall:find": {"q"},
    "hall:news": {"round", "table"},
    "hall:wall": {"show"},
    "hall:wall_screen": {"show"},
}
VALUE = re.compile(r"-?\w{0,20}", re.ASCII)
# A phone that knows its player asks for a start number. To what people type there is no end.
NUMBERS = {"hall:find": re.compile(r"\d{1,4}", re.ASCII)}
MOST_QUERY, MOST_PATH = 100, 200  # characters
CHANGES = re.compile(r"/t/[-\w]+/changes\.json", re.ASCII)


@lru_cache(maxsize=4096)
def page_name(path: str) -> str:
    """Return the name of the kept page at a path, "" if pages there are not kept."""
    if len(path) > MOST_PATH:
        return ""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return ""
    return name if name in PAGES | PAGES_WITH_PROGRESS else ""


@lru_cache(maxsize=1024)
def is_kept_query(page: str, query: str) -> bool:
    """Return whether the page of this name is kept with this text behind the question mark.

    Only parameters that the page reads are, each once and with a short value: a parameter that
    somebody made up would make a copy of the same page.
    """
    if not query:
        return True
    if len(query) > MOST_QUERY:
        return False
    written = parse_qsl(query, keep_blank_values=True)
    names = {name for name, _value in written}
    pattern = NUMBERS.get(page, VALUE)
    is_short = all(pattern.fullmatch(value) for _name, value in written)
    return is_short and len(names) == len(written) and names <= PARAMETERS.get(page, set())
