"""The feeds of a tournament, and the files in which each of them comes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from wk.core.data_files import Rows, csv_text, json_text, xlsx_bytes
from wk.feeds import queries
from wk.standings.formats import result_cells, standings_rows

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its content type, and whether browsers save it instead of showing it.

    `content` takes the values for JSON, a function that makes rows of them, and a title.
    """

    content_type: str
    is_saved: bool
    content: Callable[[Data, Callable[[Data], Rows], str], str | bytes]


FILE_KINDS = {
    "json": FileKind("application/json", False, lambda data, _rows, _title: json_text(data)),
    "csv": FileKind("text/csv; charset=utf-8", True, lambda data, rows, _: csv_text(rows(data))),
    "xlsx": FileKind(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        True,
        lambda data, rows, title: xlsx_bytes(rows(data), title),
    ),
}


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed: a query of values for JSON, and the rows of these values for spreadsheets."""

    data: Callable[..., Data]
    rows: Callable[[Data], Rows]


def _rows_of(key: str, *names: str) -> Callable[[Data], Rows]:
    """Return a function that makes a row of each item in a list; the names are its headings."""
    return lambda data: [names, *([item[name] for name in names] for item in data[key])]


def _round_rows(data: Data) -> Iterator[list[Any]]:
    yield ["round", "state", "withheld", "tables", "counted"]
    for round in data["rounds"]:
        withheld = "yes" if round["withheld"] else "no"
        yield [round["round"], round["state"], withheld, round["tables"], round["counted"]]


def _seat_rows(data: Data) -> Iterable[list[Any]]:
    """Yield a row for each seat of each table."""
    yield ["round", "table", "seat", "number", "name", "substitutes", "wp", "points"]
    for table in data["tables"]:
        for seat in table["seats"]:
            _no_table, wp, points = result_cells(seat)
            who = (seat["seat"], seat["number"], seat["name"], ", ".join(seat["substitutes"]))
            yield [table["round"], table["table"], *who, wp, points]


FEEDS = {
    "standings": Feed(queries.public_standings, standings_rows),
    "players": Feed(
        queries.players, _rows_of("players", "number", "name", "club", "withdrawn_after")
    ),
    "rounds": Feed(queries.rounds, lambda data: list(_round_rows(data))),
    "tables": Feed(queries.tables, lambda data: list(_seat_rows(data))),
}
