"""Tables of cases in one test: all wrong cases are told, and an error of any kind is wrong."""

import pytest

from tests import samples
from tests.cases import cases


@pytest.fixture(autouse=True)
def _every_case(monkeypatch):
    """Try every case, also in the fast run."""
    monkeypatch.setenv(samples.FAST, "")


def _failures_of(test):
    """Return error and case of each wrong case of a test."""
    with pytest.raises(BaseExceptionGroup) as wrong:
        test()
    return [(type(error).__name__, *error.__notes__) for error in wrong.value.exceptions]


def test_every_case_is_tried_and_every_wrong_one_is_told():
    tried = []

    @cases(("text", "number"), [("a", 1), ("bb", 1), ("c", "x"), ("dd", 2), (3, 1)])
    def letters_are_counted(text, number):
        tried.append(text)
        assert len(text) == int(number)

    assert _failures_of(letters_are_counted) == [
        ("AssertionError", "Case 2: text='bb', number=1"),
        ("ValueError", "Case 3: text='c', number='x'"),
        ("TypeError", "Case 5: text=3, number=1"),
    ]
    assert tried == ["a", "bb", "c", "dd", 3]


def test_a_case_that_raises_nothing_where_it_should_is_wrong():
    @cases("text", ["1", "x"])
    def no_number(text):
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    assert _failures_of(no_number) == [("Failed", "Case 1: text='1'")]


def test_tables_above_each_other_are_tried_together():
    @cases("first", [1, 2])
    @cases("second", [1, 2])
    def numbers_are_equal(first, second):
        assert first == second

    assert _failures_of(numbers_are_equal) == [
        ("ExceptionGroup", "Case 1: first=1"),
        ("ExceptionGroup", "Case 2: first=2"),
    ]


def test_a_table_without_cases_is_refused():
    with pytest.raises(AssertionError, match="without cases"):
        cases("text", [])
