"""The programme of a day: what is stored, in which order it is told, and which times are right."""

import datetime as dt

import pytest

from tests.cases import cases
from wk.tournament.models import Tournament
from wk.tournament.programme import (
    Kind,
    ProgrammePoint,
    first_out_of_order,
    planned_start,
    programme_of,
    stored,
)
from wk.tournament.programme_forms import ProgrammeForm

TEN, NOON, ONE = dt.time(10), dt.time(12), dt.time(13, 5)
POINTS = [
    ProgrammePoint(Kind.DOORS, dt.time(9, 30)),
    ProgrammePoint(Kind.ROUND, TEN, round=1),
    ProgrammePoint(Kind.ROUND, ONE, round=2),
    ProgrammePoint(Kind.PRIZES, dt.time(17)),
    ProgrammePoint(Kind.OTHER, NOON, text="Soep"),
]


def tournament(**facts) -> Tournament:
    """Return a tournament of two rounds, not stored."""
    return Tournament(round_count=2, programme=stored(POINTS), **facts)


def told(made: Tournament) -> list[tuple[str, str, str]]:
    """Return the times and the words of a programme."""
    return [
        (f"{each.at:%H:%M}", f"{each.until:%H:%M}" if each.until else "", each.name)
        for each in programme_of(made)
    ]


@pytest.mark.usefixtures("english")
def test_a_programme_is_told_in_the_order_of_its_times():
    assert told(tournament(round_minutes=75)) == [
        ("09:30", "", "Doors open"),
        ("10:00", "11:15", "Round 1"),
        ("12:00", "", "Soep"),
        ("13:05", "14:20", "Round 2"),
        ("17:00", "", "Prizes"),
    ]


def test_without_a_clock_no_round_has_an_end():
    assert {until for _at, until, _name in told(tournament())} == {""}


def test_a_round_that_ends_after_midnight_ends_early():
    made = tournament(round_minutes=600)
    made.programme = stored([ProgrammePoint(Kind.ROUND, dt.time(20), round=1)])
    assert told(made) == [("20:00", "06:00", "Ronde 1")]


def test_a_round_that_the_tournament_has_no_longer_is_not_told():
    made = tournament()
    made.round_count = 1
    assert [point.round for point in programme_of(made)] == [0, 1, 0, 0]
    assert (planned_start(made, 1), planned_start(made, 2)) == (TEN, None)


@cases(("number", "start"), [(0, None), (1, TEN), (2, ONE), (3, None)])
def test_the_start_of_a_round_is_that_of_the_programme(number, start):
    assert planned_start(tournament(), number) == start


@cases(
    ("times", "wrong"),
    [
        ((), None),
        ((TEN,), None),
        ((TEN, NOON, ONE), None),
        ((TEN, NOON, NOON), 2),
        ((NOON, ONE, TEN), 2),
    ],
)
def test_the_first_time_out_of_order_is_found(times, wrong):
    points = [ProgrammePoint(Kind.OTHER, at) for at in times]
    assert first_out_of_order(points) is (None if wrong is None else points[wrong])


def filled(**values: str) -> ProgrammeForm:
    """Return a filled form of a tournament with two rounds."""
    return ProgrammeForm(values, tournament=tournament())


def test_a_form_gives_what_was_filled_in():
    values = {"doors_at": "09:30", "round_1_at": "10:00", "round_2_at": "13:05"}
    values |= {"prizes_at": "17:00", "line_2_at": "12:00", "line_2_text": "Soep"}
    form = filled(**values)
    assert (form.errors, form.points) == ({}, POINTS)
    empty = filled()
    assert (empty.errors, empty.points) == ({}, [])


def test_a_form_shows_what_is_stored():
    form = ProgrammeForm(tournament=tournament())
    shown = {each.name: each.value() for each in form if each.value() is not None}
    assert shown == {
        "doors_at": dt.time(9, 30),
        "round_1_at": TEN,
        "round_2_at": ONE,
        "prizes_at": dt.time(17),
        "line_1_at": NOON,
        "line_1_text": "Soep",
    }


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"round_1_at": "25:00"}, "round_1_at"),
        ({"doors_at": "tien uur"}, "doors_at"),
        ({"doors_at": "10:00", "round_1_at": "10:00"}, "round_1_at"),
        ({"round_1_at": "13:00", "round_2_at": "12:00"}, "round_2_at"),
        ({"round_2_at": "13:00", "prizes_at": "12:00"}, "prizes_at"),
        ({"line_1_at": "12:00"}, "line_1_text"),
        ({"line_1_text": "Soep"}, "line_1_at"),
        ({"line_4_at": "12:00", "line_4_text": "x" * 61}, "line_4_text"),
        ({"line_1_at": "12:00", "line_1_text": "nul\0"}, "line_1_text"),
    ],
)
def test_a_wrong_time_is_refused_at_its_field(values, field):
    assert list(filled(**values).errors) == [field]
