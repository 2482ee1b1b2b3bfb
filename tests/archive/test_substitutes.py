"""Who played on for somebody (A17): in the archive only where there is one, and byte for byte."""

import datetime as dt
import json
from random import Random

import pytest

from tests.archive.samples import as_bytes, document
from wk.archive.archive import ArchivedSubstitute
from wk.archive.problems import ArchiveInvalid
from wk.archive.queries import archive_of
from wk.archive.reader import MOST_DEALS, read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.tournament.models import Seat, Substitute

NOW = dt.datetime(2026, 11, 21, 18, 30, tzinfo=dt.UTC)
PIET = {"seat": 3, "name": "Piet Kok", "from_deal": 8}
# In the order in which they are written: the seat, then who came first.
CAME = [
    {"seat": 1, "name": "Kees “de Dolle” Vos"},
    {"seat": 1, "name": "Ada", "from_deal": 19},
    PIET,
]


def with_substitutes(came: object, round_: int = 0, table: int = 0) -> dict:
    whole = document()
    there = whole["rounds"][round_]["tables"][table]
    whole["rounds"][round_]["tables"][table] = {
        "number": there["number"],
        "seats": there["seats"],
        "substitutes": came,
        **({"form": there["form"]} if "form" in there else {}),
    }
    return whole


def problems(whole: object) -> list[str]:
    with pytest.raises(ArchiveInvalid) as caught:
        read(as_bytes(whole))
    return [f"{problem.place}: {problem.code}" for problem in caught.value.problems]


def test_they_are_read_in_their_order():
    archive = read(as_bytes(with_substitutes([PIET, CAME[1], CAME[0]])))
    assert archive.rounds[0].tables[0].substitutes == (
        ArchivedSubstitute(1, "Kees “de Dolle” Vos", None),
        ArchivedSubstitute(1, "Ada", 19),
        ArchivedSubstitute(3, "Piet Kok", 8),
    )
    others = [table for round_ in archive.rounds for table in round_.tables][1:]
    assert [table.substitutes for table in others] == [()] * 4


def test_they_are_written_a_line_each_between_seats_and_form():
    text = write(read(as_bytes(with_substitutes(CAME)))).decode()
    assert (
        """          "seats": [5, 4, 3, 2, 1],
          "substitutes": [
            {"seat": 1, "name": "Kees “de Dolle” Vos"},
            {"seat": 1, "name": "Ada", "from_deal": 19},
            {"seat": 3, "name": "Piet Kok", "from_deal": 8}
          ],
          "form": {
"""
        in text
    )
    assert json.loads(text) == with_substitutes(CAME)


@pytest.mark.parametrize("whole", [document(), with_substitutes([])], ids=["no key", "none"])
def test_without_one_the_file_is_as_it_was(whole):
    written = write(read(as_bytes(whole)))
    assert written == write(read(as_bytes(document())))
    assert b"substitutes" not in written


@pytest.mark.django_db
@pytest.mark.parametrize("round_", [0, 1, 2])
def test_in_and_out_of_the_database_byte_for_byte(round_):
    came = CAME if round_ == 0 else [PIET, {"seat": 4, "name": "Ada"}]
    archive = read(as_bytes(with_substitutes(came, round_)))
    once = write(archive)
    stored = import_archive(archive=archive, now=NOW)
    assert write(archive_of(stored)) == once
    assert json.loads(once)["rounds"][round_]["tables"][0]["substitutes"] == came
    assert Substitute.objects.count() == len(came)
    assert write(read(once)) == once


@pytest.mark.django_db
def test_they_are_written_in_order_whatever_the_order_of_their_rows():
    stored = import_archive(archive=read(as_bytes(document())), now=NOW)
    seats = Seat.objects.filter(round__tournament=stored, round__number=1, table__number=1)
    shuffled = [*CAME]
    Random(3).shuffle(shuffled)
    assert shuffled != CAME
    for each in shuffled:
        seat = seats.get(number=each["seat"])
        Substitute.objects.create(seat=seat, name=each["name"], from_deal=each.get("from_deal"))
    assert write(archive_of(stored)) == write(read(as_bytes(with_substitutes(CAME))))


@pytest.mark.django_db
def test_a_round_in_which_somebody_played_on_has_started():
    stored = import_archive(archive=read(as_bytes(with_substitutes([PIET], 2))), now=NOW)
    states = list(stored.rounds.values_list("number", "state"))
    assert states == [(1, "final"), (2, "started"), (3, "started")]


@pytest.mark.parametrize(
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
def test_every_problem_has_its_place_and_code(came, expected):
    whole = with_substitutes(came)
    assert problems(whole) == expected


def test_a_table_of_four_has_no_seat_five():
    whole = with_substitutes([{"seat": 5, "name": "Ada"}], 0, 1)
    assert problems(whole) == ["round 1 table 2 seat 5: NUMBER_OUT_OF_RANGE"]


@pytest.mark.parametrize(
    ("game", "most"), [("rubber-bridge", MOST_DEALS), ("kleurenwiezen", 20), ("bollen", 13)]
)
def test_how_many_deals_there_are_is_for_the_game_to_say(game, most):
    whole = with_substitutes([PIET | {"from_deal": most}], 2)
    whole["tournament"]["game"] = game
    whole["rounds"] = [whole["rounds"][2] | {"number": 1}]
    (table,) = read(as_bytes(whole)).rounds[0].tables
    assert table.substitutes == (ArchivedSubstitute(3, "Piet Kok", most),)
    table = whole["rounds"][0]["tables"][0]
    table["substitutes"] = [PIET | {"from_deal": most + 1}]
    assert problems(whole) == ["round 1 table 1 seat 3: NUMBER_OUT_OF_RANGE"]
