"""Faults are found again in a program that has changed since they were chosen."""

import pytest

from tests.mutants.changes import found_again, mutants

BEFORE = """
def larger(one, other):
    return one > other

def total(one, other):
    return one + other
"""


@pytest.fixture
def module(tmp_path):
    (tmp_path / "module.py").write_text(BEFORE)
    return tmp_path / "module.py"


@pytest.mark.parametrize(
    ("was", "is_now", "functions_again"),
    [
        ("", "", ["larger", "total"]),
        ("def larger", "LEAST = 1\n\ndef larger", ["larger", "total"]),  # all stand lower
        ("one > other", "one >= other", ["total"]),
        ("def larger", "def largest", ["total"]),
        ("    return one + other", "    return sum((one, other))", ["larger"]),
    ],
)
def test_what_changed_since_is_gone_and_all_else_is_found(module, was, is_now, functions_again):
    root = module.parent
    earlier = mutants(root, module.name)
    module.write_text(BEFORE.replace(was, is_now, 1))
    today = mutants(root, module.name)
    again, gone = found_again(root, earlier)
    assert {each.function for each in again} == {*functions_again}
    assert {each.function for each in gone} == {"larger", "total"} - {*functions_again}
    assert all(each in today for each in again)  # with the lines of today


def test_of_a_module_that_was_deleted_nothing_is_found(module):
    earlier = mutants(module.parent, module.name)
    module.unlink()
    assert found_again(module.parent, earlier) == ([], earlier)
