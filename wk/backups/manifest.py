"""The manifest of a backup: what is in its file, when it was made, and before what."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar, get_origin

FORMAT = 1
Made = TypeVar("Made", "Manifest", "Member", "TournamentFacts")


class Why(StrEnum):
    """Why a backup was made: before an act, or else by hand or by itself."""

    HAND = "hand"
    TIME = "time"
    RESTORE = "restore"
    IMPORT = "import"
    CONFIRM = "confirm"
    UNCONFIRM = "unconfirm"
    START = "start"
    UNSTART = "unstart"
    CLOSE = "close"
    FINAL = "make_final"
    REOPEN = "reopen"
    DISCARD = "discard"


# Those of no act: a backup of them is thinned out first.
PLAIN = (Why.HAND, Why.TIME)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the file of a backup: its name, its size in bytes and its SHA-256 in hex digits."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament in a backup; `states` has the state of each round by its number as text."""

    slug: str
    name: str
    players: int
    forms: int
    states: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a backup.

    - `wk`: the version of wk. `vendor`: the kind of database, as Django names it.
    - `why` and `about`: before what it was made, and the round that it is about, if any.
    - `token`: what was stored, in short; two backups with the same one hold the same.
    - `migrations`: the names of the migrations that the database has had, as "app.name".
    - `rows`: the number of rows of each table of the database.
    """

    made_at: datetime
    why: Why
    wk: str
    vendor: str
    token: str
    migrations: tuple[str, ...]
    rows: Mapping[str, int]
    tournaments: tuple[TournamentFacts, ...]
    members: tuple[Member, ...] = ()
    about: str = ""
    format: int = field(default=FORMAT)

    @property
    def forms(self) -> int:
        """Return the number of forms that count, of all tournaments."""
        return sum(each.forms for each in self.tournaments)


def to_json(manifest: Manifest) -> bytes:
    """Return a manifest as JSON."""
    data = asdict(manifest) | {"made_at": manifest.made_at.isoformat()}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def from_json(data: bytes) -> Manifest:
    """Return the manifest that JSON holds. Raises ValueError, KeyError or TypeError if it is none.

    Keys of a newer wk are left out.
    """
    found: dict[str, Any] = json.loads(data)
    made_at = datetime.fromisoformat(found["made_at"])
    if made_at.tzinfo is None:
        raise ValueError(made_at)  # it could not be compared with the others
    return _made(
        Manifest,
        found
        | {
            "made_at": made_at,
            "why": Why(found["why"]),
            "migrations": tuple(map(str, found["migrations"])),
            "tournaments": tuple(_made(TournamentFacts, each) for each in found["tournaments"]),
            "members": tuple(_made(Member, each) for each in found["members"]),
        },
    )


def _made(of: type[Made], found: dict[str, Any]) -> Made:
    """Return values as an object. Raises TypeError if one is missing or of another kind."""
    made = of(**{each.name: found[each.name] for each in fields(of) if each.name in found})
    for each in fields(of):
        kind: Any = get_origin(each.type) or each.type
        if not isinstance(getattr(made, each.name), kind):
            raise TypeError(each.name)
    return made
