"""Score forms of practice rounds. Each is played once, however many tests hand it in."""

import json
from functools import cache
from random import Random

from scoring.registry import game


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
