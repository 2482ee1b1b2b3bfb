"""Comparison of the totals written on paper with the totals computed from the deals."""

from collections.abc import Sequence

from scoring.game import Game
from scoring.problems import COMMON_MESSAGES, Place, Problem, ProblemList
from scoring.slip import Slip, signed
from scoring.text import Text
from scoring.totals import read_total

MOST_NAMED = 3
CARRIES = (10, 100)  # differences that a wrong carry makes when a column is added up by hand

MORE = Text("nog {more} andere", "{more} more")
CARRY = Text(
    "Het scheelt precies {carry}: onthouden bij het optellen?",
    "The difference is just {carry}: a carry in the addition?",
)


def paper_total_problems(
    game: Game, document: object, seats: int, totals: Sequence[int | None]
) -> tuple[Problem, ...]:
    """Return WRITTEN_TOTAL_DIFFERS for each seat with another total on paper than its deals give.

    `totals` has the total on paper of each seat, None where none was written. The result is empty
    until the deals are complete and right. The message names the deals in which one usual mistake
    explains the whole difference, the likeliest first. TOTAL_NOT_INTEGER where the written total is
    no whole number, or is far too large.
    """
    if all(value is None for value in totals):
        return ()
    progress = game.progress(document, seats)
    if progress.totals_only or not progress.result:
        return ()
    slips = game.slips(document, seats)
    problems = ProblemList(COMMON_MESSAGES)
    for seat, (value, computed) in enumerate(zip(totals, progress.totals, strict=False), 1):
        path = f"written.{seat - 1}"
        if value is None or (written := read_total(value, path, seat, problems)) is None:
            continue
        if written != computed:
            text = _difference(written, computed, [slip for slip in slips if slip.seat == seat])
            problems.found.append(Problem("WRITTEN_TOTAL_DIFFERS", Place(0, seat), path, text))
    return tuple(problems.found)


def _difference(written: int, computed: int, slips: Sequence[Slip]) -> Text:
    """Return the message with both totals, and what may explain their difference."""
    said = COMMON_MESSAGES["WRITTEN_TOTAL_DIFFERS"].format(
        written=_plain(written), computed=_plain(computed)
    )
    difference = written - computed
    parts = [said]
    found: dict[int, Slip] = {}
    for slip in slips:
        if slip.difference == difference:
            found.setdefault(slip.deal, slip)  # the likeliest of a deal comes first
    if found:
        parts.append(_where_to_look(list(found.values())))
    if abs(difference) in CARRIES:
        parts.append(CARRY.format(carry=abs(difference)))
    return Text(" ".join(part.nl for part in parts), " ".join(part.en for part in parts))


def _where_to_look(slips: Sequence[Slip]) -> Text:
    """Return the advice to look at these deals, with what may have gone wrong in each."""
    named = [
        Text(f"{place.nl}: {slip.text.nl}", f"{place.en}: {slip.text.en}")
        for slip in slips[:MOST_NAMED]
        for place in [Place(slip.deal).text]
    ]
    if len(slips) > MOST_NAMED:
        named.append(MORE.format(more=len(slips) - MOST_NAMED))
    return Text(
        f"Kijk naar {'; '.join(each.nl for each in named)}.",
        f"Look at {'; '.join(each.en for each in named)}.",
    )


def _plain(points: int) -> str:
    """Return a total for people: with a typographic minus, and without a plus."""
    return signed(points).removeprefix("+")
