"""Reading the substitutes (A17) of an archive."""

import datetime as dt

from tests.archive.samples import (
    PIET,
    SUBSTITUTES,
    as_bytes,
    problem_lines,
    with_substitutes,
)
from tests.cases import cases
from wk.archive.archive import ArchivedSubstitute
from wk.archive.reader import read
from wk.tournament.models import MOST_DEALS

NOW = dt.datetime(2026, 11, 21, 18, 30, tzinfo=dt.UTC)


def test_substitutes_are_read_in_the_order_of_seat_and_file():
    archive = read(as_bytes(with_substitutes([PIET, SUBSTITUTES[1], SUBSTITUTES[0]])))
    assert archive.rounds[0].tables[0].substitutes == (
        ArchivedSubstitute(1, "Kees “de Dolle” Vos", None),
        ArchivedSubstitute(1, "Ada", 19),
        ArchivedSubstitute(3, "Piet Kok", 8),
    )
    others = [table for round_ in archive.rounds for table in round_.tables][1:]
    assert [table.substitutes for table in others] == [()] * 4


@cases(
    ("came", "expected"),
    [
        (None, ["round 1 table 1: NOT_A_LIST"]),
        ({}, ["round 1 table 1: NOT_A_LIST"]),
        ([[]], ["round 1 table 1: NOT_AN_OBJECT"]),
        ([{}], ["round 1 table 1: KEY_MISSING"] * 2),
        ([{"name": "Piet"}], ["round 1 table 1: KEY_MISSING"]),
        ([{"seat": 3}], ["round 1 table 1 seat 3: KEY_MISSING"]),
        ([PIET | {"seat": 0}], ["round 1 table 1: NUMBER_OUT_OF_RANGE"]),
        ([PIET | {"seat": 6}], ["round 1 table 1 seat 6: NUMBER_OUT_OF_RANGE"]),
        ([PIET | {"seat": True}], ["round 1 table 1: NOT_AN_INTEGER"]),
        ([PIET | {"seat": "3"}], ["round 1 table 1: NOT_AN_INTEGER"]),
        ([PIET | {"name": ""}], ["round 1 table 1 seat 3: TEXT_EMPTY"]),
        ([PIET | {"name": " \u00a0"}], ["round 1 table 1 seat 3: TEXT_EMPTY"]),
        ([PIET | {"name": "a" * 81}], ["round 1 table 1 seat 3: TEXT_TOO_LONG"]),
        ([PIET | {"name": "a\u202eb"}], ["round 1 table 1 seat 3: TEXT_UNCLEAN"]),
        ([PIET | {"name": 7}], ["round 1 table 1 seat 3: NOT_A_TEXT"]),
        ([PIET | {"from_deal": 0}], ["round 1 table 1 seat 3: NUMBER_OUT_OF_RANGE"]),
        ([PIET | {"from_deal": 20}], ["round 1 table 1 seat 3: NUMBER_OUT_OF_RANGE"]),
        ([PIET | {"from_deal": None}], ["round 1 table 1 seat 3: NOT_AN_INTEGER"]),
        ([PIET | {"from_deal": 8.0}], ["round 1 table 1 seat 3: NOT_AN_INTEGER"]),
        ([PIET | {"from": 8}], ["round 1 table 1 seat 3: UNKNOWN_KEY"]),
        (
            [PIET | {"seat": 10**30}],
            [
                "round 1 table 1 seat 1000000000000000000: NUMBER_TOO_LARGE",
                "round 1 table 1 seat 1000000000000000000: NUMBER_OUT_OF_RANGE",
            ],
        ),
        (
            [PIET | {"name": ""}, PIET, {"seat": 2, "name": "Ada", "from_deal": 99}],
            [
                "round 1 table 1 seat 3: TEXT_EMPTY",
                "round 1 table 1 seat 2: NUMBER_OUT_OF_RANGE",
            ],
        ),
    ],
)
def test_each_problem_of_a_substitute_has_its_place_and_code(came, expected):
    whole = with_substitutes(came)
    assert problem_lines(whole) == expected


def test_a_table_of_four_has_no_seat_five():
    whole = with_substitutes([{"seat": 5, "name": "Ada"}], 0, 1)
    assert problem_lines(whole) == ["round 1 table 2 seat 5: NUMBER_OUT_OF_RANGE"]


@cases(("game", "most"), [("rubber-bridge", MOST_DEALS), ("kleurenwiezen", 20), ("bollen", 13)])
def test_the_game_limits_the_deal_of_a_substitute(game, most):
    whole = with_substitutes([PIET | {"from_deal": most}], 2)
    whole["tournament"]["game"] = game
    whole["rounds"] = [whole["rounds"][2] | {"number": 1}]
    (table,) = read(as_bytes(whole)).rounds[0].tables
    assert table.substitutes == (ArchivedSubstitute(3, "Piet Kok", most),)
    table = whole["rounds"][0]["tables"][0]
    table["substitutes"] = [PIET | {"from_deal": most + 1}]
    assert problem_lines(whole) == ["round 1 table 1 seat 3: NUMBER_OUT_OF_RANGE"]
