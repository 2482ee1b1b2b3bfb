"""Search behind the desk's one field, which takes typed text and the address on a player's card."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from wk.tournament.fuzzy_names import nearest
from wk.tournament.models import Entry, Tournament
from wk.tournament.name_search import MOST_REMEMBERED, searchable

# The end of the address on a player's card. A scanner acts as a keyboard, and its layout may differ
# from that of the computer: letters and figures come through, the signs between them may not.
CARD = re.compile(r"(?P<place>.*)\Wcard\W+(?P<number>[0-9]{1,5})\W*", re.IGNORECASE | re.DOTALL)
NUMBER = re.compile(r"#?(?P<number>[0-9]{1,5})[.:]?")
# A start number and the name beside it, as printed on cards and lists.
LABEL = re.compile(r"[#(]?(?P<number>[0-9]{1,5})[\s.:·)]+(?P<name>.*\w.*)", re.DOTALL)
# Signs between a name and a club, or between a last name and a first name.
BETWEEN = str.maketrans("(),", "   ")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the field asks for: a start number, typed or from a card, or the words of a name.

    `is_foreign`: the card is one of another tournament. `label`: the words may be a start number
    and the name beside it; or a name that begins with a number.
    """

    words: str
    number: int | None = None
    is_foreign: bool = False
    label: tuple[int, str] | None = None


def read(typed: str, tournament: Tournament) -> Asked:
    """Return what a text in the field asks for.

    The tournament of a card is compared by letters and figures only, as a scanner may garble the
    signs between them.
    """
    typed = typed.strip()
    if number := NUMBER.fullmatch(typed.translate(BETWEEN).strip()):
        return Asked(typed, int(number["number"]))
    card = CARD.fullmatch(typed)
    if card is None:
        label = LABEL.fullmatch(typed)
        return Asked(typed, label=(int(label["number"]), label["name"]) if label else None)
    own = f"t{_letters(tournament.slug)}"
    return Asked(typed, int(card["number"]), not _letters(card["place"]).endswith(own))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@lru_cache(MOST_REMEMBERED)
def plain(text: str) -> str:
    """Return a text as the desk compares it: as it is searched, without signs around club or name.

    >>> plain("Anna  Bakker (De Slag)")
    'anna bakker de slag'
    """
    return " ".join(searchable(text).translate(BETWEEN).split())


def is_called(words: str, name: str, club: str) -> bool:
    """Return whether the words are exactly the name, or the name with the club."""
    return plain(words) in (plain(name), plain(f"{name} {club}"))


def found(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that fit what was asked, sorted by how well their names fit.

    An exact name comes first, then a name that begins with the words. Empty if nothing was asked,
    or if the card is one of another tournament.
    """
    words = plain(asked.words)
    if asked.is_foreign or not words:
        return []
    if asked.number is not None:
        return [entry for entry in entries if entry.number == asked.number]
    fitting = [e for e in entries if _is_labelled(asked, e) or _has_all(asked, e)]
    return sorted(fitting, key=lambda e: (_far(words, e.name), searchable(e.name), e.number))


def near(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return the few entries with a name that resembles the words, for a search without a match."""
    if asked.is_foreign or asked.number is not None:
        return []
    listed = list(entries)
    if asked.label:
        number, called = asked.label
        if labelled := nearest(called, (e for e in listed if e.number == number)):
            return labelled
    return nearest(asked.words, listed)


def _is_labelled(asked: Asked, entry: Entry) -> bool:
    name = _beside(asked, entry)
    return bool(name) and _fits(name, entry)


def _beside(asked: Asked, entry: Entry) -> str:
    """Return the name typed beside this entry's start number, "" without that number."""
    return asked.label[1] if asked.label and asked.label[0] == entry.number else ""


def _has_all(asked: Asked, entry: Entry) -> bool:
    """Return whether an entry has all words.

    A number typed first has to be in the name: one in the club is a coincidence.
    """
    is_in_name = asked.label is None or plain(asked.words).split()[0] in plain(entry.name).split()
    return is_in_name and _fits(asked.words, entry)


def _fits(asked: str, entry: Entry) -> bool:
    """Return whether name and club together contain all words.

    Figures outside ASCII, as in m², have to occur literally: no start number has them.
    """
    where = f"{searchable(entry.name)} {searchable(entry.club)}"
    if not all(word in where for word in plain(asked).split()):
        return False
    odd = {each for each in asked if each.isdigit() and not each.isascii()}
    return odd <= {*entry.name, *entry.club}


def _far(words: str, name: str) -> int:
    """Return how far a name is from the words: 0 equal, 1 it begins with them, 2 anything else."""
    called = plain(name)
    return 0 if called == words else 1 if called.startswith(words) else 2


def the_one(asked: Asked, matches: list[Entry]) -> Entry | None:
    """Return the only match, or else the only one with exactly this name; None without either."""
    if len(matches) == 1:
        return matches[0]
    same = [entry for entry in matches if _is_called_so(asked, entry)]
    return same[0] if len(same) == 1 else None


def _is_called_so(asked: Asked, entry: Entry) -> bool:
    typed = (asked.words, _beside(asked, entry))
    return any(is_called(words, entry.name, entry.club) for words in typed)
