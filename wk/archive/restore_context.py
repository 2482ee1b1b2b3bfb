"""What every step of restoring an archive needs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from wk.accounts.models import User
from wk.tournament.models import Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class RestoreContext:
    """The tournament to restore, with facts of the archive and of its import.

    `entries`: the players by start number. `removed`: the keys of the entries that are removed from
    the list. `states`: the wanted state of each round, by number. `same_rules`: whether the game
    and its options stay as they are; otherwise no table is kept. `author` and `now` go into the
    log.
    """

    tournament: Tournament
    entries: Mapping[int, Entry]
    removed: Collection[int]
    states: Mapping[int, Round.State]
    same_rules: bool
    author: User | None
    now: datetime
