"""The search of check-in: typed text, or the address on the card of a player."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from wk.tournament.fuzzy_names import most_similar
from wk.tournament.letters import MOST_REMEMBERED, searchable
from wk.tournament.models import Entry, Tournament
from wk.tournament.name_search import by_surname

# The end of the address on the card of a player. A scanner types like a keyboard. If its layout
# differs from that of the computer, letters and figures are right, but signs such as / may be
# others. The key of the player is behind the number.
CARD = re.compile(
    r"(?P<place>.*)\Wcard\W+(?P<number>[0-9]{1,5})(?:\W.*)?", re.IGNORECASE | re.DOTALL
)
NUMBER = re.compile(r"#?(?P<number>[0-9]{1,5})[.:]?")
# A start number and the name beside it, as printed on cards and lists.
LABEL = re.compile(r"[#(]?(?P<number>[0-9]{1,5})[\s.:·)]+(?P<name>.*\w.*)", re.DOTALL)
# Signs between name and club, or between last name and first name, become spaces.
BETWEEN = str.maketrans("(),", "   ")


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A parsed search.

    - `words`: the typed text.
    - `number`: the start number, if the text is only that, or is from a card.
    - `is_foreign`: the card is of another tournament.
    - `label`: number and name, if the text begins with a number. It may be a start number with its
      name, or a name that begins with a number.
    """

    words: str
    number: int | None = None
    is_foreign: bool = False
    label: tuple[int, str] | None = None


def parse_search(typed: str, tournament: Tournament) -> SearchQuery:
    """Return the parsed form of a typed or scanned text."""
    typed = typed.strip()
    if number := NUMBER.fullmatch(typed.translate(BETWEEN).strip()):
        return SearchQuery(typed, int(number["number"]))
    card = CARD.fullmatch(typed)
    if card is None:
        label = LABEL.fullmatch(typed)
        return SearchQuery(typed, label=(int(label["number"]), label["name"]) if label else None)
    # The address is .../t/SLUG/card/NUMBER. Only letters and figures are compared (CARD).
    own = f"t{_letters(tournament.slug)}"
    return SearchQuery(typed, int(card["number"]), not _letters(card["place"]).endswith(own))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@lru_cache(MOST_REMEMBERED)
def plain(text: str) -> str:
    """Return a text in the form to compare: searchable, and without signs as in BETWEEN.

    >>> plain("Anna  Bakker (De Slag)")
    'anna bakker de slag'
    """
    return " ".join(searchable(text).translate(BETWEEN).split())


def is_exact_name(words: str, name: str, club: str) -> bool:
    """Return whether the words are the whole name, or the whole name with the club."""
    return plain(words) in (plain(name), plain(f"{name} {club}"))


def matching_entries(query: SearchQuery, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that match a search, the best match first (`_match_rank`).

    The list is empty for an empty search, and for a card of another tournament.
    """
    words = plain(query.words)
    if query.is_foreign or not words:
        return []
    if query.number is not None:
        return [entry for entry in entries if entry.number == query.number]
    fitting = [e for e in entries if _matches_label(query, e) or _matches_words(query, e)]
    return sorted(by_surname(fitting), key=lambda entry: _match_rank(words, entry))


def similar_entries(query: SearchQuery, entries: Iterable[Entry]) -> list[Entry]:
    """Return a few entries with a name similar to the typed one; for a search without a match."""
    if query.is_foreign or query.number is not None:
        return []
    listed = list(entries)
    if query.label:
        number, called = query.label
        # First the entry with the typed start number, if its name is similar.
        if labelled := most_similar(called, (e for e in listed if e.number == number)):
            return labelled
    return most_similar(query.words, listed)


def _matches_label(query: SearchQuery, entry: Entry) -> bool:
    name = _labelled_name(query, entry)
    return bool(name) and _fits(name, entry)


def _labelled_name(query: SearchQuery, entry: Entry) -> str:
    """Return the name typed after the start number of this entry, "" if that was not typed."""
    return query.label[1] if query.label and query.label[0] == entry.number else ""


def _matches_words(query: SearchQuery, entry: Entry) -> bool:
    """Return whether name and club of an entry contain all words.

    A leading number must be in the name: the same number in a club is a coincidence.
    """
    is_in_name = query.label is None or plain(query.words).split()[0] in plain(entry.name).split()
    return is_in_name and _fits(query.words, entry)


def _fits(query: str, entry: Entry) -> bool:
    """Return whether name and club together contain all words.

    A digit outside ASCII, as in m², must occur literally: `searchable` turns it into a plain one.
    """
    where = f"{searchable(entry.name)} {searchable(entry.club)}"
    if not all(word in where for word in plain(query).split()):
        return False
    odd = {each for each in query if each.isdigit() and not each.isascii()}
    return odd <= {*entry.name, *entry.club}


def _match_rank(words: str, entry: Entry) -> int:
    """Return the rank of a match.

    It is 0 for equal names, 1 for a name or a surname that begins with the words, also as a list
    has it, 2 for another word of the name that does, and 3 for others, as by the club.
    """
    called, parts = plain(entry.name), entry.name_parts
    if called == words:
        return 0
    begins = (entry.name, parts.surname, f"{parts.prefix} {parts.surname}", parts.listed)
    if any(plain(each).startswith(words) for each in begins):
        return 1
    return 2 if f" {words}" in called else 3


def only_match(query: SearchQuery, matches: list[Entry]) -> Entry | None:
    """Return the only match, or else the only one with exactly the typed name, or else None."""
    if len(matches) == 1:
        return matches[0]
    same = [entry for entry in matches if _is_exact_match(query, entry)]
    return same[0] if len(same) == 1 else None


def _is_exact_match(query: SearchQuery, entry: Entry) -> bool:
    typed = (query.words, _labelled_name(query, entry))
    return any(is_exact_name(words, entry.name, entry.club) for words in typed)
