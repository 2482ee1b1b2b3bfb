"""Every page and button has a name in plain words."""

import pytest

from tests.accounts.addresses import ADDRESSES
from wk.auditlog.changes.pages import PAGES, ROOMS, task_words
from wk.chain.catching_up import UPGRADE

pytestmark = pytest.mark.usefixtures("english")


def test_every_address_that_changes_something_has_words_of_its_own():
    assert {name for name, acts in ADDRESSES.items() if "POST" in acts} - {*PAGES} == set()


def test_every_other_address_has_the_words_of_its_room():
    rooms = {name.partition(":")[0] for name in ADDRESSES if ":" in name}
    assert (rooms - {*ROOMS}, {*ROOMS} - rooms) == (set(), set())
    assert [name for name in ADDRESSES if name in task_words(name)] == []


def test_no_words_are_left_of_an_address_that_is_gone():
    assert {*PAGES} - {*ADDRESSES} == set()


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("printing:new_slip", "Account with a slip"),
        ("standings:figures", "The day in figures"),
        ("standings:standings_at", "Standings"),
        ("manage.py restore", "the command restore"),
        (UPGRADE, "a new version of Card champion"),
        ("?", "Card champion"),
        ("", ""),
    ],
)
def test_what_a_change_was_made_with_is_told_in_words(task, words):
    assert task_words(task) == words
