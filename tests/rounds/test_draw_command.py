"""python manage.py draw: what the page does, from the command line."""

import datetime as dt
import json

import pytest
from django.core.management import CommandError, call_command

from wk.draw import DrawRequest
from wk.draw import draw as draw_tables
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.queries import seatings


@pytest.fixture
def championship(db):
    made = services.create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
    rows = [NewEntry(f"Speler {n}") for n in range(1, 24)]
    roster.enter_many(tournament=made, rows=rows)
    return made


@pytest.fixture
def draw(capsys):
    """Run the command; return what it writes."""

    def run(*args: str) -> str:
        call_command("draw", *args)
        return capsys.readouterr().out

    return run


def stored(tournament):
    return seatings(tournament, before=99)


def tables_of_seed_5(rounds):
    request = DrawRequest(range(1, 24), (5, 5, 5, 4, 4), [5], rounds=rounds)
    return [each.tables for each in draw_tables(request).rounds]


def test_all_rounds_for_programs(championship, draw):
    said = json.loads(draw("wk", "--all", "--seed", "5", "--format", "json"))
    rounds = tables_of_seed_5(rounds=3)
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
    assert stored(championship) == [[list(table) for table in tables] for tables in rounds]


def test_one_round_for_people(championship, draw, settings):
    settings.LANGUAGE_CODE = "en"
    first, second, third, *tables, last, cost = draw("wk", "--seed", "5").splitlines()
    assert (first, second, third, last) == ("Lot number 5", "", "Round 1", "")
    (drawn,) = tables_of_seed_5(rounds=1)
    assert tables == [
        f"{number:>5}  " + ", ".join(f"{n} Speler {n}" for n in seats)
        for number, seats in enumerate(drawn, 1)
    ]
    assert cost == (
        "repeat meetings 0 of at least 0; sittings at a second small table 0 of at least 0"
    )


def test_a_dry_run_stores_nothing_and_tells_what_would_be(championship, draw):
    said = json.loads(draw("wk", "--all", "--seed", "7", "--dry-run", "--format", "json"))
    assert (said["stored"], championship.rounds.count()) == (False, 0)
    really = json.loads(draw("wk", "--all", "--seed", "7", "--format", "json"))
    assert really == said | {"stored": True}
    before = stored(championship)
    draw("wk", "--round", "1", "--seed", "8", "--dry-run")
    assert stored(championship) == before


def test_without_a_seed_it_says_which_it_took(championship, draw):
    said = json.loads(draw("wk", "--format", "json"))
    assert championship.rounds.get().seed == said["seed"]
    assert 0 <= said["seed"] <= draws.MOST_SEED


def test_a_round_that_is_not_confirmed_is_drawn_again(championship, draw):
    draw("wk", "--all", "--seed", "5")
    transitions.confirm_round(round=championship.rounds.get(number=1))
    before = stored(championship)
    said = json.loads(draw("wk", "--round", "2", "--seed", "6", "--format", "json"))
    assert [(round["number"], round["seed"]) for round in said["rounds"]] == [(2, 6), (3, 6)]
    after = stored(championship)
    assert after[0] == before[0]
    assert after[1:] == [[t["seats"] for t in round["tables"]] for round in said["rounds"]]


def test_what_is_played_counts_with_what_is_drawn(tournament, draw):
    """Nine players, the first round by hand: the bound is that of all three rounds."""
    said = json.loads(draw("wk-test", "--all", "--seed", "1", "--format", "json"))
    assert [round["number"] for round in said["rounds"]] == [2, 3]
    assert said["repeat_meetings"] == {"reached": 18, "least": 18}
    assert said["extra_sittings"]["least"] == 4


@pytest.mark.slow
def test_it_keeps_to_what_is_asked_and_tells_what_is_not_so(championship, draw, settings):
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


def test_it_refuses_in_words(championship, draw):
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


def test_it_refuses_what_the_page_refuses(championship, draw):
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


def test_one_round_or_all_but_not_both(championship, draw):
    with pytest.raises(CommandError):
        draw("wk", "--all", "--round", "1")
