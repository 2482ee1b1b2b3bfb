"""The fast run tries a part of the tests that take most of it, and every other run all of them."""

import os
from types import SimpleNamespace

import pytest

from tests import samples
from tests.cases import cases


class Item(SimpleNamespace):
    """A stand-in for a case of a test, as pytest collects it."""

    __hash__ = object.__hash__

    def get_closest_marker(self, name):
        """Return the mark of the database for those that have it."""
        return self.marked if name == "django_db" else None


def collected(name: str, number: int) -> list[Item]:
    """Return the cases of a test with a table of so many."""
    facts = {"parent": "tests/test_x.py", "originalname": name, "callspec": object()}
    return [Item(**facts, fixturenames=[], marked=False) for _number in range(number)]


def alone(name: str, number: int, *fixtures: str, marked: bool = False) -> list[Item]:
    """Return so many tests of a module that have no parameters."""
    facts = {"parent": f"tests/{name}.py", "fixturenames": [*fixtures], "marked": marked}
    return [Item(originalname=name, **facts) for _number in range(number)]


@pytest.fixture
def begin(monkeypatch):
    """Return a function that begins a run of the tests that an expression chooses."""
    for name in (samples.SEED, samples.EVERYTHING, samples.FAST):
        monkeypatch.setenv(name, os.environ[name])

    def begun(chosen, *, everything=False):
        options = {"samples": 1, "everything": everything}
        option = SimpleNamespace(markexpr=chosen)
        samples.pytest_configure(SimpleNamespace(getoption=options.get, option=option))

    return begun


def choose(items, *, with_database=False):
    """Leave out of the items what a run does not try, and return what that was."""
    left_out = []
    config = SimpleNamespace(
        hook=SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items)),
        getoption={"with_database": with_database}.get,
    )
    samples.pytest_collection_modifyitems(config, items)
    return left_out


SAMPLE = {"pages": 2, "few": 1, "two": 1, "views": 4, "marked": 2, "single": 1, "pure": 9}
ALL = {"pages": 13, "few": 5, "two": 2, "views": 7, "marked": 3, "single": 2, "pure": 9}
RUNS = [
    ("not slow", False, SAMPLE),
    ("not browser and not slow", False, SAMPLE),
    ("not browser", False, ALL),
    ("", False, ALL),
    ("not slow", True, ALL),
]


def test_the_fast_run_tries_a_sixth_of_the_cases_and_half_of_the_tests_with_a_database(begin):
    before = [
        *collected("pages", 13),
        *collected("few", 5),
        *collected("two", 2),
        *alone("views", 7, "client", "db"),
        *alone("marked", 3, "client", marked=True),
        *alone("single", 2, "transactional_db"),
        *alone("pure", 9, "monkeypatch"),
    ]
    for chosen, everything, left in RUNS:
        begin(chosen, everything=everything)
        items = [*before]
        deselected = choose(items)
        names = [item.originalname for item in items]
        assert {name: names.count(name) for name in left} == left
        places = [next(n for n, each in enumerate(before) if each is item) for item in items]
        assert places == sorted(places)
        assert {*map(id, items)} | {*map(id, deselected)} == {*map(id, before)}
        assert len(items) + len(deselected) == len(before)


def test_a_run_with_the_database_leaves_out_what_uses_none(begin):
    items = [
        *collected("pages", 13),
        *alone("views", 7, "client", "db"),
        *alone("marked", 3, "client", marked=True),
        *alone("pure", 9, "monkeypatch"),
    ]
    begin("not browser")
    left_out = choose(items, with_database=True)
    assert [each.originalname for each in items] == ["views"] * 7 + ["marked"] * 3
    assert sorted(each.originalname for each in left_out) == ["pages"] * 13 + ["pure"] * 9


def test_the_fast_run_tries_a_sixth_of_a_table_in_one_test(begin):
    tried = []

    @cases("number", range(1, 14))
    def is_small(number):
        tried.append(number)
        assert number < 0

    for chosen, everything, left in RUNS:
        begin(chosen, everything=everything)
        with pytest.raises(
            BaseExceptionGroup, match=f"{left['pages']} of {left['pages']}"
        ) as wrong:
            is_small()
        assert len(tried) == left["pages"]
        told = [error.__notes__ for error in wrong.value.exceptions]
        assert told == [[f"Case {number}: number={number}"] for number in tried]
        tried.clear()


def test_the_fast_run_imports_no_module_of_slow_tests_alone(begin, tmp_path):
    texts = {
        "slow": "import pytest\n\npytestmark = pytest.mark.slow\n",
        "browser": "import pytest\n\npytestmark = pytest.mark.browser\n",
        "mixed": "import pytest\n\n@pytest.mark.slow\ndef test_it():\n    pass\n",
        "both": "pytestmark = [pytest.mark.django_db]\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)

    def ignored():
        return {name for name in texts if samples.pytest_ignore_collect(tmp_path / f"{name}.py")}

    begin("not slow")
    assert (ignored(), samples.pytest_ignore_collect(tmp_path)) == ({"slow", "browser"}, None)
    for chosen, everything in (("", False), ("not browser", False), ("not slow", True)):
        begin(chosen, everything=everything)
        assert ignored() == set()
