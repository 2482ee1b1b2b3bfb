"""Forms of the review pages: which requests are refused, and which field is named."""

from random import Random

import pytest
from django.http import QueryDict

from scoring.registry import GAMES, game
from tests.cases import cases
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
RESTORE_REQUEST = {"version": "1", "expected_version": "2", "reason": "Was toch goed"}
REASON_REQUEST = {"version": "1", "reason": "Papier weg"}
CHOICES = {"second_check": "important", "check_method": "blind", "phones": "form"}
INVALID_VERSIONS = ["", "x", "0", "-1", "32768", "9" * 20, "\0"]
INVALID_REASONS = ["", "  ", "x" * 301, "\0", "\x1b[0m"]


@cases(
    ("form", "right", "wrong"),
    [
        (LookForm, {"version": "32767"}, {"version": INVALID_VERSIONS}),
        (ReasonForm, REASON_REQUEST, {"version": INVALID_VERSIONS, "reason": INVALID_REASONS}),
        (ReasonForm, REASON_REQUEST | {"reason": "x" * 300}, {}),
        (
            RestoreForm,
            RESTORE_REQUEST,
            {
                "version": INVALID_VERSIONS,
                "expected_version": INVALID_VERSIONS,
                "reason": INVALID_REASONS,
            },
        ),
        (
            ReviewSettingsForm,
            CHOICES,
            {name: ["", "alles", "\0", "x" * 999] for name in CHOICES},
        ),
    ],
)
def test_each_invalid_field_is_named_in_the_errors(form, right, wrong):
    assert form(right).errors == {}
    for field, values in wrong.items():
        assert {v: [*form(right | {field: v}).errors] for v in values} == {
            v: [field] for v in values
        }


def test_every_review_setting_is_accepted():
    for field, choices in (
        ("second_check", Tournament.SecondCheck),
        ("check_method", Tournament.CheckMethod),
        ("phones", Tournament.Phones),
    ):
        for value in choices.values:
            form = ReviewSettingsForm(CHOICES | {field: value})
            assert form.is_valid()
            unticked = {"calls_on_wall": False, "one_look": False, "keeps_examples": False}
            assert form.cleaned_data == CHOICES | {field: value} | unticked


@cases(
    ("asked", "version", "compared"),
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
def test_invalid_version_numbers_are_read_as_none(asked, version, compared):
    form = VersionsForm(asked)
    form.is_valid()
    read = (form.cleaned_data.get("version"), form.cleaned_data.get("compared"))
    assert read == (version, compared)


# Adjudication


def adjudication_form(rules, seeds=(1, 2), sent=None, counts=False):
    """Return the form for two typings; it is unbound without `sent`."""
    seats = rules.table_sizes[0]
    entries = tuple(Entry(number=seat, name=f"Speler {seat}") for seat in range(1, seats + 1))
    typings = [rules.practice(seats, Random(seed)) for seed in seeds]
    data = None
    if sent is not None:
        data = QueryDict(mutable=True)
        data.update(sent)
    return AdjudicationForm(data, game=rules, entries=entries, typings=typings, counts=counts)


def choose_all_of(form, index):
    """Return the POST data that takes every cell from one typing."""
    return {line.name: index for line in form.cell_choices()}


@pytest.mark.parametrize("key", GAMES)
def test_choosing_every_cell_of_one_typing_gives_its_document(key):
    rules = game(key, {})
    seats = rules.table_sizes[0]
    empty = adjudication_form(rules)
    for index in (0, 1):
        form = adjudication_form(rules, sent=choose_all_of(empty, str(index)))
        assert (form.is_valid(), len(form.data) > 0) == (True, True)
        typed = rules.normal(form.typings[index], seats)
        assert rules.normal(form.document(), seats) == typed


CHOICE, OTHER = "choice.deals.0.tricks.0", "other.deals.0.tricks.0"


@cases(
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
def test_each_invalid_choice_is_named_in_the_errors(sent, refused):
    first = choose_all_of(adjudication_form(SHORT), "0")
    assert CHOICE in first
    assert [*adjudication_form(SHORT, sent=first | sent).errors] == refused


@cases(
    ("counts", "sent", "refused"),
    [
        (True, {}, ["reason"]),
        (True, {"whole": "1"}, ["reason"]),
        (True, {"whole": "1", "reason": "Bea zag het goed"}, []),
        (True, {"whole": "1", "reason": "  "}, ["reason"]),
        (True, {"whole": "0"}, []),
        (True, {"action": "preview"}, []),
        (False, {}, []),
        (False, {"whole": "1"}, []),
    ],
)
def test_changing_a_counted_form_needs_a_reason_and_only_that(counts, sent, refused):
    second = choose_all_of(adjudication_form(SHORT), "1")
    form = adjudication_form(SHORT, sent=second | sent, counts=counts)
    assert [*form.errors] == refused


@pytest.mark.parametrize("index", ["0", "1"])
def test_cells_that_leave_what_counts_need_no_reason(index):
    chosen = choose_all_of(adjudication_form(SHORT), index)
    form = adjudication_form(SHORT, sent=chosen, counts=True)
    assert [*form.errors] == ["reason"] * int(index)
    assert adjudication_form(SHORT).fields["reason"].required is False
