"""Problems of an archive, each with place, code and message."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring import problems as forms
from scoring.text import Text
from wk.archive.codes import MESSAGES
from wk.archive.places import FILE, TOURNAMENT, Place
from wk.core.fields import is_clean

MOST_PROBLEMS = 10_000
LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of an archive."""

    code: str
    place: Place
    text: Text


class ArchiveInvalid(ValueError):
    """Raised for an archive with problems; `problems` has all that were found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.place}: {p.code}" for p in self.problems[:20]))


class SlugExists(ArchiveInvalid):
    """Raised for a valid archive of a tournament that exists; `slug` is that of the tournament."""

    def __init__(self, slug: str, name: str) -> None:
        self.slug = slug
        text = MESSAGES["SLUG_EXISTS"].format(slug=slug, name=name)
        super().__init__([Problem("SLUG_EXISTS", TOURNAMENT, text)])


class Findings:
    """The problems found so far while an archive is read."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, code: str, place: Place, **values: object) -> None:
        """Note a problem; `values` fill the fields of its message.

        Raises ArchiveInvalid if there are more than MOST_PROBLEMS.
        """
        self.add_text(code, place, MESSAGES[code].format(**values))

    def add_text(self, code: str, place: Place, text: Text) -> None:
        """Note a problem with a given message, such as one of a form."""
        if len(self.found) == MOST_PROBLEMS:
            more = MESSAGES["TOO_MANY_PROBLEMS"].format(most=MOST_PROBLEMS)
            raise ArchiveInvalid([*self.found, Problem("TOO_MANY_PROBLEMS", FILE, more)])
        self.found.append(Problem(code, place, Text(shown(text.nl), shown(text.en))))

    def add_all(self, problems: Iterable[forms.Problem], place: Place) -> None:
        """Note the problems of a form or of options, each at its own place inside `place`."""
        for problem in problems:
            self.add_text(problem.code, place.within(problem.place), problem.text)

    def check(self) -> None:
        """Raise ArchiveInvalid if anything was found."""
        if self.found:
            raise ArchiveInvalid(self.found)


def shown(text: str) -> str:
    """Return a text from a file with each unprintable character replaced by U+FFFD."""
    return text if text.isprintable() else "".join(c if is_clean(c) else "\ufffd" for c in text)


def quoted(value: object) -> str:
    """Return the beginning of a value from a file, made printable, for a message."""
    return shown(str(value)[:LONGEST_QUOTE])
