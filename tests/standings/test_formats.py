"""The command `python manage.py standings`, as a table, JSON and CSV."""

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.standings.tournaments import close_rounds, make_tournament, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament_in_round_2():
    """A tournament with only totals of round 1, round 2 started, and Els entered in between."""
    made = make_tournament(["Anna", "=Bram", "Cor, jr", "Dirk", "Els"])
    play_round(made, 1, {7: {1: 40, 2: 40, 3: -6, 4: 10}}, totals_only=True)
    play_round(made, 2, {3: [5, 2, 3, 4]})
    return made


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def run_command(*arguments):
    """Run the command; return its output."""
    out = StringIO()
    call_command("standings", *arguments, stdout=out)
    return out.getvalue()


def test_json(tournament_in_round_2):
    first = {"round": 1, "table": 7}
    second = {"round": 2, "table": 3, "wp": None, "points": None}
    assert json.loads(run_command("hal", "--format", "json")) == {
        "tournament": "hal",
        "after_round": 2,
        "complete": False,
        "standings": [
            {
                "rank": 1,
                "number": 1,
                "name": "Anna",
                "wp": "4.5",
                "points": 40,
                "rounds": [first | {"wp": "4.5", "points": 40, "totals_only": True}, None],
            },
            {
                "rank": 1,
                "number": 2,
                "name": "=Bram",
                "wp": "4.5",
                "points": 40,
                "rounds": [first | {"wp": "4.5", "points": 40, "totals_only": True}, second],
            },
            {
                "rank": 3,
                "number": 4,
                "name": "Dirk",
                "wp": "3",
                "points": 10,
                "rounds": [first | {"wp": "3", "points": 10, "totals_only": True}, second],
            },
            {
                "rank": 4,
                "number": 3,
                "name": "Cor, jr",
                "wp": "2",
                "points": -6,
                "rounds": [first | {"wp": "2", "points": -6, "totals_only": True}, second],
            },
            {
                "rank": 5,
                "number": 5,
                "name": "Els",
                "wp": "0",
                "points": 0,
                "rounds": [None, second],
            },
        ],
    }


def test_json_marks_only_totals_taken_from_paper():
    made = make_tournament("abcd", rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    document = json.loads(run_command("hal", "--format", "json"))
    assert document["complete"] is True
    assert document["standings"][0]["rounds"] == [{"round": 1, "table": 1, "wp": "5", "points": 40}]


def test_csv(tournament_in_round_2):
    assert run_command("hal", "--format", "csv").splitlines() == [
        "rank,number,name,wp,points,round_1_table,round_1_wp,round_1_points,"
        "round_2_table,round_2_wp,round_2_points,totals_only",
        "1,1,Anna,4.5,40,7,4.5,40,,,,1",
        "1,2,'=Bram,4.5,40,7,4.5,40,3,,,1",
        "3,4,Dirk,3,10,7,3,10,3,,,1",
        '4,3,"Cor, jr",2,-6,7,2,-6,3,,,1',
        "5,5,Els,0,0,,,,3,,,",
    ]


def test_table(tournament_in_round_2):
    assert run_command("hal").splitlines() == [
        "WK hal - Standings during round 2",
        "provisional, 1 form does not count yet (1 not in yet)",
        "",
        "Rank  No.  Name     MP   Points   R1    R2",
        "  1=    1  Anna      4½      40    4½Σ   -",
        "  1=    2  =Bram     4½      40    4½Σ   …",
        "  3     4  Dirk      3       10    3 Σ   …",
        "  4     3  Cor, jr   2       −6    2 Σ   …",
        "  5     5  Els       0        0    -     …",
    ]


def test_output_is_utf8_whatever_the_locale(tournament_in_round_2, monkeypatch):
    raw = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, encoding="ascii"))
    call_command("standings", "hal")
    sys.stdout.flush()
    assert raw.getvalue().decode() == run_command("hal")


def test_table_fits_a_terminal():
    made = make_tournament(["n" * 30, *"bcd"])
    for number in (1, 2, 3):
        play_round(made, number, {1: {1: 400, 2: 30, 3: 20, 4: 10}})
    assert run_command("hal").startswith("WK hal - Standings after round 3\n\n")
    close_rounds(made)
    lines = run_command("hal").splitlines()
    assert lines[0] == "WK hal - Final standings"
    assert max(len(line) for line in lines) <= 80


def test_after_an_earlier_round(tournament_in_round_2):
    assert (
        json.loads(run_command("hal", "--after-round", "1", "--format", "json"))["complete"] is True
    )
    assert run_command("hal", "--after-round", "1").startswith(
        "WK hal - Standings after round 1\n\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nergens"], "There is no tournament “nergens”."),
        (["hal", "--after-round", "4"], "This tournament has rounds 1 to 3."),
        (["hal", "--after-round", "0"], "This tournament has rounds 1 to 3."),
        (["hal", "--after-round", "-1"], "This tournament has rounds 1 to 3."),
        (["hal", "--after-round", "9" * 30], "This tournament has rounds 1 to 3."),
        (["nergens", "--format", "json"], "There is no tournament “nergens”."),
    ],
)
def test_invalid_arguments_are_refused_with_a_reason(tournament_in_round_2, arguments, message):
    with pytest.raises(CommandError) as refused:
        run_command(*arguments)
    assert str(refused.value) == message
    assert refused.value.returncode == 1
