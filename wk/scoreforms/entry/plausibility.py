"""Possible but unlikely content of a form, which its author has to confirm once."""

from collections.abc import Sequence

from django.db.models import Avg, Count, StdDev

from scoring.game import Document
from scoring.layout import Progress
from scoring.likely import Spread, far_totals
from scoring.paper_totals import paper_total_problems
from scoring.problems import Problem
from wk.core.version_token import version_token
from wk.scoreforms.models import Result
from wk.tournament.models import Table


def plausibility_problems(
    table: Table, document: Document, paper_totals: Sequence[int | None]
) -> tuple[Problem, ...]:
    """Return the unlikely values of a valid form, which its author has to confirm.

    These are the unlikely values of scoring, totals far from those of the other tables, and totals
    on the paper that differ from those of the deals.
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
    return (*unlikely, *far_totals(progress.totals, _others(table)), *differing)


def plausibility_token(found: Sequence[Problem]) -> str:
    """Return a hash of 16 hex digits of exactly these problems, "" for none."""
    return version_token([problem.identity for problem in found]) if found else ""


def _others(table: Table) -> Spread:
    """Return how the totals of the other tables of the tournament are spread; one query."""
    results = Result.objects.filter(seat__round__tournament=table.round.tournament_id)
    found = results.exclude(seat__table=table).aggregate(
        count=Count("pk"), mean=Avg("points"), deviation=StdDev("points")
    )
    return Spread(found["count"], float(found["mean"] or 0), float(found["deviation"] or 0))
