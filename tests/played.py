"""A form as simple players played it: each is played once, however many tests hand it in."""

import json
from functools import cache
from random import Random

from scoring.registry import game


def played(table, seed=1):
    """A form of a table, without anything that happened there."""
    round = table.round
    options = json.dumps(round.tournament.options, sort_keys=True)
    sizes = tuple(sorted(round.table_sizes))
    return json.loads(_played(round.tournament.game, options, sizes, table.seats.count(), seed))


@cache
def _played(key, options, sizes, seats, seed):
    rules = game(key, json.loads(options)).for_tables(sizes)
    return json.dumps(rules.practice(seats, Random(seed)))
