"""Comparison of the totals written on paper with the totals computed from the deals."""

from collections.abc import Sequence

from scoring.game import Game
from scoring.layout import Progress
from scoring.problems import COMMON_MESSAGES, Place, Problem, ProblemList
from scoring.slip import Slip, signed
from scoring.text import Text
from scoring.totals import read_total

MOST_NAMED = 3  # deals in one message
CARRIES = (10, 100)  # differences that a wrong carry makes when a column is added up by hand

MORE = Text("nog {more} andere", "{more} more")
CARRY = Text(
    "Het scheelt precies {carry}: onthouden bij het optellen?",
    "The difference is just {carry}: a carry in the addition?",
)


def paper_total_problems(
    game: Game,
    document: object,
    seats: int,
    totals: Sequence[int | None],
    progress: Progress | None = None,
) -> tuple[Problem, ...]:
    """Return WRITTEN_TOTAL_DIFFERS for each seat with another total on paper than its deals give.

    `totals` has the total on paper of each seat, None where none was written. The result is empty
    until the deals are complete and right. The message names the deals in which one usual mistake
    explains the whole difference, the likeliest first. A written total that is no whole number, or
    far too large, gives TOTAL_NOT_INTEGER instead.

    `progress` is that of the document; without it the document is read for it.
    """
    if all(value is None for value in totals):
        return ()
    progress = progress or game.progress(document, seats)
    # Totals without deals have no sum to compare with, and an incomplete form has none yet.
    if progress.totals_only or not progress.result:
        return ()
    slips: Sequence[Slip] | None = None
    problems = ProblemList(COMMON_MESSAGES)
    for seat, (value, computed) in enumerate(zip(totals, progress.totals, strict=False), 1):
        # So the entry page calls the cell of the total on the paper.
        path = f"written.{seat - 1}"
        if value is None or (written := read_total(value, path, seat, problems)) is None:
            continue
        if written != computed:
            # Most totals on paper are right, so slips are looked for at the first that differs.
            slips = game.slips(document, seats) if slips is None else slips
            text = _difference(written, computed, [slip for slip in slips if slip.seat == seat])
            problems.found.append(Problem("WRITTEN_TOTAL_DIFFERS", Place(0, seat), path, text))
    return tuple(problems.found)


def _difference(written: int, computed: int, slips: Sequence[Slip]) -> Text:
    """Return the message with both totals, and the mistakes that may explain their difference."""
    message = COMMON_MESSAGES["WRITTEN_TOTAL_DIFFERS"].format(
        written=_total_text(written), computed=_total_text(computed)
    )
    difference = written - computed
    parts = [message]
    found: dict[int, Slip] = {}
    for slip in slips:
        if slip.difference == difference:
            found.setdefault(slip.deal, slip)  # the likeliest of a deal comes first
    if found:
        parts.append(_advice(list(found.values())))
    if abs(difference) in CARRIES:
        parts.append(CARRY.format(carry=abs(difference)))
    return Text(" ".join(part.nl for part in parts), " ".join(part.en for part in parts))


def _advice(slips: Sequence[Slip]) -> Text:
    """Return the advice to look at these deals, with the mistake that is possible in each."""
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


def _total_text(points: int) -> str:
    """Return a total for people: with a typographic minus, and without a plus."""
    return signed(points).removeprefix("+")
