"""The attendance list on paper: who is expected, by surname, with a box to tick at the door."""

from dataclasses import dataclass

from wk.tournament.models import Entry, Tournament
from wk.tournament.name_search import by_surname
from wk.tournament.queries import playing

EMPTY_LINES = 6  # for players who come unannounced


@dataclass(frozen=True, slots=True)
class AttendanceLine:
    """One player on the list. `letter` is that of the surname, "" if the line before has it too."""

    entry: Entry
    letter: str


def attendance_list(tournament: Tournament) -> list[AttendanceLine]:
    """Return the players who take part by surname, as Dutch lists are; one query."""
    lines: list[AttendanceLine] = []
    before = ""
    for entry in by_surname(playing(tournament)):
        letter = entry.name_parts.letter
        lines.append(AttendanceLine(entry, "" if letter == before else letter))
        before = letter
    return lines
