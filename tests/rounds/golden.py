"""Draws whose seats must never change: a printed draw number has to give the same seats again.

golden_draws.json has a digest of the seats of each draw. Where a draw is meant to give other seats
from now on, the failing test shows the new digest, and the commit says why.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from scoring.registry import DEFAULT
from tests.standings.tournaments import count_form
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service
from wk.rounds.lifecycle.transitions import confirm_round, start_round
from wk.tournament import services
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings

KEPT = Path(__file__).with_name("golden_draws.json")
DATE = dt.date(2026, 11, 21)
BY_STANDINGS = Tournament.LastRound.STANDINGS
LARGE = (61, 75, 97, 100, 118, 119, 120, 121, 187, 250, 499, 1000, 2500, 5000)


def make_tournament(players: int, **facts) -> Tournament:
    made = services.create_tournament(name="WK", slug="wk", date=DATE, **facts)
    rows = [NewEntry(f"Speler {n}", f"Club {n % 7}") for n in range(1, players + 1)]
    roster.enter_many(tournament=made, rows=rows)
    return Tournament.objects.get(pk=made.pk)


def draw_all_at_once(players: int, **facts) -> Tournament:
    """Draw all rounds by one draw number."""
    made = make_tournament(players, **facts)
    draw_service.draw_all_rounds(tournament=made, seed=players)
    return made


def draw_one_by_one(players: int, **facts) -> Tournament:
    """Draw each round after the one before it was played. In between some players leave and some
    come."""
    made, random = make_tournament(players, **facts), Random(players)
    for number in range(1, made.round_count + 1):
        play_round(draw_service.draw_round(tournament=made, seed=100 * players + number), random)
        if number == made.round_count or made.game != DEFAULT:
            continue  # tables of four alone hold no other number of players
        if players % 3 and players > 13:
            leaving = random.choice(list(made.entries.filter(withdrawn_after=None)))
            roster.withdraw(entry=leaving)
        if players % 5 == 0:
            roster.enter(tournament=made, name=f"Laat {number}")
    return made


def draw_with_constraints(players: int, **facts) -> Tournament:
    """Draw rounds with separations, fixed tables and fixed seats."""
    made, random = make_tournament(players, **facts), Random(players)
    entries = random.sample(list(made.entries.order_by("number")), players)
    for is_hard in (True, False):
        together = [entries.pop() for _ in range(2)]
        constraint_services.separate(tournament=made, entries=together, is_hard=is_hard)
    constraint_services.fix_seat(entry=entries.pop(), table=1, seat=None)
    constraint_services.fix_seat(entry=entries.pop(), table=None, seat=2, round=2)
    if players % 2:
        play_round(draw_service.draw_round(tournament=made, seed=players), random)
        constraint_services.separate(tournament=made, entries=[entries.pop(), entries.pop()])
    draw_service.draw_all_rounds(tournament=made, seed=players + 1)
    return made


def play_round(round: Round, random: Random) -> None:
    """Start a round and give every table random points."""
    start_round(round=confirm_round(round=round))
    for table in round.tables.order_by("number"):
        count_form(table, [random.randrange(200) for _ in range(table.seats.count())])


Case = Callable[[], Tournament]


def _case(make: Callable[..., Tournament], players: int, **facts) -> Case:
    return lambda: make(players, **facts)


def golden_cases() -> dict[str, Case]:
    """Return a function that makes the draw, by the name of each case."""
    found: dict[str, Case] = {}
    for players in [*range(8, 61), *LARGE]:
        if players != 11:  # which no tables of five and four can hold
            found[f"{players} at once"] = _case(draw_all_at_once, players)
    for players in range(12, 61):
        found[f"{players} one by one"] = _case(draw_one_by_one, players)
    for players in range(20, 61, 4):
        found[f"{players} by the standings"] = _case(
            draw_one_by_one, players, last_round=BY_STANDINGS
        )
    for players in (16, 18, 20, 24, 28, 30, 34, 38, 40, 42, 44, 50, 55, 60):
        found[f"{players} as asked"] = _case(draw_with_constraints, players)
    for players in (25, 29, 33, 35, 37, 39, 41, 43, 45, 51, 59):
        found[f"{players} as asked, by the standings"] = _case(
            draw_with_constraints, players, last_round=BY_STANDINGS
        )
    for game in ("rubber-bridge", "bridge-kortregler", "kleurenwiezen", "boerenbridge"):
        for players in range(16, 61, 8):
            found[f"{players} of {game}, at once"] = _case(draw_all_at_once, players, game=game)
            found[f"{players} of {game}, five rounds"] = _case(
                draw_one_by_one, players + 4, game=game, round_count=5
            )
    return found


def seats_digest(tournament: Tournament) -> str:
    """Return a digest of the seats of all rounds, table by table in seat order."""
    tables = [[list(table) for table in tables] for tables in seatings(tournament)]
    return hashlib.sha256(json.dumps(tables).encode()).hexdigest()[:20]
