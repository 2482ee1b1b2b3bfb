"""A form as simple players played it: each is played once, however many tests hand it in."""

import json
from functools import cache
from random import Random

from scoring.registry import game


def played(table, seed=1):
    """A form of a table, without anything that happened there."""
    tournament = table.round.tournament
    options = json.dumps(tournament.options, sort_keys=True)
    return json.loads(_played(tournament.game, options, table.seats.count(), seed))


@cache
def _played(key, options, seats, seed):
    return json.dumps(game(key, json.loads(options)).practice(seats, Random(seed)))
