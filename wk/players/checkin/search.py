"""The search of check-in: its one field takes typed text, and the address on a player's card."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from wk.tournament.fuzzy_names import most_similar
from wk.tournament.models import Entry, Tournament
from wk.tournament.name_search import MOST_REMEMBERED, searchable

# The end of the address on a player's card. A scanner acts as a keyboard, and its layout may differ
# from that of the computer: letters and figures come through, the signs between them may not.
CARD = re.compile(r"(?P<place>.*)\Wcard\W+(?P<number>[0-9]{1,5})\W*", re.IGNORECASE | re.DOTALL)
NUMBER = re.compile(r"#?(?P<number>[0-9]{1,5})[.:]?")
# A start number and the name beside it, as printed on cards and lists.
LABEL = re.compile(r"[#(]?(?P<number>[0-9]{1,5})[\s.:·)]+(?P<name>.*\w.*)", re.DOTALL)
# Replaces the signs between a name and a club, or between a last name and a first name.
BETWEEN = str.maketrans("(),", "   ")


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A parsed search: a start number, typed or from a card, or the words of a name.

    `is_foreign`: the card is one of another tournament. `label`: number and name, if the words
    begin with a number. They may be a start number with the name beside it, or a name that begins
    with a number.
    """

    words: str
    number: int | None = None
    is_foreign: bool = False
    label: tuple[int, str] | None = None


def parse_search(typed: str, tournament: Tournament) -> SearchQuery:
    """Return the search that a text in the field means.

    The tournament of a card is compared by letters and figures only, as a scanner may garble the
    signs between them.
    """
    typed = typed.strip()
    if number := NUMBER.fullmatch(typed.translate(BETWEEN).strip()):
        return SearchQuery(typed, int(number["number"]))
    card = CARD.fullmatch(typed)
    if card is None:
        label = LABEL.fullmatch(typed)
        return SearchQuery(typed, label=(int(label["number"]), label["name"]) if label else None)
    own = f"t{_letters(tournament.slug)}"
    return SearchQuery(typed, int(card["number"]), not _letters(card["place"]).endswith(own))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@lru_cache(MOST_REMEMBERED)
def plain(text: str) -> str:
    """Return a text to compare: searchable, without the signs between name and club.

    >>> plain("Anna  Bakker (De Slag)")
    'anna bakker de slag'
    """
    return " ".join(searchable(text).translate(BETWEEN).split())


def is_exact_name(words: str, name: str, club: str) -> bool:
    """Return whether the words are exactly the name, or the name with the club."""
    return plain(words) in (plain(name), plain(f"{name} {club}"))


def matching_entries(query: SearchQuery, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that fit a search, sorted by how well their names fit.

    An exact name comes first, then a name that begins with the words. The list is empty if nothing
    was typed, or if the card is one of another tournament.
    """
    words = plain(query.words)
    if query.is_foreign or not words:
        return []
    if query.number is not None:
        return [entry for entry in entries if entry.number == query.number]
    fitting = [e for e in entries if _matches_label(query, e) or _matches_words(query, e)]
    return sorted(fitting, key=lambda e: (_match_rank(words, e.name), searchable(e.name), e.number))


def similar_entries(query: SearchQuery, entries: Iterable[Entry]) -> list[Entry]:
    """Return a few entries with a name like the typed one, for a search without a match."""
    if query.is_foreign or query.number is not None:
        return []
    listed = list(entries)
    if query.label:
        number, called = query.label
        if labelled := most_similar(called, (e for e in listed if e.number == number)):
            return labelled
    return most_similar(query.words, listed)


def _matches_label(query: SearchQuery, entry: Entry) -> bool:
    name = _labelled_name(query, entry)
    return bool(name) and _fits(name, entry)


def _labelled_name(query: SearchQuery, entry: Entry) -> str:
    """Return the name typed beside this entry's start number, "" without that number."""
    return query.label[1] if query.label and query.label[0] == entry.number else ""


def _matches_words(query: SearchQuery, entry: Entry) -> bool:
    """Return whether an entry has all words in its name and club.

    A number typed first has to be in the name: the same number in a club is a coincidence.
    """
    is_in_name = query.label is None or plain(query.words).split()[0] in plain(entry.name).split()
    return is_in_name and _fits(query.words, entry)


def _fits(query: str, entry: Entry) -> bool:
    """Return whether name and club together contain all words.

    Figures outside ASCII, as in m², have to occur literally: no start number has them.
    """
    where = f"{searchable(entry.name)} {searchable(entry.club)}"
    if not all(word in where for word in plain(query).split()):
        return False
    odd = {each for each in query if each.isdigit() and not each.isascii()}
    return odd <= {*entry.name, *entry.club}


def _match_rank(words: str, name: str) -> int:
    """Return the rank of a match: 0 equal names, 1 a name that begins with the words, 2 others."""
    called = plain(name)
    return 0 if called == words else 1 if called.startswith(words) else 2


def only_match(query: SearchQuery, matches: list[Entry]) -> Entry | None:
    """Return the only match, or else the only one with exactly this name; None without either."""
    if len(matches) == 1:
        return matches[0]
    same = [entry for entry in matches if _is_exact_match(query, entry)]
    return same[0] if len(same) == 1 else None


def _is_exact_match(query: SearchQuery, entry: Entry) -> bool:
    typed = (query.words, _labelled_name(query, entry))
    return any(is_exact_name(words, entry.name, entry.club) for words in typed)
