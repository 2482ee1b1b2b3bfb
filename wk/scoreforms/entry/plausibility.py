"""Possible but unlikely content of a form, which its author has to confirm once."""

from collections.abc import Sequence

from django.db.models import Count, Max

from scoring.game import Document
from scoring.layout import Progress
from scoring.paper_totals import paper_total_problems
from scoring.problems import COMMON_MESSAGES, Problem, ProblemList
from wk.core.version_token import version_token
from wk.scoreforms.models import Result
from wk.tournament.models import Table

# The fewest results of a tournament that make a total above the best of them unlikely. The best of
# a few tables is easily beaten.
ENOUGH = 20


def plausibility_problems(
    table: Table, document: Document, paper_totals: Sequence[int | None]
) -> tuple[Problem, ...]:
    """Return the unlikely values of a valid form, which its author has to confirm.

    These are the unlikely values of scoring, totals above the best of the tournament, and totals on
    the paper that differ from those of the deals.
    """
    progress = table.round.rules.progress(document, table.seats.count())
    return plausibility_problems_of(table, document, progress, paper_totals)


def plausibility_problems_of(
    table: Table, document: Document, progress: Progress, paper_totals: Sequence[int | None]
) -> tuple[Problem, ...]:
    """Return the same for a document of which the progress is known; one query."""
    rules, seats = table.round.rules, len(progress.totals)
    differing = paper_total_problems(rules, document, seats, paper_totals, progress)
    unlikely = tuple(notice for notice in progress.notices if notice.is_unlikely)
    return (*unlikely, *_beyond_best(table, progress.totals), *differing)


def plausibility_token(found: Sequence[Problem]) -> str:
    """Return a hash of 16 hex digits of exactly these problems, "" for none."""
    return version_token([(p.code, p.path, p.text.nl) for p in found]) if found else ""


def _beyond_best(table: Table, totals: Sequence[int]) -> tuple[Problem, ...]:
    """Return a problem for each total above the best of the other tables of the tournament."""
    others = Result.objects.filter(seat__round__tournament=table.round.tournament_id)
    known = others.exclude(seat__table=table).aggregate(best=Max("points"), count=Count("pk"))
    if known["count"] < ENOUGH:
        return ()
    problems = ProblemList(COMMON_MESSAGES)
    for seat, points in enumerate(totals, 1):
        if points > known["best"]:
            path = f"totals.{seat - 1}"
            problems.add("UNLIKELY_BEST", path, seat=seat, points=points)
    return tuple(problems.found)
