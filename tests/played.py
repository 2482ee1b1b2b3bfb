"""Score forms of practice rounds, each played once, and results without handing a form in."""

import json
from functools import cache
from random import Random

from scoring.registry import game
from wk.scoreforms.models import Result


def played(table, seed=1):
    """Return a form of a table without infractions."""
    round = table.round
    options = json.dumps(round.tournament.options, sort_keys=True)
    sizes = tuple(sorted(round.table_sizes))
    return json.loads(
        practice_form(round.tournament.game, options, sizes, table.seats.count(), seed)
    )


@cache
def practice_form(key, options, sizes, seats, seed):
    rules = game(key, json.loads(options)).for_tables(sizes)
    return json.dumps(rules.practice(seats, Random(seed)))


def store_results(version, outcomes, *, totals_only=False):
    """Store what a version is worth, for each seat of its table."""
    seats = version.form.table.seats.order_by("number")
    Result.objects.bulk_create(results_of(version, seats, outcomes, totals_only=totals_only))


def results_of(version, seats, outcomes, *, totals_only=False):
    """Return what a version is worth as rows to store; `seats` are those of its table."""
    return [
        Result(
            seat=seat,
            version=version,
            points=outcome.points,
            place=outcome.place,
            half_points=int(outcome.match_points * 2),
            totals_only=totals_only,
        )
        for seat, outcome in zip(seats, outcomes, strict=True)
    ]
