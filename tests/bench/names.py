"""How fast ten thousand names of a list are compared, beside comparing each with one other."""

import os
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import pairwise
from random import Random

import django

from tests.bench.draw import Promise

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
django.setup()

from wk.players.list_import.name_index import NameIndex  # noqa: E402

NAMES = 10_000
FIRST = ("Jan", "Piet", "Anna", "Eva", "Kees", "Marie", "Henk", "Ria")
LAST = ("Jansen", "Janssen", "Jensen", "Hansen", "Jansens", "Janzen")
LETTERS = "abcdefghij"


def numbered(random: Random) -> str:
    """Return a name that differs from the others in its number."""
    return f"Speler {random.randrange(10 * NAMES)}"


def mistyped(random: Random) -> str:
    """Return one of a few names, with a wrong letter."""
    name = f"{random.choice(FIRST)} {random.choice(LAST)}"
    at = random.randrange(len(name))
    return name[:at] + random.choice(LETTERS) + name[at + 1 :]


def one_word_apart(random: Random) -> str:
    """Return a name that differs from the others in its last word."""
    return f"Jan Jansen {''.join(random.choices(LETTERS, k=6))}"


def compared(names: Sequence[str]) -> int:
    """Compare each name with those before it; return how many are there already, or almost."""
    index, found = NameIndex(), 0
    for line, name in enumerate(names):
        found += bool(index.note(name))
        index.add(name, line, is_line=True)
    return found


def compared_with_next(names: Sequence[str]) -> int:
    """Compare each name with the next one only, by the standard library."""
    return sum(SequenceMatcher(None, one, other).ratio() > 0.9 for one, other in pairwise(names))


def promises() -> Iterator[Promise]:
    kinds: dict[str, tuple[Callable[[Random], str], float]] = {
        "with numbers": (numbered, 12),
        "with a wrong letter": (mistyped, 12),
        "one word apart": (one_word_apart, 60),
    }
    for words, (kind, most) in kinds.items():
        names = [kind(Random(n)) for n in range(NAMES)]
        yield Promise(
            f"{NAMES} similar names {words} beside one comparison each",
            partial(compared, names),
            partial(compared_with_next, names),
            at_most=most,
            runs=3,
        )
