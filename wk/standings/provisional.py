"""The forms that do not count yet, and make the standings provisional."""

from dataclasses import dataclass

from wk.scoreforms.models import Version
from wk.tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class MissingForms:
    """The forms that do not count yet, and make the standings provisional.

    `rounds`: the numbers of their rounds. `total`: the number of forms of these rounds. `to_come`:
    those that are not in. `to_look_at`: those that are in, and count after a review. The office has
    more to look at: forms that count already, too.
    """

    rounds: tuple[int, ...]
    total: int
    to_come: int
    to_look_at: int


def missing_of(tournament: Tournament, tables: dict[tuple[int, int], bool]) -> MissingForms | None:
    """Return the missing forms of tables, by round and table; one query if there are any."""
    missing = {place for place, is_settled in tables.items() if not is_settled}
    if not missing:
        return None
    rounds = tuple(sorted({number for number, _ in missing}))
    waiting = Version.objects.filter(is_waiting=True, form__table__round__tournament=tournament)
    handed_in = missing & set(
        waiting.values_list("form__table__round__number", "form__table__number")
    )
    return MissingForms(
        rounds,
        total=sum(number in rounds for number, _ in tables),
        to_come=len(missing - handed_in),
        to_look_at=len(handed_in),
    )
