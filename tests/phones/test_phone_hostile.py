"""Whatever a phone sends: what makes no sense is refused, and never an error."""

import json

import pytest

from tests.phones.hall import ASKED, ask, sent
from tests.played import played
from wk.scoreforms.models import Draft, Version

HOSTILE = [
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
    json.dumps({"x" * 100: "1"}),
    json.dumps({"first_dealer": "x" * 99}),
    json.dumps({"deals.0.ruling": "x" * 501}),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["save", "confirm"])
@pytest.mark.parametrize("cells", HOSTILE, ids=range(len(HOSTILE)))
def test_what_makes_no_sense_is_refused_and_never_an_error(phone, table, name, cells):
    answer = ask(phone, name, sent(table, cells=cells))
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert (Draft.objects.count(), Version.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    "cells",
    [
        {"deals.999999.bids.0": "1", "nothing": "1"},
        {"deals.0.bids.99": "1", "deals.0.bids.-1": "1"},
        {"deals.0.bids.0": "999999", "first_dealer": "-1"},
        {"deals.0.bids.0": "½", "deals.0.tricks.0": "KV"},
        {"contracts.999999.level": "7", "totals.0": "x"},
        {"\ud800": "1", "": "1"},
    ],
)
def test_what_is_only_wrong_is_kept_and_not_handed_in(phone, table, cells):
    data = sent(table, cells=json.dumps(cells))
    assert ask(phone, "save", data).status_code == 200
    assert ask(phone, "confirm", data).status_code == 422
    assert Version.objects.count() == 0


@pytest.mark.parametrize("name", ["save", "confirm"])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("revision", "-1"),
        ("revision", "x"),
        ("revision", "9" * 5000),
        ("players", ""),
        ("players", "1 2 x"),
        ("players", "1" * 99),
    ],
)
def test_fields_that_make_no_sense_are_refused(phone, table, name, field, value):
    answer = ask(phone, name, sent(table, played(table), **{field: value}))
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_too_much_is_not_even_read(phone, table, name):
    million = "{" + ",".join(f'"{n}":"1"' for n in range(1_000_000)) + "}"
    answer = ask(phone, name, sent(table, cells=million))
    assert (answer.status_code, answer.json()["code"]) == (413, "large")


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "x"])
def test_another_kind_of_body_opens_nothing(phone, table, name, kind):
    body = json.dumps(sent(table, played(table)))
    answer = phone.post(f"/phone/{name}/", body, content_type=kind)
    assert answer.status_code in (400, 404)
    assert Draft.objects.count() == 0
