"""Tournaments whose last round is drawn by the standings."""

import datetime as dt

from django.urls import reverse

from tests.listed_players import tournament_with_players
from tests.standings.tournaments import count_forms, play_round
from wk.players.services import NewEntry
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.standings.queries import standings
from wk.tournament.models import Tournament
from wk.tournament.queries import seatings

ENGLISH = {"accept-language": "en"}
SEATS = [
    [[1, 8, 6, 13, 5], [9, 11, 14, 4, 7], [3, 10, 12, 2]],
    [[5, 4, 10, 12, 1], [8, 9, 3, 11, 6], [13, 14, 2, 7]],
]
FORM = {5: [90, 70, 50, 30, 10], 4: [80, 60, 40, 20]}


def tournament_by_standings(players=14, rounds=3, last_round=Tournament.LastRound.STANDINGS):
    """Return a tournament without rounds, the last one to be drawn by the standings."""
    people = [NewEntry(f"Speler {n}") for n in range(1, players + 1)]
    facts = {"slug": "hal", "round_count": rounds, "last_round": last_round}
    return tournament_with_players("WK hal", dt.date(2026, 11, 21), people, **facts)[0]


def draw_and_play_round(made, seed):
    """Draw the next round, play it and return it. Seat 1 wins everywhere, with more points at a
    lower table number."""
    round = draws.draw_round(tournament=made, seed=seed)
    transitions.start_round(round=transitions.confirm_round(round=round))
    count_forms(
        {
            table: [points - table.number for points in FORM[table.seats.count()]]
            for table in round.tables.all()
        }
    )
    return round


def two_rounds_played(players=14):
    """Return a tournament after two of three rounds, the last one by the standings.

    For fourteen players the seats of draw numbers 1 and 2 are written down, so that no draw is
    searched.
    """
    made = tournament_by_standings(players)
    if players != 14:
        draw_and_play_round(made, 1)
        draw_and_play_round(made, 2)
        return made
    for number in (1, 2):
        play_written_round(made, number)
    return made


def play_written_round(made, number):
    """Play round 1 or 2 of fourteen players in the seats of its draw number, which are written
    down. Seat 1 wins everywhere, with more points at a lower table number."""
    tables = {
        table: {n: points - table for n, points in zip(seats, FORM[len(seats)], strict=True)}
        for table, seats in enumerate(SEATS[number - 1], 1)
    }
    return play_round(made, number, tables)


def rounds_url(name, *args):
    return reverse(f"rounds:{name}", args=["hal", *args])


def press(client, name, *args):
    """Press a button of a page of the rounds; return the answer."""
    return client.post(rounds_url(name, *args), {"reason": "Opnieuw"}, headers=ENGLISH)


def page_after(client, answer):
    """Return the page to which an answer leads."""
    return client.get(answer.url, headers=ENGLISH)


def tables_by_rank(made, sizes, after=2):
    """Return the players of each table, the best at table 1: the ranking cut by hand, without
    the withdrawn players."""
    left = set(made.entries.exclude(withdrawn_after=None).values_list("number", flat=True))
    order = [row.number for row in standings(made, after).rows if row.number not in left]
    tables = []
    for size in sizes:
        tables.append(sorted(order[:size]))
        order = order[size:]
    return tables


def players_by_table(made, number):
    """Return the start numbers at each table of a round, in order."""
    return [sorted(table) for table in seatings(made)[number - 1]]
