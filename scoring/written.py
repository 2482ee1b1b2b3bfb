"""The totals that were written on the paper, beside those of the deals."""

from collections.abc import Sequence

from scoring.game import Game
from scoring.problems import COMMON_MESSAGES, Place, Problem, ProblemList
from scoring.slip import Slip, signed
from scoring.text import Text
from scoring.totals import read_total

MOST_NAMED = 3
CARRIES = (10, 100)  # what is lost, or counted twice, where a column is added up by hand

MORE = Text("nog {more} andere", "{more} more")
CARRY = Text(
    "Het scheelt precies {carry}: onthouden bij het optellen?",
    "The difference is just {carry}: a carry in the addition?",
)


def written_problems(
    game: Game, document: object, seats: int, totals: Sequence[int | None]
) -> tuple[Problem, ...]:
    """Return WRITTEN_TOTAL_DIFFERS for each seat whose written total is not that of its deals.

    `totals` are those on the paper, None where none was written. Nothing is said before the deals
    are complete and right. The words name the deals in which one usual mistake explains the whole
    difference, the likeliest first. TOTAL_NOT_INTEGER where what was written is no total at all.
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
    """Return both numbers in words, and what may explain the difference between them."""
    said = COMMON_MESSAGES["WRITTEN_TOTAL_DIFFERS"].format(
        written=_plain(written), computed=_plain(computed)
    )
    difference = written - computed
    parts = [said]
    found: dict[int, Slip] = {}
    for slip in slips:
        if slip.difference == difference:
            found.setdefault(slip.deal, slip)  # of one deal the likeliest
    if found:
        parts.append(_where_to_look(list(found.values())))
    if abs(difference) in CARRIES:
        parts.append(CARRY.format(carry=abs(difference)))
    return Text(" ".join(part.nl for part in parts), " ".join(part.en for part in parts))


def _where_to_look(slips: Sequence[Slip]) -> Text:
    """Return the deals to look at, with what may have gone wrong in each."""
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
    """Return a total as people write it: with a real minus, and no plus."""
    return signed(points).removeprefix("+")
