"""Tournaments with a last round that is seated by the standings, and their pages."""

from django.urls import reverse

from tests.standings.tournaments import count_form, make_tournament, play_round
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
    made = make_tournament([f"Speler {n}" for n in range(1, players + 1)], rounds=rounds)
    made.last_round = last_round
    made.save()
    return made


def draw_and_play_round(made, seed):
    """The next round, drawn and played: seat 1 wins everywhere, by more at a higher table."""
    round = draws.draw_round(tournament=made, seed=seed)
    transitions.start_round(round=transitions.confirm_round(round=round))
    for table in round.tables.all():
        size = table.seats.count()
        count_form(table, [points - table.number for points in FORM[size]])
    return round


def two_rounds_played(players=14):
    """A tournament after two of three rounds, the last one by the standings. Of fourteen players
    the first two are seated as lot numbers 1 and 2 seat them, without searching for it again."""
    made = tournament_by_standings(players)
    if players != 14:
        draw_and_play_round(made, 1)
        draw_and_play_round(made, 2)
        return made
    for number, round in enumerate(SEATS, 1):
        tables = {
            table: {n: points - table for n, points in zip(seats, FORM[len(seats)], strict=True)}
            for table, seats in enumerate(round, 1)
        }
        play_round(made, number, tables)
    return made


def rounds_url(name, *args):
    return reverse(f"rounds:{name}", args=["hal", *args])


def press(client, name, *args):
    return client.post(rounds_url(name, *args), follow=True, headers=ENGLISH)


def tables_by_rank(made, sizes, after=2):
    """Who belong together by the standings, cut by hand from those who play."""
    left = set(made.entries.exclude(withdrawn_after=None).values_list("number", flat=True))
    order = [row.number for row in standings(made, after).rows if row.number not in left]
    tables = []
    for size in sizes:
        tables.append(sorted(order[:size]))
        order = order[size:]
    return tables


def players_by_table(made, number):
    return [sorted(table) for table in seatings(made)[number - 1]]
