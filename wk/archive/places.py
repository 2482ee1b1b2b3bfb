"""Places in an archive, to tell where a problem is."""

from dataclasses import dataclass
from typing import Any

from scoring import problems
from scoring.cells import is_integer
from scoring.text import Text

WORDS = {
    "file": Text("bestand", "file"),
    "tournament": Text("toernooi", "tournament"),
    "player": Text("speler", "player"),
    "round": Text("ronde", "round"),
    "table": Text("tafel", "table"),
    "deal": Text("spelletje", "deal"),
    "seat": Text("plaats", "seat"),
}

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a value in the JSON of an archive."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an archive, as steps from the outside in: (("round", 1), ("table", 2)).

    Players and tables have their own number in it, or their position in the list, from 1, if that
    number is not valid. A step without a number has 0.
    """

    steps: tuple[tuple[str, int], ...]

    def at(self, word: str, number: int) -> "Place":
        """Return the place one step further inside."""
        return Place((*self.steps, (word, number)))

    def within(self, place: problems.Place) -> "Place":
        """Return the place inside this one that a problem of a form has: its deal, its seat."""
        steps = (("deal", place.deal), ("seat", place.seat))
        return Place((*self.steps, *((word, number) for word, number in steps if number)))

    def __str__(self) -> str:
        """Return the place as text for programs: "round 1 table 2 deal 7 seat 3"."""
        return self.text.en.replace(",", "")

    @property
    def text(self) -> Text:
        """Return the place in words."""
        return Text(
            ", ".join(f"{WORDS[word].nl} {number or ''}".rstrip() for word, number in self.steps),
            ", ".join(f"{WORDS[word].en} {number or ''}".rstrip() for word, number in self.steps),
        )


FILE = Place((("file", 0),))
TOURNAMENT = Place((("tournament", 0),))


def player_place(raw: object, index: int) -> Place:
    """Return the place of the player at an index of the list."""
    return Place((("player", _number(raw, index)),))


def round_place(index: int) -> Place:
    """Return the place of the round at an index of the list."""
    return Place((("round", index + 1),))


def table_place(round: Place, raw: object, index: int) -> Place:
    """Return the place of the table at an index of the list of its round."""
    return round.at("table", _number(raw, index))


def substitute_place(table: Place, raw: object) -> Place:
    """Return the place of a substitute: the seat if it is a valid number, else the table."""
    seat = raw.get("seat") if isinstance(raw, dict) else None
    return table.at("seat", seat) if is_integer(seat) and seat else table


def place_of(root: Any, path: Path) -> Place:
    """Return the place of the value at a path, or of the nearest value around it with a place."""
    match path:
        case ("tournament", *_):
            return TOURNAMENT
        case ("players", int(index), *_):
            return player_place(root["players"][index], index)
        case ("rounds", int(index), "tables", int(table), *rest):
            raw = root["rounds"][index]["tables"][table]
            return _at_table(raw, table_place(round_place(index), raw, table), tuple(rest))
        case ("rounds", int(index), *_):
            return round_place(index)
    return FILE


def _at_table(raw: Any, place: Place, path: Path) -> Place:
    match path:
        case ("seats", int(index), *_):
            return place.at("seat", index + 1)
        case ("substitutes", int(index), *_):
            return substitute_place(place, raw["substitutes"][index])
        case ("form", str(key), int(index), *_) if isinstance(raw["form"][key][index], dict):
            return place.at("deal", index + 1)
    return place


def _number(raw: object, index: int) -> int:
    """Return the number of a player or table, or its position from 1 if that is not valid."""
    number = raw.get("number") if isinstance(raw, dict) else None
    right = isinstance(number, int) and not isinstance(number, bool) and number > 0
    return number if right and number is not None else index + 1
