"""The forms on which a director corrects seats."""

import pytest

from tests.rounds.seating_corrections.corrections import make_round
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


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def swap_form(round, **more):
    """Return the form for players 2 and 8, with more fields."""
    return SwapCorrectionForm(TWO | more, round=round)


def test_players_are_offered_with_their_seats(round):
    form = SwapCorrectionForm(round=round)
    for name in ("first", "second"):
        empty, *players = form.fields[name].choices
        assert empty == ("", "choose a player")
        assert players[:2] == [
            (1, "Anna (number 1), table 1, NORTH (seat 1)"),
            (2, "Bram (number 2), table 1, seat 2"),
        ]
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
def test_each_further_field_asks_for_the_seat_of_the_player_before(round, more, asked, others):
    form = swap_form(round, **more)
    assert form.is_valid()
    assert [field.label for field in form.further_fields] == asked
    assert form.further_fields[-1].field.choices[:2] == [
        ("", "in that of 2 Bram"),
        (1, "Anna (number 1), table 1, NORTH (seat 1)"),
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


def test_no_further_field_once_all_players_are_named():
    round = make_round(4)
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
def test_a_missing_or_repeated_player_is_an_error_at_his_field(round, more, errors):
    assert swap_form(round, **more).errors == errors


def test_unknown_players_and_kinds_cannot_be_chosen(round):
    for field, value in NO_CHOICE:
        text = f"Select a valid choice. {value} is not one of the available choices."
        assert swap_form(round, **{field: value}).errors == {field: [text]}


def test_choices_are_players_of_large_tables_and_tables_with_a_free_seat(round):
    form = TableCorrectionForm(round=round)
    players, tables = (form.fields[name].choices for name in ("player", "table"))
    assert players[:2] == [("", "choose a player"), (1, "Anna (number 1), table 1, NORTH (seat 1)")]
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
def test_joining_is_of_use_only_where_a_player_and_a_seat_are_free(round, taken, is_of_use):
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


def test_a_confirmation_needs_the_token_of_what_was_shown(round):
    for data, errors in CONFIRMED:
        assert list(ConfirmationForm(data).errors) == errors
        assert list(ConfirmedSwapForm(TWO | data, round=round).errors) == errors
        join = {"player": "3", "table": "2"} | data
        assert list(ConfirmedTableForm(join, round=round).errors) == errors
