"""What a director sends who puts a wrong seating right."""

import pytest
from django.utils import translation

from tests.rounds.seating_corrections.corrections import hall_of
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.forms import (
    ConfirmationForm,
    ConfirmedSwapForm,
    ConfirmedTableForm,
    SwapCorrectionForm,
    TableCorrectionForm,
)
from wk.tournament.models import Seat

TWO = {"first": "2", "second": "8", "how": "names"}
SEEN = "0123456789abcdef"


@pytest.fixture(autouse=True)
def _english(db):
    with translation.override("en"):
        yield


def sent(round, **more):
    return SwapCorrectionForm(TWO | more, round=round)


def test_players_are_offered_by_name_with_where_they_sit(round):
    form = SwapCorrectionForm(round=round)
    for name in ("first", "second"):
        empty, *players = form.fields[name].choices
        assert empty == ("", "choose a player")
        assert players[:2] == [(1, "1 Anna, table 1, NORTH"), (2, "2 Bram, table 1, seat 2")]
        assert [number for number, _words in players] == list(range(1, 10))
    assert (form.further_fields, form.sent, form.fields["how"].choices) == (
        [],
        {},
        CorrectionKind.choices,
    )


# What is sent beside two players; what is asked on then, and who come after the first two.
RINGS = [
    ({}, ["In whose seat did 8 Hans sit?"], []),
    (
        {"then_1": "4"},
        ["In whose seat did 8 Hans sit?", "In whose seat did 4 Dirk sit?"],
        [4],
    ),
    (
        {"then_1": "4", "then_2": "5"},
        [f"In whose seat did {who} sit?" for who in ("8 Hans", "4 Dirk", "5 Els")],
        [4, 5],
    ),
    ({"then_1": "2"}, ["In whose seat did 8 Hans sit?"], []),  # the first once more ends it
    (
        {"then_1": "4", "then_2": "2"},
        ["In whose seat did 8 Hans sit?", "In whose seat did 4 Dirk sit?"],
        [4],
    ),
]


@pytest.mark.parametrize(("more", "asked", "others"), RINGS)
def test_it_is_asked_on_in_whose_place_the_last_one_sat(round, more, asked, others):
    form = sent(round, **more)
    assert form.is_valid()
    assert [field.label for field in form.further_fields] == asked
    assert form.further_fields[-1].field.choices[:2] == [
        ("", "in that of 2 Bram"),
        (1, "1 Anna, table 1, NORTH"),
    ]
    data = form.cleaned_data
    assert set(data) == {"first", "second", "others", "how"}
    assert (data["first"].number, data["second"].number, data["how"]) == (
        2,
        8,
        CorrectionKind.NAMES,
    )
    assert [entry.number for entry in data["others"]] == others
    assert form.sent == TWO | more


def test_nobody_is_asked_about_once_all_are_named():
    round = hall_of(4)
    ring = {"first": "1", "second": "2", "then_1": "3", "then_2": "4", "how": "own"}
    form = SwapCorrectionForm(ring, round=round)
    assert form.is_valid()
    assert [field.name for field in form.further_fields] == ["then_1", "then_2"]
    assert [entry.number for entry in form.cleaned_data["others"]] == [3, 4]


ALREADY = "Choose another player: %s stands here already."
REQUIRED = "This field is required."
WRONG = [
    ({"first": ""}, {"first": [REQUIRED]}),
    ({"how": ""}, {"how": [REQUIRED]}),
    ({"first": "2", "second": "2"}, {"second": [ALREADY % "2 Bram"]}),
    ({"then_1": "8"}, {"then_1": [ALREADY % "8 Hans"]}),
    ({"then_1": "4", "then_2": "8"}, {"then_2": [ALREADY % "8 Hans"]}),
    ({"then_1": "4", "then_2": "4"}, {"then_2": [ALREADY % "4 Dirk"]}),
]
NO_CHOICE = [
    ("second", "77"),
    ("second", str(10**40)),
    ("first", "x\0"),
    ("how", "anders"),
    ("then_1", "77"),
    ("then_1", "x\0"),
]


@pytest.mark.parametrize(("more", "errors"), WRONG)
def test_who_is_missing_or_stands_there_twice_is_told_at_his_field(round, more, errors):
    assert sent(round, **more).errors == errors


def test_whoever_or_whatever_there_is_not_cannot_be_chosen(round):
    for field, value in NO_CHOICE:
        text = f"Select a valid choice. {value} is not one of the available choices."
        assert sent(round, **{field: value}).errors == {field: [text]}


def test_only_who_can_be_spared_joins_a_table_with_room(round):
    form = TableCorrectionForm(round=round)
    players, tables = (form.fields[name].choices for name in ("player", "table"))
    assert players[:2] == [("", "choose a player"), (1, "1 Anna, table 1, NORTH")]
    assert [number for number, _words in players] == ["", 1, 2, 3, 4, 5]
    assert (tables, form.is_of_use) == ([("", "choose a table"), (2, "2")], True)
    right = TableCorrectionForm({"player": "3", "table": "2"}, round=round)
    assert right.is_valid()
    assert (right.cleaned_data["player"].number, right.cleaned_data["table"]) == (3, 2)
    for data in (
        {"player": "", "table": "2"},
        {"player": "6", "table": "2"},
        {"player": "77", "table": "2"},
        {"player": "x\0", "table": "2"},
        {"player": "3", "table": "1"},
        {"player": "3", "table": "3"},
        {"player": "3", "table": str(10**40)},
    ):
        wrong = "table" if data["player"] == "3" else "player"
        assert list(TableCorrectionForm(data, round=round).errors) == [wrong]


@pytest.mark.parametrize(
    ("taken", "is_of_use"),
    [((), True), ((5, 9), False), ((5,), False), ((8, 9), False)],
    ids=["5 and 4", "4 and 3", "4 and 4", "5 and 2"],
)
def test_joining_is_of_use_where_somebody_can_go_somewhere(round, taken, is_of_use):
    Seat.objects.filter(entry__number__in=taken).delete()
    assert TableCorrectionForm(round=round).is_of_use == is_of_use


CONFIRMED = [
    ({"shown_token": SEEN}, []),
    ({"shown_token": SEEN, "reason": "r" * 300}, []),
    ({"shown_token": SEEN, "reason": "r" * 301}, ["reason"]),
    ({"shown_token": SEEN, "reason": "a\u200bb"}, ["reason"]),
    ({"shown_token": SEEN[:-1]}, ["shown_token"]),
    ({"shown_token": SEEN + "0"}, ["shown_token"]),
    ({"shown_token": "x" * 16}, ["shown_token"]),
    ({}, ["shown_token"]),
]


def test_who_confirms_sends_the_token_of_what_was_shown(round):
    for data, errors in CONFIRMED:
        assert list(ConfirmationForm(data).errors) == errors
        assert list(ConfirmedSwapForm(TWO | data, round=round).errors) == errors
        join = {"player": "3", "table": "2"} | data
        assert list(ConfirmedTableForm(join, round=round).errors) == errors
