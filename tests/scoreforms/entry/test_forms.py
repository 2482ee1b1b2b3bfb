"""Requests of the entry page: which cells and fields are refused, and how they are read."""

import pytest
from django.http import QueryDict

from tests.played import played
from tests.scoreforms.entry.entry_requests import TOTALS, form_request, totals_request
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.entry.forms import CellsForm


def cells_form(table, data, **more):
    """Return the form that the entry page makes of a request."""
    sent = QueryDict(mutable=True)
    sent.update(data)
    return CellsForm.sent(sent, table, seats_at(table), **more)


def error_fields(table, data, **more):
    return sorted(cells_form(table, data, **more).errors)


INVALID_FIELDS = [
    ("players", ""),
    ("players", "een twee"),
    ("players", "x" * 999),
    ("players", "1 2 3"),  # no table has three
    ("expected_version", "x"),
    ("expected_version", ""),
    ("expected_version", "-1"),
    ("expected_version", "32768"),
    ("expected_version", "9" * 20),
    ("expected_draft", "gisteren"),
    ("expected_draft", "-1"),
    ("expected_draft", "2000000001"),
    ("action", "vernietig"),
    ("mode", "kop of munt"),
    ("sure", "ja"),
    ("sure", "0" * 17),
    ("reason", "x" * 301),
    ("reason", "\0"),
    ("deals.0.bids.0", "1" * 9),
    ("deals.0.bids.0", "\0"),
    ("deals.0.bids.0", "\x1b[0m"),
    ("deals.0.ruling", "x" * 501),
    ("written.0", "veel"),
    ("written.4", "9" * 12),
    ("written.4", "1_0"),
    ("written.4", "3.0"),
]


@pytest.mark.usefixtures("whole_game")
@pytest.mark.parametrize("action", ["draft", "count"])
def test_each_invalid_field_is_named_in_the_errors(table, action):
    data = form_request(table, action=action)
    assert error_fields(table, data) == []
    refused = {case: error_fields(table, data | dict([case])) for case in INVALID_FIELDS}
    assert refused == {case: [case[0]] for case in INVALID_FIELDS}


def test_the_longest_and_largest_values_are_accepted(table):
    largest = {
        "expected_version": "32767",
        "expected_draft": "2000000000",
        "reason": "x" * 300,
        "sure": "0123456789abcdef",
        "deals.0.ruling": "x" * 500,
    }
    assert error_fields(table, form_request(table, **largest)) == []


@pytest.mark.usefixtures("whole_game")
def test_unreadable_cells_are_named_at_their_place(table):
    form = cells_form(
        table, form_request(table, **{"deals.3.bids.1": "123456789", "written.2": "tien"})
    )
    assert [(p.code, str(p.place), p.path) for p in form.unreadable()] == [
        ("CELL_UNREADABLE", "deal 4 seat 2", "deals.3.bids.1"),
        ("CELL_UNREADABLE", "seat 3", "written.2"),
    ]


def test_the_document_and_the_totals_on_paper_are_read(table):
    cells = {"written.0": "88", "written.1": " −6 ", "written.3": "-104"}
    form = cells_form(table, form_request(table, **cells))
    assert form.is_valid()
    assert form.document() == played(table)
    assert form.on_paper() == (88, -6, None, -104, None)
    without = cells_form(table, form_request(table))
    assert (without.is_valid(), without.on_paper()) == (True, ())


def test_a_form_of_totals_reads_only_totals(table):
    data = totals_request(["+88", *TOTALS[1:3], "−6", TOTALS[4]]) | {"written.0": "88"}
    form = cells_form(table, data | {"deals.0.bids.0": "3"})
    assert form.is_valid()
    assert (form.document(), form.on_paper()) == ({"totals": [88, 120, 64, -6, 102]}, ())
    nothing = cells_form(table, totals_request([""] * 5))
    assert nothing.is_valid()
    assert nothing.document() == {"totals": []}


@pytest.mark.parametrize(("corrects", "is_required"), [(0, False), (1, True), (2, True)])
def test_a_correction_requires_a_reason_field(rules, corrects, is_required):
    form = CellsForm(game=rules, seats=5, document={}, corrects=lambda: corrects)
    assert form.fields["reason"].required == is_required


@pytest.mark.parametrize(
    ("corrects", "expected", "action", "reason", "refused"),
    [
        (0, "0", "count", "", []),
        (2, "2", "count", "", ["reason"]),
        (2, "2", "", "  ", ["reason"]),
        (2, "2", "count", "Kolom verwisseld", []),
        (2, "1", "count", "", []),  # he did not know of it: it is no correction
        (2, "2", "draft", "", []),
        (2, "2", "drop", "", []),
    ],
)
def test_only_handing_in_a_correction_needs_a_reason(
    table, corrects, expected, action, reason, refused
):
    data = form_request(table, expected_version=expected, action=action, reason=reason)
    assert error_fields(table, data, corrects=lambda: corrects) == refused


def test_a_total_on_the_paper_is_no_larger_than_the_totals_of_a_form(table):
    for sign in ("", "-", "\N{MINUS SIGN}"):
        for total, refused in (("1000000", []), ("1000001", ["written.0"])):
            data = form_request(table, **{"written.0": f"{sign}{total}"})
            assert error_fields(table, data) == refused
