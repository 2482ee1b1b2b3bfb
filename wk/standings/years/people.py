"""The players of all editions, by surname, with the editions in which each took part."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wk.standings.years.queries import Edition, Participant
from wk.tournament.name_search import is_found
from wk.tournament.surnames import NameParts

NO_NUMBER = 10**80  # longer than a query may be: a start number is of one edition
LETTERS = 3  # of the first and the last surname of a page, which name it


@dataclass(frozen=True, slots=True)
class Person:
    """A player over the years: the name and club of the latest edition.

    `editions` are those in which the player had a seat, the latest first.
    """

    key: int
    editions: tuple[tuple[Edition, Participant], ...]

    @property
    def latest(self) -> Participant:
        """Return the player in the latest edition."""
        return self.editions[0][1]

    @property
    def name_parts(self) -> NameParts:
        """Return the parts of the name, with the order and the form that it has on a list."""
        return self.latest.name_parts

    @property
    def titles(self) -> tuple[Edition, ...]:
        """Return the editions that the player won, alone or with others."""
        return tuple(edition for edition, each in self.editions if each.is_champion)


def people(editions: Iterable[Edition]) -> list[Person]:
    """Return everybody in these editions, given with the latest first, in the order of a list."""
    found: dict[int, list[tuple[Edition, Participant]]] = {}
    for edition in editions:
        for each in edition.participants:
            found.setdefault(each.person, []).append((edition, each))
    persons = (Person(key, tuple(taken)) for key, taken in found.items())
    return sorted(persons, key=lambda person: (person.name_parts.order, person.key))


def matching(persons: Iterable[Person], query: str) -> list[Person]:
    """Return the persons with every word of a query in a name or club that they ever had."""
    return [
        person
        for person in persons
        if any(
            is_found(query, name=each.name, club=each.club, number=NO_NUMBER)
            for _edition, each in person.editions
        )
    ]


def page_label(persons: Sequence[Person]) -> str:
    """Return the name of a page by its first and last surname: "Aal – Dij"."""
    first, last = (person.name_parts.surname[:LETTERS] for person in (persons[0], persons[-1]))
    return first if first == last else f"{first} – {last}"
