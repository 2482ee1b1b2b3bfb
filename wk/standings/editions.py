"""The other editions of a player, with the result where it is final and public."""

from dataclasses import dataclass

from scoring.ranking import Ranked
from wk.players.queries import other_editions
from wk.standings.years.queries import Edition, editions_of
from wk.tournament.models import Entry


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """The entry of a player in another tournament.

    `result` is the final rank with the totals, None while it is not final or not public, and for
    who never sat down. `players` is the number of those who are ranked.
    """

    entry: Entry
    result: Ranked | None
    players: int


def editions(entry: Entry) -> tuple[OtherEdition, ...]:
    """Return the other editions of a player, the latest first; three queries at most."""
    others = tuple(other_editions(entry))
    found = editions_of([other.tournament for other in others])
    return tuple(_of_player(*each) for each in zip(others, found, strict=True))


def _of_player(entry: Entry, edition: Edition) -> OtherEdition:
    ranked = edition.by_number if edition.is_final else {}
    own = ranked.get(entry.number)
    return OtherEdition(entry, own.ranked if own else None, len(ranked))
