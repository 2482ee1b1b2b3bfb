"""Writing an archive. The same tournament always gives the same bytes.

A player, a deal and a list of numbers take one line each, so that people can compare two files.
"""

import json
from hashlib import sha256
from typing import Any

from wk.archive.archive import (
    FORMAT,
    VERSION,
    Archive,
    ArchivedPlayer,
    ArchivedSubstitute,
    ArchivedTable,
)
from wk.core.hashing import short

INDENT = "  "
# The keys of lists whose members take several lines each.
TALL = {"rounds", "tables"}


def taken_along(name: str, data: bytes) -> str:
    """Return what the log keeps of a file that was taken along: its name and its fingerprint.

    >>> taken_along("wk.json", b"")
    'wk.json E3B0 C442 98FC 1C14'
    """
    return f"{name} {short(sha256(data).hexdigest())}"


def write(archive: Archive) -> bytes:
    """Return the bytes of the file of an archive."""
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
    """Return options sorted by name, because PostgreSQL does not keep the order of keys."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(part) for part in value] if isinstance(value, list) else value


def _line(value: Any) -> str:
    # Names stay readable; NaN would be no JSON.
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _block(value: Any, margin: str, *, tall: bool) -> str:
    """Return a value as JSON with a line for each member of an object or a list of objects.

    With `tall`, each member of a list takes several lines itself.
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
