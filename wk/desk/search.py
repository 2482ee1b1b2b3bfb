"""Who is meant by what comes into the desk's one field: typed by hand, or read from a card."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wk.tournament.models import Entry, Tournament
from wk.tournament.near import nearest
from wk.tournament.search import is_found, searchable

# The address on a player's card ends so. A scanner is a keyboard, and may be set for another
# country than the computer: letters and figures come through, whatever stands between them may not.
CARD = re.compile(r"(?P<place>.*)\Wcard\W+(?P<number>[0-9]{1,5})\W*", re.IGNORECASE | re.DOTALL)
NUMBER = re.compile(r"#?(?P<number>[0-9]{1,5})")
# As it stands on cards and lists: the start number, and the name beside it.
LABEL = re.compile(r"#?(?P<number>[0-9]{1,5})[\s.:·]+(?P<name>.*\w.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: a start number, from a card or typed, or the words of a name.

    `is_foreign`: the card is one of another tournament. `label`: the words may be a start number
    and the name beside it; or a name that begins with a number.
    """

    words: str
    number: int | None = None
    is_foreign: bool = False
    label: tuple[int, str] | None = None


def read(typed: str, tournament: Tournament) -> Asked:
    """Return what was asked for.

    Without its signs the address of a card still tells of which tournament it is.
    """
    typed = typed.strip()
    if number := NUMBER.fullmatch(typed):
        return Asked(typed, int(number["number"]))
    card = CARD.fullmatch(typed)
    if card is None:
        label = LABEL.fullmatch(typed)
        return Asked(typed, label=(int(label["number"]), label["name"]) if label else None)
    own = f"t{_letters(tournament.slug)}"
    return Asked(typed, int(card["number"]), not _letters(card["place"]).endswith(own))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def found(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return who is asked for, those first whose name begins so; nobody where nothing is."""
    words = searchable(asked.words)
    if asked.is_foreign or not words:
        return []
    if asked.number is not None:
        return [entry for entry in entries if entry.number == asked.number]
    fitting = [entry for entry in entries if _fits(words, entry) or _is_labelled(asked, entry)]
    return sorted(fitting, key=lambda e: (_far(words, e.name), searchable(e.name), e.number))


def near(asked: Asked, entries: Iterable[Entry]) -> list[Entry]:
    """Return the few who may be meant where nobody is found: by a name that is almost theirs."""
    if asked.is_foreign or asked.number is not None:
        return []
    listed = list(entries)
    if asked.label:
        number, called = asked.label
        if labelled := nearest(called, (e for e in listed if e.number == number)):
            return labelled
    return nearest(asked.words, listed)


def _is_labelled(asked: Asked, entry: Entry) -> bool:
    return (
        asked.label is not None and entry.number == asked.label[0] and _fits(asked.label[1], entry)
    )


def _fits(words: str, entry: Entry) -> bool:
    return is_found(words, name=entry.name, club=entry.club, number=0)


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
