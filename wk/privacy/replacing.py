"""Names replaced in texts: in lines that people typed, and in JSON."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wk.tournament.surnames import name_parts

PERSONAL = ("surname", "club", "full_name", "full_surname")  # what stands beside a name


def pattern_of(
    names: Iterable[str], numbers: Iterable[int] = (), shorts: Iterable[str] = ()
) -> re.Pattern[str]:
    """Return what finds names in a text, also as lists have them: "Wal, Sjoerd van der".

    A name of one word, and the initials in `shorts`, are found only behind one of the start
    numbers: others may have the same.
    """
    found = set()
    before = "|".join(str(number) for number in sorted(set(numbers)))
    for name in names:
        if len(name.split()) > 1:
            found |= {_spaced(name), _spaced(name_parts(name).listed)}
        elif before:
            found.add(rf"(?:{before})\s+{_spaced(name)}(?!\s+\w)")
    if before:
        found |= {rf"(?:{before})\s+{_spaced(short)}" for short in shorts}
    either = "|".join(sorted(found, key=lambda each: (-len(each), each)))
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])" if either else r"(?!)", re.IGNORECASE)


def _spaced(name: str) -> str:
    """Return the pattern of a name with any space between its words."""
    return r"\s+".join(re.escape(word) for word in name.split())


@dataclass(frozen=True, slots=True)
class Replacement:
    """Names, and the text that takes their place.

    - `names` in folded form: a value in JSON that is nothing but one of these is replaced as well.
    - `with_rest`: the club, the surname and all else that stands beside the name in JSON go too.
    - `own`: keys of the entries of the person; what JSON says of another key is left.
    """

    pattern: re.Pattern[str]
    names: frozenset[str]
    by: str
    own: Collection[int] = ()
    with_rest: bool = False

    def in_text(self, text: str) -> str:
        """Return a text without the names; in one that holds JSON, its values."""
        if text[:1] in ("{", "["):
            try:
                value = json.loads(text)
            except ValueError:
                pass
            else:
                found = self.in_value(value)
                return text if found == value else json.dumps(found)
        if " ".join(text.split()).casefold() in self.names:
            return self.by
        return self.pattern.sub(self.by, text)

    def in_value(self, value: Any) -> Any:
        """Return a value of JSON without the names."""
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, list):
            return [self.in_value(each) for each in value]
        if not isinstance(value, dict):
            return value
        if self._is_of_another(value):
            return value
        found = {key: self.in_value(each) for key, each in value.items()}
        if self.with_rest and found.get("name") != value.get("name"):
            found |= {key: "" for key in PERSONAL if key in found}
        return found

    def _is_of_another(self, value: Mapping[str, Any]) -> bool:
        """Return whether JSON is about a player with another key: a namesake."""
        key = value.get("key")
        return "name" in value and isinstance(key, int) and key not in self.own


def folded_names(names: Iterable[str]) -> frozenset[str]:
    """Return names as `Replacement.names` has them."""
    return frozenset(" ".join(name.split()).casefold() for name in names)
