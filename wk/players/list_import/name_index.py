"""An index of names, to warn of a name in a list that is there already, or almost."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from heapq import nsmallest

from django.utils.translation import gettext_lazy

from wk.tournament.fuzzy_names import is_similar_name, lookup_keys, numbers_of
from wk.tournament.letters import searchable

# A list may hold thousands of similar names. Of those that share a key with a name so many are
# looked at, and so many of all these are compared with it.
MOST_SHARING, MOST_COMPARED = 50, 25

SAME_NUMBER = gettext_lazy("same name as number %(number)d: two people?")
SAME_LINE = gettext_lazy("same name as line %(line)d: two people?")
SIMILAR_NUMBER = gettext_lazy("almost the name of number %(number)d, %(name)s: two people?")
SIMILAR_LINE = gettext_lazy("almost the name on line %(line)d, %(name)s: two people?")


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name, and where it stands: at the start number of an entry, or on a line of the list."""

    name: str
    at: int
    is_line: bool


class NameIndex:
    """An index of names in the order in which they came: those of the tournament, then the lines.

    A name is compared only with those that share one of its keys, and has the same numbers in it.
    """

    def __init__(self) -> None:
        self._same: dict[str, ListedName] = {}
        self._similar: dict[tuple[tuple[str, ...], str], list[int]] = defaultdict(list)
        self._names: list[ListedName] = []

    def add(self, name: str, at: int, *, is_line: bool) -> None:
        """Add a name that comes after all others."""
        listed = ListedName(name, at, is_line)
        if searchable(name) in self._same:
            return  # whoever is like this one is like the first of that name
        self._same[searchable(name)] = listed
        numbers = numbers_of(name)
        for key in lookup_keys(name):
            self._similar[numbers, key].append(len(self._names))
        self._names.append(listed)

    def note(self, name: str) -> str:
        """Return a warning about the first equal name, or else about a similar one, or "".

        The names that share most keys are compared first: they are most similar.
        """
        if same := self._same.get(searchable(name)):
            text = SAME_LINE if same.is_line else SAME_NUMBER
            return str(text) % {"number": same.at, "line": same.at}
        numbers = numbers_of(name)
        shared = Counter(
            place
            for key in lookup_keys(name)
            for place in self._similar.get((numbers, key), ())[:MOST_SHARING]
        )
        likely = nsmallest(MOST_COMPARED, shared, key=lambda place: (-shared[place], place))
        for other in map(self._names.__getitem__, likely):
            if is_similar_name(other.name, name):
                text = SIMILAR_LINE if other.is_line else SIMILAR_NUMBER
                return str(text) % {"number": other.at, "line": other.at, "name": other.name}
        return ""
