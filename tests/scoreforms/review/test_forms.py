"""What officials send who look at forms a second time, choose between two, or decide about them."""

from random import Random

import pytest
from django.http import QueryDict

from scoring.registry import GAMES, game
from wk.scoreforms.review.forms import (
    AdjudicationForm,
    LookForm,
    ReasonForm,
    RestoreForm,
    ReviewSettingsForm,
    VersionsForm,
)
from wk.tournament.models import Entry, Tournament

SHORT = game("boerenbridge", {"deals": [{"cards": 4}, {"cards": 3}]})
RESTORED = {"version": "1", "expected_version": "2", "reason": "Was toch goed"}
REASONED = {"version": "1", "reason": "Papier weg"}
CHOICES = {"second_check": "important", "check_method": "blind", "phones": "form"}
NO_VERSIONS = ["", "x", "0", "-1", "32768", "9" * 20, "\0"]
NO_REASONS = ["", "  ", "x" * 301, "\0", "\x1b[0m"]


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        (LookForm, {"version": "32767"}, {"version": NO_VERSIONS}),
        (ReasonForm, REASONED, {"version": NO_VERSIONS, "reason": NO_REASONS}),
        (ReasonForm, REASONED | {"reason": "x" * 300}, {}),
        (
            RestoreForm,
            RESTORED,
            {"version": NO_VERSIONS, "expected_version": NO_VERSIONS, "reason": NO_REASONS},
        ),
        (
            ReviewSettingsForm,
            CHOICES,
            {name: ["", "alles", "\0", "x" * 999] for name in CHOICES},
        ),
    ],
)
def test_what_makes_no_sense_is_refused_and_named(form, right, wrong):
    assert form(right).errors == {}
    for field, values in wrong.items():
        assert {v: [*form(right | {field: v}).errors] for v in values} == {
            v: [field] for v in values
        }


def test_every_choice_of_the_tournament_can_be_set():
    for field, choices in (
        ("second_check", Tournament.SecondCheck),
        ("check_method", Tournament.CheckMethod),
        ("phones", Tournament.Phones),
    ):
        for value in choices.values:
            form = ReviewSettingsForm(CHOICES | {field: value})
            assert form.is_valid()
            assert form.cleaned_data == CHOICES | {field: value}


@pytest.mark.parametrize(
    ("asked", "version", "beside"),
    [
        ({}, None, None),
        ({"version": "1", "with": "2"}, 1, 2),
        ({"version": "32767", "with": "32767"}, 32767, 32767),
        ({"version": "x", "with": "x"}, None, None),
        ({"version": "\0", "with": "-1"}, None, None),
        ({"version": "32768", "with": "9" * 30}, None, None),
        ({"version": "0", "with": "0"}, None, None),
    ],
)
def test_a_version_that_cannot_be_is_none(asked, version, beside):
    form = VersionsForm(asked)
    form.is_valid()
    read = (form.cleaned_data.get("version"), form.cleaned_data.get("beside"))
    assert read == (version, beside)


# Settling


def settle_form(rules, seeds=(1, 2), sent=None, counts=False):
    """The form of what was typed differently; without `sent` it is still to be filled in."""
    seats = rules.table_sizes[0]
    entries = tuple(Entry(number=seat, name=f"Speler {seat}") for seat in range(1, seats + 1))
    typings = [rules.practice(seats, Random(seed)) for seed in seeds]
    data = None
    if sent is not None:
        data = QueryDict(mutable=True)
        data.update(sent)
    return AdjudicationForm(data, game=rules, entries=entries, typings=typings, counts=counts)


def all_of(form, index):
    """What a browser sends who takes every cell of one of the two."""
    return {line.name: index for line in form.cell_choices()}


@pytest.mark.parametrize("key", GAMES)
def test_of_any_game_all_of_one_hand_is_what_it_typed(key):
    rules = game(key, {})
    seats = rules.table_sizes[0]
    empty = settle_form(rules)
    for index in (0, 1):
        form = settle_form(rules, sent=all_of(empty, str(index)))
        assert (form.is_valid(), len(form.data) > 0) == (True, True)
        typed = rules.normal(form.typings[index], seats)
        assert rules.normal(form.document(), seats) == typed


CHOICE, OTHER = "choice.deals.0.tricks.0", "other.deals.0.tricks.0"


@pytest.mark.parametrize(
    ("sent", "refused"),
    [
        ({}, []),
        ({CHOICE: "2"}, [CHOICE]),
        ({CHOICE: "-1"}, [CHOICE]),
        ({CHOICE: "\0"}, [CHOICE]),
        ({CHOICE: ""}, [CHOICE]),
        ({CHOICE: "other", OTHER: "\0"}, [OTHER]),
        ({CHOICE: "other", OTHER: "9" * 99}, [OTHER]),
        ({CHOICE: "other", OTHER: "veel"}, []),  # that is for the game to refuse
        ({"whole": "7"}, ["whole"]),
        ({"whole": "2"}, ["whole"]),
        ({"whole": "x"}, ["whole"]),
        ({"whole": "1", CHOICE: ""}, []),
        ({"action": "vernietig"}, ["action"]),
        ({"reason": "x" * 300}, []),
        ({"reason": "x" * 301}, ["reason"]),
        ({"reason": "\x1b[0m"}, ["reason"]),
    ],
)
def test_hostile_choices_are_refused_and_named(sent, refused):
    first = all_of(settle_form(SHORT), "0")
    assert CHOICE in first
    assert [*settle_form(SHORT, sent=first | sent).errors] == refused


@pytest.mark.parametrize(
    ("counts", "sent", "refused"),
    [
        (True, {}, ["reason"]),
        (True, {"whole": "1"}, ["reason"]),
        (True, {"whole": "1", "reason": "Bea zag het goed"}, []),
        (True, {"whole": "0"}, []),
        (True, {"action": "preview"}, []),
        (False, {}, []),
        (False, {"whole": "1"}, []),
    ],
)
def test_what_counts_is_changed_with_a_reason_only(counts, sent, refused):
    second = all_of(settle_form(SHORT), "1")
    form = settle_form(SHORT, sent=second | sent, counts=counts)
    assert [*form.errors] == refused
