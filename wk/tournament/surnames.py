"""The parts of a full name, and the order of names in Dutch lists: Wal, Sjoerd van der.

A Dutch list sorts a name under its main word, and writes the prefix (tussenvoegsel) behind the
given name. Not every name tells its main word. Of two surnames without a hyphen (Gabriel García
Márquez) the last word is taken, of a Belgian name (Jan De Vries) the word after the prefix.
Officials correct these: a surname that they gave comes before the guess.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wk.tournament.letters import APOSTROPHES, MOST_REMEMBERED, searchable

# Prefixes that are no given names: they are prefixes at the start of a name too.
DUTCH = (
    r"aan|bij|de|den|der|het|in|onder|op|over|te|ten|ter|thoe|tot|uit|van|vande[nr]?|voor"
    r"|(?:aan|bij|in|op|over|uit|van|voor)?'t|v/d|v\.?d|'s"
)
# Prefixes that are given names or initials too, such as Al and Di. A capital at the start of a name
# makes them one of these.
FOREIGN = (
    r"af|al|am|auf|da|dal|das|degli|dei|del|della|des|di|do|dos|du|el|la|las|le|les|li|lo|los|san"
    r"|und|vom|von|zu|zum|zur"
)
# Of one letter: with a capital they are initials.
LETTER = r"[vd]"
# Written together with the surname. O'Brien has none: that O' belongs to its main word.
ATTACHED = r"(?:(?i:al|el)-|[dl]'|'[st]-|v\.d\.|v/d\.?)"
# Atomic, and few parts with a hyphen: else a text made of prefixes has a way to be read for each of
# their subsets, and would be tried for hours.
PREFIX = rf"(?>(?:(?i:{DUTCH}|{FOREIGN})|{LETTER})\.?\s+|{ATTACHED}\s*)"
WORD = r"[^\s,–—-]+"
HYPHEN = r"(?:\s*[-–—]\s*|\s+y\s+)"
FULL_NAME = re.compile(
    rf"(?:\S.*?\s)??{PREFIX}*(?P<surname>{WORD}(?:{HYPHEN}{PREFIX}*{WORD}){{0,4}})\W*"
)
GIVEN_AND_PREFIX = re.compile(rf"(?P<given>(?:\S.*?\s)??)(?P<prefix>{PREFIX}*)")
DUTCH_START = re.compile(rf"(?i:{DUTCH})\.?\s")
LEADING_PREFIXES = re.compile(rf"\s*{PREFIX}*")
# What officials write behind a name to tell namesakes apart is a suffix too.
SUFFIXED = re.compile(
    r"(?P<name>.*[^\s,])(?P<suffix>,?\s+(?:(?i:jr|sr|jun|sen|junior|senior)\.?|I{2,3}|IV|\d+"
    r"|\([^()]*\)))"
)
NAME_WORD = re.compile(r"[^\s,]+")
# The signs of an apostrophe become one, so that the parts keep their places in the name.
SIGNS = dict.fromkeys(APOSTROPHES, "'")
GENERATIONS = ("junior", "senior")  # surnames too, if only a given name is before them


@dataclass(frozen=True)
class NameParts:
    """The parts of a full name; all but the surname may be empty.

    `surname` is the part under which a list has the name. `suffix` is jr., II or (Utrecht).
    """

    surname: str
    prefix: str = ""
    given: str = ""
    suffix: str = ""

    @property
    def listed(self) -> str:
        """Return the name as a Dutch list has it: Wal jr., Sjoerd van der (Utrecht)."""
        is_generation = self.suffix[:1].isalpha()
        name = f"{self.surname} {self.suffix}" if is_generation else self.surname
        behind = " ".join(filter(None, (self.given, self.prefix)))
        listed = f"{name}, {behind}" if behind else name
        return listed if is_generation or not self.suffix else f"{listed} {self.suffix}"

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Return the sort key: surname, given name, prefix, suffix, each as folded words."""
        return tuple(map(_folded_words, (self.surname, self.given, self.prefix, self.suffix)))

    @property
    def letter(self) -> str:
        """Return the letter under which a list has the name, "#" if it begins with no letter."""
        first = self.order[0][:1].upper()
        return first if first.isalpha() else "#"


