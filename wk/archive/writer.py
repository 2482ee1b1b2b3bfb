"""Writing an archive: the same tournament always gives the same bytes.

A player, a deal and a list of numbers each take one line, so that people can compare two files.
"""

import json
from typing import Any

from wk.archive.archive import (
    FORMAT,
    VERSION,
    Archive,
    ArchivedPlayer,
    ArchivedSubstitute,
    ArchivedTable,
)

INDENT = "  "
# Lists with members of more than one line each.
TALL = {"rounds", "tables"}


def write(archive: Archive) -> bytes:
    """Return the file of an archive."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": {
            "slug": archive.slug,
            "name": archive.name,
            "date": archive.date.isoformat(),
            "venue": archive.venue,
            "game": archive.game,
            "options": _sorted(archive.options),
            "rounds": archive.round_count,
        },
        "players": [
            _player(player) for player in sorted(archive.players, key=lambda one: one.number)
        ],
        "rounds": [
            {
                "number": round.number,
                "tables": [_table(t) for t in sorted(round.tables, key=lambda one: one.number)],
            }
            for round in archive.rounds
        ],
    }
    return (_block(document, "", tall=True) + "\n").encode()


def _player(player: ArchivedPlayer) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.name,
        "club": player.club,
        "withdrawn_after": player.withdrawn_after,
    }


def _table(table: ArchivedTable) -> dict[str, Any]:
    written: dict[str, Any] = {"number": table.number, "seats": list(table.seats)}
    if table.substitutes:
        written["substitutes"] = [_substitute(each) for each in table.substitutes]
    if table.form is not None:
        written["form"] = table.form
    return written


def _substitute(substitute: ArchivedSubstitute) -> dict[str, Any]:
    written: dict[str, Any] = {"seat": substitute.seat, "name": substitute.name}
    if substitute.from_deal is not None:
        written["from_deal"] = substitute.from_deal
    return written


def _sorted(value: Any) -> Any:
    """Return options sorted by name: not every database keeps the order of keys."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(part) for part in value] if isinstance(value, list) else value


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _block(value: Any, margin: str, *, tall: bool) -> str:
    """Return a value as JSON; an object, and a list of objects, has a line for each member.

    If `tall`, the members of a list take several lines each.
    """
    deeper = margin + INDENT
    if isinstance(value, dict) and value:
        parts = [
            f"{deeper}{_line(key)}: {_block(part, deeper, tall=key in TALL)}"
            for key, part in value.items()
        ]
        return "{\n" + ",\n".join(parts) + "\n" + margin + "}"
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        parts = [deeper + (_block(p, deeper, tall=True) if tall else _line(p)) for p in value]
        return "[\n" + ",\n".join(parts) + "\n" + margin + "]"
    return _line(value)
