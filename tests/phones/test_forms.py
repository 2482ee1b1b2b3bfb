"""Forms of the phone pages: invalid requests are refused, and the field is named."""

import json

import pytest
from django.http import QueryDict

from tests.phones.phone_requests import phone_request
from tests.played import played
from wk.phones.forms import KeyForm, PhoneContentForm, TableChoiceForm

INVALID_CELLS = [
    "",
    "x",
    "[]",
    "null",
    "1",
    '"text"',
    "{",
    "{}}",
    '{"first_dealer": 1}',
    '{"first_dealer": null}',
    '{"first_dealer": {"a": "b"}}',
    '{"first_dealer": ["1"]}',
    '{"first_dealer": "\\u0000"}',
    '{"first_dealer": "\\ud800"}',
    '{"first_dealer": "' + "1" * 5000 + '"}',
    '{"first_dealer": ' + "1" * 5000 + "}",
    '{"first_dealer": NaN}',
    "[" * 50_000,
    '{"a":' * 15_000,
    json.dumps({f"deals.{n}.bids.0": "1" for n in range(4000)}),
    json.dumps({"x" * 61: "1"}),
    json.dumps({"first_dealer": "x" * 99}),
    json.dumps({"deals.0.ruling": "x" * 501}),
    "{}" + " " * 99_999,
]
INVALID_FIELDS = [
    ("revision", ""),
    ("revision", "-1"),
    ("revision", "x"),
    ("revision", "9" * 5000),
    ("revision", "2000000001"),
    ("players", ""),
    ("players", "1 2 x"),
    ("players", "1" * 99),
    ("sure", "x"),
    ("key", "A" * 15),
    ("key", "A" * 41),
    ("seat_keys", "1 x"),
    ("seat_keys", " ".join("1" * 11)),
    *(("cells", cells) for cells in INVALID_CELLS),
]


def content_form(table, document=None, **fields):
    data = QueryDict(mutable=True)
    data.update(phone_request(table, document, **fields))
    return PhoneContentForm(data, game=table.round.rules, seats=5)


def test_each_invalid_field_is_named_in_the_errors(table):
    whole = phone_request(table, played(table))
    for number, (field, value) in enumerate(INVALID_FIELDS):
        data = QueryDict(mutable=True)
        data.update(whole | {field: value})
        form = PhoneContentForm(data, game=table.round.rules, seats=5)
        assert (number, [*form.errors]) == (number, [field])


def test_the_largest_values_are_read(table):
    most = json.dumps({f"x{n}": "" for n in range(2999)} | {"first_dealer": "3"})
    long = {"key": "A" * 40, "revision": 2_000_000_000, "sure": "0123456789abcdef"}
    for cells in (
        most,
        json.dumps({"x" * 60: "1", "first_dealer": "3"}),
        '{"first_dealer": "3"}' + " " * (100_000 - 21),
    ):
        form = content_form(table, **long, cells=cells)
        assert form.errors == {}
        assert form.document() == {"first_dealer": 3}


@pytest.mark.parametrize(
    ("cells", "document"),
    [
        ({"deals.999999.bids.0": "1", "nothing": "1"}, {}),
        ({"deals.0.bids.99": "1", "deals.0.bids.-1": "1"}, {}),
        ({"first_dealer": "-1"}, {"first_dealer": -1}),
        ({"contracts.999999.level": "7"}, {}),
        ({"\ud800": "1", "": "1"}, {}),
    ],
)
def test_unknown_cells_are_left_out(table, cells, document):
    form = content_form(table, cells=json.dumps(cells))
    assert form.errors == {}
    assert form.document() == document


def test_a_key_has_a_valid_length_and_alphabet():
    for key in ("", "x", "A" * 15, "A" * 41, "../../etc" * 2, "\0" * 24, "é" * 24, "A" * 9999):
        assert [*KeyForm({"key": key}).errors] == ["key"]
    for key in ("A" * 16, "Az09-_" * 6 + "Az09"):
        assert KeyForm({"key": key}).errors == {}


def test_one_table_of_a_round_or_all_are_chosen(table, other_table):
    for asked, tables in (
        ({}, [table, other_table]),
        ({"table": ""}, [table, other_table]),
        ({"table": "2"}, [other_table]),
    ):
        form = TableChoiceForm(asked, round=table.round)
        assert form.is_valid()
        assert sorted(form.tables(), key=lambda each: each.number) == tables
    for wrong in ("9", "x", "-1", "0", "\0", "1" * 99):
        assert [*TableChoiceForm({"table": wrong}, round=table.round).errors] == ["table"]
