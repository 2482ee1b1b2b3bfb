"""Conversion between the cells of a form (text) and its document (numbers)."""

import re
from collections.abc import Mapping
from typing import TypeGuard

NUMBER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether a JSON value is a whole number; true and 2.0 are none."""
    # In Python True is an int, but in JSON true is no number.
    return isinstance(value, int) and not isinstance(value, bool)


def filled(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each cell that is not blank, by path, without the blanks around it."""
    return {path: text.strip() for path, text in cells.items() if text.strip()}


def number_or_text(written: str) -> int | str:
    """Return a text as a whole number, or as text if it is none.

    A typographic minus sign counts as a hyphen. A number of more than nine digits stays text.
    """
    written = written.replace("\N{MINUS SIGN}", "-")
    return int(written) if NUMBER.fullmatch(written) else written


def numbers_or_texts(written: Mapping[str, str], path: str, seats: int) -> list[int | str | None]:
    """Return the values of the cells path.0, path.1 … of so many seats, None for an empty cell.

    The list ends with the last cell that is not empty.
    """
    cells = [written.get(f"{path}.{seat}") for seat in range(seats)]
    # Empty cells between others stay, as the index of a value is its seat.
    while cells and cells[-1] is None:
        cells.pop()
    return [None if text is None else number_or_text(text) for text in cells]


def write(cells: dict[str, str], path: str, value: object) -> None:
    """Write a value into a cell as text; None, an object or a list has no cell."""
    if value is not None and not isinstance(value, dict | list):
        cells[path] = str(value)


def write_all(cells: dict[str, str], path: str, values: object) -> None:
    """Write the values of a list into the cells path.0, path.1 …; skip anything but a list."""
    for index, value in enumerate(values if isinstance(values, list) else []):
        write(cells, f"{path}.{index}", value)
