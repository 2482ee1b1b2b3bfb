"""The last round by the standings, from the command."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.rounds.last_round import (
    FORM,
    players_by_table,
    tables_by_rank,
    tournament_by_standings,
    two_rounds_played,
)
from tests.standings.tournaments import count_form
from wk.rounds.lifecycle import transitions
from wk.tournament import seating
from wk.tournament.queries import seatings


@pytest.fixture
def ready(db):
    """Fourteen players after two of three rounds, the last one by the standings."""
    return two_rounds_played()


@pytest.fixture
def command(capsys):
    def run(*args):
        call_command("draw", *args)
        return capsys.readouterr().out

    return run


def test_the_command_draws_the_same_last_round(ready, command, settings):
    settings.LANGUAGE_CODE = "en"
    dry = json.loads(command("hal", "--seed", "4", "--dry-run", "--format", "json"))
    assert (dry["stored"], ready.rounds.count()) == (False, 2)
    really = json.loads(command("hal", "--all", "--seed", "4", "--format", "json"))
    assert really == dry | {"stored": True}
    assert [table["seats"] for table in really["rounds"][0]["tables"]] == seatings(ready)[2]
    assert players_by_table(ready, 3) == tables_by_rank(ready, (5, 5, 4))
    again = json.loads(command("hal", "--round", "3", "--seed", "4", "--format", "json"))
    assert again == really


@pytest.fixture
def crossed(db):
    """Two rounds in which 1 to 4 had seats 1 and 2 and won, and 5 to 8 had seats 3 and 4."""
    made = tournament_by_standings(8)
    entries = {entry.number: entry for entry in made.entries.all()}
    for number, seated in enumerate([[(1, 2, 5, 6), (3, 4, 7, 8)], [(2, 1, 6, 5), (4, 3, 8, 7)]]):
        tables = {n: [entries[p] for p in table] for n, table in enumerate(seated, 1)}
        round = seating.seat_round(tournament=made, number=number + 1, tables=tables)
        transitions.start_round(round=transitions.confirm_round(round=round))
        for table in round.tables.all():
            count_form(table, FORM[4])
    return made


def test_the_command_says_who_has_a_seat_again(crossed, command, settings):
    """Of four who had seats 1 and 2 only two can have another, and so for seats 3 and 4."""
    settings.LANGUAGE_CODE = "en"
    lines = command("hal", "--seed", "4", "--dry-run").splitlines()
    assert json.loads(command("hal", "--seed", "4", "--format", "json"))["seats_again"] == 4
    assert players_by_table(crossed, 3) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert lines[-2] == "Round 3: 4 players have a seat that they had before."


def test_the_command_says_what_it_leaves_for_later(db, command, settings):
    settings.LANGUAGE_CODE = "en"
    made = tournament_by_standings()
    *_lines, last = command("hal", "--all", "--seed", "4").splitlines()
    assert last == "Round 3 is seated by the standings: draw it when round 2 is complete."
    assert made.rounds.count() == 2
    for round in made.rounds.all():
        transitions.start_round(round=transitions.confirm_round(round=round))
    with pytest.raises(CommandError, match="round 1, table 1, 2, 3; round 2, table 1, 2, 3"):
        command("hal", "--round", "3")
