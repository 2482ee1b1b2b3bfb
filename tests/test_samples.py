"""The fast run tries a part of the cases of tests that use the database."""

from types import SimpleNamespace

import pytest

from tests import samples


class Item(SimpleNamespace):
    """A stand-in for a case of a test, as pytest collects it."""

    __hash__ = object.__hash__

    def get_closest_marker(self, name):
        """Return the mark of the database for those that have it."""
        return self.marked if name == "django_db" else None


def collected(name: str, number: int, *fixtures: str, marked: bool = False) -> list[Item]:
    """Return the cases of a test with a table of so many."""
    facts = {"parent": "tests/test_x.py", "originalname": name, "callspec": object()}
    facts["marked"] = marked
    return [Item(fixturenames=[*fixtures], **facts) for _number in range(number)]


SAMPLE = {"pages": 2, "marked": 2, "few": 1, "two": 1, "pure": 9, "alone": 1}
ALL = {"pages": 12, "marked": 13, "few": 5, "two": 2, "pure": 9, "alone": 1}


@pytest.mark.parametrize(
    ("chosen", "everything", "left"),
    [
        ("not slow", "", SAMPLE),
        ("not browser and not slow", "", SAMPLE),
        ("not browser", "", ALL),
        ("", "", ALL),
        ("not slow", "yes", ALL),
    ],
)
def test_the_fast_run_tries_a_sixth_of_the_cases_that_use_the_database(
    chosen, everything, left, monkeypatch
):
    monkeypatch.setenv(samples.EVERYTHING, everything)
    before = [
        *collected("pages", 12, "director_client", "db"),
        *collected("marked", 13, "client", marked=True),
        *collected("few", 5, "transactional_db"),
        *collected("two", 2, "db"),
        *collected("pure", 9, "monkeypatch"),
        Item(parent="tests/test_x.py", originalname="alone", fixturenames=["db"], marked=False),
    ]
    items, deselected = [*before], []
    hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    config = SimpleNamespace(option=SimpleNamespace(markexpr=chosen), hook=hook)
    samples.pytest_collection_modifyitems(config, items)
    names = [item.originalname for item in items]
    assert {name: names.count(name) for name in left} == left
    places = [next(n for n, each in enumerate(before) if each is item) for item in items]
    assert places == sorted(places)
    assert {*map(id, items)} | {*map(id, deselected)} == {*map(id, before)}
    assert len(items) + len(deselected) == len(before)
