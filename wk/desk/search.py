"""Who is meant by what comes into the desk's one field: typed by hand, or read from a card."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wk.tournament.models import Entry, Tournament
from wk.tournament.search import is_found, searchable

# The address on a player's card ends so. A scanner is a keyboard, and may be set for another
# country than the computer: letters and figures come through, whatever stands between them may not.
CARD = re.compile(r"(?P<place>.*)\Wcard\W+(?P<number>[0-9]{1,5})\W*", re.IGNORECASE | re.DOTALL)
NUMBER = re.compile(r"#?(?P<number>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: a start number, from a card or typed, or the words of a name.

    `is_foreign`: the card is one of another tournament.
    """

    words: str
    number: int | None = None
    is_foreign: bool = False


def read(typed: str, tournament: Tournament) -> Asked:
    """Return what was asked for.

    Without its signs the address of a card still tells of which tournament it is.
    """
    typed = typed.strip()
    if number := NUMBER.fullmatch(typed):
        return Asked(typed, int(number["number"]))
    card = CARD.fullmatch(typed)
    if card is None:
        return Asked(typed)
    own = f"t{_letters(tournament.slug)}"
    return Asked(typed, int(card["number"]), not _letters(card["place"]).endswith(own))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def found(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return who is asked for, those first whose name begins so; nobody where nothing is."""
    if asked.is_foreign or not asked.words:
        return []
    if asked.number is not None:
        return [entry for entry in entries if entry.number == asked.number]
    words = searchable(asked.words)
    fitting = [e for e in entries if is_found(words, name=e.name, club=e.club, number=0)]
    return sorted(fitting, key=lambda e: (_far(words, e.name), searchable(e.name), e.number))


def _far(words: str, name: str) -> int:
    """How far a name is from what was typed: it is that name, begins so, or has it somewhere."""
    called = searchable(name)
    return 0 if called == words else 1 if called.startswith(words) else 2


def the_one(asked: Asked, matches: list[Entry]) -> Entry | None:
    """Return the one who must be meant: the only match, or the only one who is called just so."""
    if len(matches) == 1:
        return matches[0]
    words = searchable(asked.words)
    same = [entry for entry in matches if searchable(entry.name) == words]
    return same[0] if len(same) == 1 else None
