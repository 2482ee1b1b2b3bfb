"""The values that every step of restoring an archive needs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from wk.accounts.models import User
from wk.tournament.models import Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class RestoreContext:
    """The tournament to restore, with values of the archive and of its import.

    - `entries`: the entries of the players of the archive, by start number.
    - `removed`: the keys of the entries that will be removed from the list.
    - `states`: the wanted state of each round, by number.
    - `same_rules`: whether game and options stay as they are; if not, no table is kept.
    - `author`, `now`: the official and the time, for the log.
    """

    tournament: Tournament
    entries: Mapping[int, Entry]
    removed: Collection[int]
    states: Mapping[int, Round.State]
    same_rules: bool
    author: User | None
    now: datetime
