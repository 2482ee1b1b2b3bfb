"""Random days through the services: players leave, come late and must not meet.

Each day is drawn round by round for the players present: no draw knows who will leave later.
"""

import datetime as dt
from random import Random

import pytest

from tests.draw.random_days import (
    ROUNDS,
    DayRound,
    distances_from_bound,
    faults_of_day,
    new_separations,
    number_of_players,
    players_of_next_round,
)
from tests.samples import some
from tests.standings.tournaments import count_form
from wk.draw import Separation, constraints_on
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.models import Tournament
from wk.tournament.queries import seatings


def change_players_and_constraints(made: Tournament, random: Random) -> None:
    """Let some players leave, some come, and some be kept apart. At least as many stay as can be
    seated."""
    here = list(made.entries.filter(withdrawn_after=None))
    came = made.entries.count()
    playing = players_of_next_round([entry.number for entry in here], came, random)
    for entry in here:
        if entry.number not in playing:
            roster.withdraw(entry=entry)
    for number in playing:
        if number > came:
            roster.enter(tournament=made, name=f"Laat {number}", number=number)
    for must in new_separations(playing, random):
        entries = made.entries.filter(number__in=must.players)
        constraint_services.separate(tournament=made, entries=list(entries))


def play_next_round(made: Tournament, random: Random) -> DayRound:
    """Draw the next round, start it and count its forms."""
    earlier = seatings(made)
    here = made.entries.filter(withdrawn_after=None)
    players = sorted(here.values_list("number", flat=True))
    round = draws.draw_round(tournament=made, seed=random.randrange(10**9))
    transitions.start_round(round=transitions.confirm_round(round=round))
    for table in round.tables.all():
        size = table.seats.count()
        count_form(table, [random.randint(-100, 300) for _ in range(size)])
    groups = [[e.number for e in each.entries.all()] for each in made.separations.all()]
    constraints = constraints_on([Separation(frozenset(group)) for group in groups], players)
    tables = seatings(made)[-1]
    return DayRound(players, constraints, earlier, tables)


def play_day(seed: int, last_round: Tournament.LastRound) -> list[DayRound]:
    """Play a day of all rounds; return what each draw was given and gave."""
    random = Random(seed)
    made = services.create_tournament(
        name="WK", slug=f"wk-{last_round}-{seed}", date=dt.date(2026, 11, 21)
    )
    made.last_round = last_round
    made.save()
    rows = [NewEntry(f"Speler {n}") for n in range(1, number_of_players(random) + 1)]
    roster.enter_many(tournament=made, rows=rows)
    day = []
    for _round in range(ROUNDS):
        change_players_and_constraints(made, random)
        day.append(play_next_round(made, random))
    return day


@pytest.mark.slow
def test_rounds_by_lot_stay_near_the_bound_on_random_days(db):
    days = [play_day(seed, Tournament.LastRound.LOT) for seed in some(range(24), 6)]
    over = distances_from_bound(days)
    assert over.total() == ROUNDS * len(days)
    assert over[0, 0] >= 0.6 * over.total()
    assert max(met for met, _sat in over) <= 2


@pytest.mark.slow
def test_last_rounds_by_the_standings_keep_the_rules_on_random_days(db):
    for seed in some(range(12), 3):
        *before, last = play_day(seed, Tournament.LastRound.STANDINGS)
        assert [wrong for wrong in faults_of_day(before) if wrong] == []
        wrong = [each for each in faults_of_day([*before, last]) if each != "a seat twice"]
        assert wrong == []
