"""The command `python manage.py draw` does what the pages do."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.rounds.last_round import (
    FORM,
    players_by_table,
    tables_by_rank,
    tournament_by_standings,
)
from tests.standings.tournaments import count_form
from wk.auditlog.models import AuditLogEntry
from wk.draw import DrawRequest
from wk.draw import draw as draw_tables
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import seating
from wk.tournament.queries import seatings


@pytest.fixture
def draw(capsys):
    """Return a function that runs the command and returns its output."""

    def run(*args: str) -> str:
        call_command("draw", *args)
        return capsys.readouterr().out

    return run


def stored_seats(tournament):
    """Return the start numbers at each table of each round."""
    return seatings(tournament, before=99)


def drawn_with_seed_5(rounds):
    """Return the tables of so many rounds of 23 players with draw number 5."""
    request = DrawRequest(range(1, 24), (5, 5, 5, 4, 4), [5], rounds=rounds)
    return [each.tables for each in draw_tables(request).rounds]


def test_json_of_all_rounds(championship, draw):
    said = json.loads(draw("wk", "--all", "--seed", "5", "--format", "json"))
    rounds = drawn_with_seed_5(rounds=3)
    assert said == {
        "tournament": "wk",
        "seed": 5,
        "stored": True,
        "rounds": [
            {
                "number": number,
                "seed": 5,
                "tables": [
                    {"number": table, "seats": list(seats)} for table, seats in enumerate(tables, 1)
                ],
            }
            for number, tables in enumerate(rounds, 1)
        ],
        "repeat_meetings": {"reached": 0, "least": 0},
        "extra_sittings": {"reached": 4, "least": 4},
        "seats_again": 0,
        "not_kept": [],
    }
    assert stored_seats(championship) == [[list(table) for table in tables] for tables in rounds]


def test_table_of_one_round(championship, draw, settings):
    settings.LANGUAGE_CODE = "en"
    first, second, third, *tables, last, cost = draw("wk", "--seed", "5").splitlines()
    assert (first, second, third, last) == ("Draw number 5", "", "Round 1", "")
    (drawn,) = drawn_with_seed_5(rounds=1)
    assert tables == [
        f"{number:>5}  " + ", ".join(f"{n} Speler {n}" for n in seats)
        for number, seats in enumerate(drawn, 1)
    ]
    assert cost == (
        "repeat meetings 0 of at least 0; sittings at a second small table 0 of at least 0"
    )


def test_a_dry_run_prints_the_draw_and_stores_nothing(championship, draw):
    said = json.loads(draw("wk", "--all", "--seed", "7", "--dry-run", "--format", "json"))
    assert (said["stored"], championship.rounds.count()) == (False, 0)
    really = json.loads(draw("wk", "--all", "--seed", "7", "--format", "json"))
    assert really == said | {"stored": True}
    before = stored_seats(championship)
    draw("wk", "--round", "1", "--seed", "8", "--dry-run")
    assert stored_seats(championship) == before


def test_without_a_seed_the_chosen_one_is_printed(championship, draw):
    said = json.loads(draw("wk", "--format", "json"))
    assert championship.rounds.get().seed == said["seed"]
    assert 0 <= said["seed"] <= draws.MOST_SEED


def test_an_unconfirmed_round_is_drawn_again(championship, draw):
    draw("wk", "--all", "--seed", "5")
    transitions.confirm_round(round=championship.rounds.get(number=1))
    before = stored_seats(championship)
    again = ("wk", "--round", "2", "--seed", "6", "--format", "json")
    said = json.loads(draw(*again, "--reason", "Tafel 3 is stuk"))
    assert [(round["number"], round["seed"]) for round in said["rounds"]] == [(2, 6), (3, 6)]
    after = stored_seats(championship)
    assert after[0] == before[0]
    assert after[1:] == [[t["seats"] for t in round["tables"]] for round in said["rounds"]]


def test_played_rounds_count_in_the_lower_bound(tournament, draw):
    """Nine players, the first round seated by hand: the bound is that of all three rounds."""
    said = json.loads(draw("wk-test", "--all", "--seed", "1", "--format", "json"))
    assert [round["number"] for round in said["rounds"]] == [2, 3]
    assert said["repeat_meetings"] == {"reached": 18, "least": 18}
    assert said["extra_sittings"]["least"] == 4


@pytest.mark.slow
def test_constraints_are_kept_and_violations_printed(championship, draw, settings):
    settings.LANGUAGE_CODE = "en"
    club = championship.entries.filter(number__lte=6)
    constraint_services.separate(
        tournament=championship, entries=club, name="De Slag", is_hard=False
    )
    place = constraint_services.fix_seat(entry=championship.entries.get(number=7), table=2, seat=1)
    said = json.loads(draw("wk", "--all", "--seed", "5", "--dry-run", "--format", "json"))
    assert [round["tables"][1]["seats"][0] for round in said["rounds"]] == [7, 7, 7]
    assert said["seats_again"] == 0  # but for who asked for it
    together = [
        (round["number"], table["number"])
        for round in said["rounds"]
        for table in round["tables"]
        if len({*table["seats"]} & {*range(1, 7)}) > 1
    ]
    assert len(together) >= 3  # six at five tables
    assert [(each["round"], each["must"]) for each in said["not_kept"]] == [
        (number, False) for number, _table in together
    ]
    lines = draw("wk", "--all", "--seed", "5", "--dry-run").splitlines()
    assert lines[-1 - len(together) : -1] == [
        f"Round {each['round']}: {each['text']}" for each in said["not_kept"]
    ]
    constraint_services.remove_constraint(constraint=place)
    constraint_services.fix_seat(entry=championship.entries.get(number=7), table=9, seat=None)
    with pytest.raises(CommandError, match="7 Speler 7: table 9"):
        draw("wk", "--all")
    assert championship.rounds.count() == 0


def test_a_draw_is_thrown_away_with_a_reason_only(championship, draw, settings):
    settings.LANGUAGE_CODE = "en"
    draw("wk", "--seed", "5")
    before = stored_seats(championship)
    for reason in ([], ["--reason", " "], ["--reason", "x" * 301]):
        words = "Round 1 has a draw. Say with --reason why it is thrown away."
        with pytest.raises(CommandError, match=words):
            draw("wk", "--round", "1", "--seed", "6", *reason)
    assert stored_seats(championship) == before
    draw("wk", "--round", "1", "--seed", "6", "--reason", "Tafel 3 is stuk")
    assert stored_seats(championship) != before
    assert AuditLogEntry.objects.latest("pk").reason == "Tafel 3 is stuk"


def test_invalid_arguments_are_refused_with_a_reason(championship, draw):
    for args, said in [
        (["nergens"], "nergens"),
        (["wk", "--round", "2"], "1"),
        (["wk", "--round", "0"], "1"),
        (["wk", "--seed", "-1"], "999999999"),
        (["wk", "--seed", "1000000000"], "999999999"),
    ]:
        with pytest.raises(CommandError, match=said) as refused:
            draw(*args)
        assert refused.value.returncode == 1
        assert championship.rounds.count() == 0


def test_draws_that_the_page_refuses_are_refused(championship, draw):
    roster.remove_entry(entry=championship.entries.get(number=23))
    for number in range(12, 23):
        roster.remove_entry(entry=championship.entries.get(number=number))
    with pytest.raises(CommandError, match="11"):
        draw("wk", "--all")
    roster.enter(tournament=championship, name="Laat")
    draw("wk", "--seed", "1")
    for args in (["wk"], ["wk", "--all"], ["wk", "--round", "2"]):
        with pytest.raises(CommandError, match="1"):
            draw(*args)
    transitions.confirm_round(round=championship.rounds.get())
    with pytest.raises(CommandError, match="1"):
        draw("wk", "--round", "1")
    draw("wk", "--all")
    for round in championship.rounds.filter(number__gt=1):
        transitions.confirm_round(round=round)
    with pytest.raises(CommandError):
        draw("wk")


def test_round_and_all_exclude_each_other(championship, draw):
    with pytest.raises(CommandError):
        draw("wk", "--all", "--round", "1")


@pytest.fixture
def players_with_two_seats(db):
    """Two rounds in which 1 to 4 sat in seats 1 and 2 and won, and 5 to 8 sat in seats 3 and 4."""
    made = tournament_by_standings(8)
    entries = {entry.number: entry for entry in made.entries.all()}
    for number, seated in enumerate([[(1, 2, 5, 6), (3, 4, 7, 8)], [(2, 1, 6, 5), (4, 3, 8, 7)]]):
        tables = {n: [entries[p] for p in table] for n, table in enumerate(seated, 1)}
        round = seating.seat_round(tournament=made, number=number + 1, tables=tables)
        transitions.start_round(round=transitions.confirm_round(round=round))
        for table in round.tables.all():
            count_form(table, FORM[4])
    return made


def test_the_last_round_by_standings_is_the_same_in_a_dry_run(after_two_rounds, draw, settings):
    settings.LANGUAGE_CODE = "en"
    dry = json.loads(draw("hal", "--seed", "4", "--dry-run", "--format", "json"))
    assert (dry["stored"], after_two_rounds.rounds.count()) == (False, 2)
    really = json.loads(draw("hal", "--all", "--seed", "4", "--format", "json"))
    assert really == dry | {"stored": True}
    assert [table["seats"] for table in really["rounds"][0]["tables"]] == seatings(
        after_two_rounds
    )[2]
    assert players_by_table(after_two_rounds, 3) == tables_by_rank(after_two_rounds, (5, 5, 4))
    same = ("hal", "--round", "3", "--seed", "4", "--format", "json")
    again = json.loads(draw(*same, "--reason", "Nog eens"))
    assert again == really


def test_players_who_have_a_seat_again_are_counted(players_with_two_seats, draw, settings):
    """Of four players who had seats 1 and 2 only two can have new ones. The same goes for seats
    3 and 4."""
    settings.LANGUAGE_CODE = "en"
    lines = draw("hal", "--seed", "4", "--dry-run").splitlines()
    assert json.loads(draw("hal", "--seed", "4", "--format", "json"))["seats_again"] == 4
    assert players_by_table(players_with_two_seats, 3) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert lines[-2] == "Round 3: 4 players have a seat that they had before."


def test_the_round_left_for_later_is_named(db, draw, settings):
    settings.LANGUAGE_CODE = "en"
    made = tournament_by_standings()
    *_lines, last = draw("hal", "--all", "--seed", "4").splitlines()
    assert last == "Round 3 is seated by the standings: draw it when round 2 is complete."
    assert made.rounds.count() == 2
    for round in made.rounds.all():
        transitions.start_round(round=transitions.confirm_round(round=round))
    with pytest.raises(CommandError, match="round 1, table 1, 2, 3; round 2, table 1, 2, 3"):
        draw("hal", "--round", "3")