@lru_cache(MOST_REMEMBERED)
def name_parts(name: str, surname: str = "") -> NameParts:
    """Return the parts of a full name: by its surname if that is known, else by a guess.

    `surname` counts only if it is in the name (`surname_in`).

    >>> name_parts("Sjoerd van der Wal").listed, name_parts("Jan De Vries", "De Vries").listed
    ('Wal, Sjoerd van der', 'De Vries, Jan')
    """
    name = " ".join(name.split())
    known = surname_in(name, surname)
    text, suffix = _without_suffix(name)
    if known and not surname_in(text, known):  # the official took the suffix as well
        text, suffix = name, ""
    start, end = _place_of(text, known) if known else _guess(text)
    first, led = _given_and_prefix(text[:start])
    behind, trailed = _given_and_prefix(text[end:].strip(" ,-–—"))
    if led and behind and not first:  # Van der Wal, Sjoerd: the capital was for the beginning
        led = led[0].lower() + led[1:]
    given, prefix = (" ".join(filter(None, each)) for each in ((first, behind), (led, trailed)))
    return NameParts(text[start:end], prefix, given, suffix)


def surname_in(name: str, typed: str) -> str:
    """Return a typed surname as the name has it, "" if it is not in the name as whole words.

    >>> surname_in("Gabriel García Márquez", "garcia marquez"), surname_in("Jan Walsma", "Wal")
    ('García Márquez', '')
    """
    words = list(NAME_WORD.finditer(name))
    wanted = [searchable(word) for word in NAME_WORD.findall(typed)]
    for at in reversed(range(len(words) - len(wanted) + 1)):
        found = words[at : at + len(wanted)]
        if wanted and [searchable(word[0]) for word in found] == wanted:
            return name[found[0].start() : found[-1].end()]
    return ""


def corrected_surname(name: str, surname: str) -> str:
    """Return the surname to store for a name: "" if it is not in the name, or changes no list."""
    found = surname_in(name, surname)
    return "" if name_parts(name, found).listed == name_parts(name).listed else found


def main_part(surname: str) -> str:
    """Return a surname without the prefixes before it, if anything is left then.

    >>> main_part("van der Wal"), main_part("Jansen-de Vries"), main_part("Van")
    ('Wal', 'Jansen-de Vries', 'Van')
    """
    surname = surname.strip()
    led = LEADING_PREFIXES.match(surname.translate(SIGNS))
    return surname[led.end() :] if led and led.end() < len(surname) else surname


def _without_suffix(text: str) -> tuple[str, str]:
    """Return a name without its suffix, and the suffix or ""."""
    surname, comma, behind = text.partition(",")
    if comma and (found := SUFFIXED.fullmatch(surname)):  # Wal jr., Sjoerd van der
        return found["name"] + comma + behind, found["suffix"].strip()
    found = SUFFIXED.fullmatch(text)
    if found is None:
        return text, ""
    is_surname = found["suffix"].strip().casefold() in GENERATIONS and " " not in found["name"]
    return (text, "") if is_surname else (found["name"], found["suffix"].strip(" ,"))


def _place_of(text: str, surname: str) -> tuple[int, int]:
    """Return where a surname begins and ends in a name that has it as whole words."""
    end = len(text)
    while True:
        start = text.rindex(surname, 0, end)
        end = start + len(surname)
        if surname_in(text[start:], surname) and text[:start][-1:] in ("", " ", ","):
            return start, end
        end -= 1


def _guess(text: str) -> tuple[int, int]:
    """Return where the surname probably begins and ends in a name without suffix."""
    plain = text.translate(SIGNS)
    surname, comma, behind = plain.partition(",")
    if comma and surname.strip() and behind.strip():
        return len(surname) - len(main_part(surname)), len(surname.rstrip())
    found = FULL_NAME.fullmatch(plain)
    return found.span("surname") if found else (0, len(text))


def _given_and_prefix(text: str) -> tuple[str, str]:
    """Return the given name and the prefix in what is left of a name; each may be empty."""
    text = text.strip()
    found = GIVEN_AND_PREFIX.fullmatch(f"{text} ".translate(SIGNS))
    if found is None:
        return text, ""
    given, prefix = text[: found.end("given")].strip(), text[found.end("given") :].strip()
    first, _space, rest = prefix.partition(" ")
    is_given = first[:1].isupper() and first[-1] not in "-'" and not DUTCH_START.match(f"{prefix} ")
    return (first, rest) if is_given and not given else (given, prefix)


def _folded_words(text: str) -> str:
    """Return the folded words of a text: a hyphen sorts like a space."""
    return " ".join(re.findall(r"\w+", searchable(text)))
