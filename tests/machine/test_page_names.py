"""The names of the slowest pages."""

import pytest

from tests.accounts.addresses import ADDRESSES, PAPERS
from wk.auditlog.changes.pages import SHOWING
from wk.machine.page_names import PAPERS as NAMED_PAPERS
from wk.machine.page_names import name_words, page_name

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize(
    ("route", "name"),
    [
        ("", "First page"),
        ("t/<slug:slug>/", "Page of the tournament"),
        ("t/<slug:slug>/forms/", "Score forms"),
        ("t/<slug:slug>/rounds/draw/", "Draw a round"),
        ("t/<slug:slug>/print/booklet/", "On paper: Booklet of the edition"),
        ("backups/at/<str:key>/", "Back to a moment"),
        ("backups/at/<str:key>/back/", "Bring back a backup"),
        ("of/an/older/wk/", "Card champion"),
    ],
)
def test_a_page_is_called_as_people_call_it(route, name):
    assert page_name(route) == name


def test_every_page_of_a_room_has_words():
    assert [name for name in ADDRESSES if ":" in name and name_words(name) == name] == []


def test_every_paper_has_a_name():
    assert NAMED_PAPERS.keys() == {*PAPERS}


def test_no_words_are_left_of_an_address_that_is_gone():
    assert {*SHOWING} - {*ADDRESSES} == set()
