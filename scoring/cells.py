"""Between the cells of a form, which hold text, and its document, which holds numbers."""

import re
from collections.abc import Mapping

NUMBER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)


def is_integer(value: object) -> bool:
    """Whether JSON holds a whole number: true and 2.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def filled(cells: Mapping[str, str]) -> dict[str, str]:
    """Return what is written, by path, without the cells that are empty."""
    return {path: text.strip() for path, text in cells.items() if text.strip()}


def number_or_text(written: str) -> int | str:
    """Return the whole number that was written, or what was written if it is none."""
    written = written.replace("\N{MINUS SIGN}", "-")
    return int(written) if NUMBER.fullmatch(written) else written


def numbers_or_texts(written: Mapping[str, str], path: str, seats: int) -> list[int | str | None]:
    """Return the list of what stands at path.0, path.1 … for so many seats, None where a cell is
    empty; it ends with the last cell that is not."""
    cells = [written.get(f"{path}.{seat}") for seat in range(seats)]
    while cells and cells[-1] is None:
        cells.pop()
    return [None if text is None else number_or_text(text) for text in cells]


def write(cells: dict[str, str], path: str, value: object) -> None:
    """Write a value into a cell; what is no number and no text has no cell."""
    if value is not None and not isinstance(value, dict | list):
        cells[path] = str(value)


def write_all(cells: dict[str, str], path: str, values: object) -> None:
    """Write a list into the cells path.0, path.1 …"""
    for index, value in enumerate(values if isinstance(values, list) else []):
        write(cells, f"{path}.{index}", value)
