"""Everybody's editions, by surname."""

import datetime as dt

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from wk.standings.years.people import matching, page_label, people
from wk.standings.years.queries import editions
from wk.tournament.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db
NAMES = ["Sjoerd van der Wal", "Anna Boer", "Bea Łoza", "Cor Zand"]


@pytest.fixture
def two_years():
    """Two editions of one round; Anna Boer won the first as Anna Smit, for another club."""
    for slug, year in (("een", 2024), ("twee", 2025)):
        made = make_tournament(NAMES, slug=slug, rounds=1)
        points = {1: 10, 2: 40, 3: 30, 4: 20} if year == 2024 else {1: 40, 2: 10, 3: 30, 4: 30}
        play_round(made, 1, {1: points})
        close_rounds(made)
        Tournament.objects.filter(pk=made.pk).update(date=dt.date(year, 11, 21))
    first, second = Entry.objects.filter(number=2).order_by("tournament__date")
    Entry.objects.filter(pk=first.pk).update(player=second.player, name="Anna Smit", club="Oud")
    for number in (1, 3):
        kept = Entry.objects.get(number=number, tournament__slug="twee").player
        Entry.objects.filter(number=number).update(player=kept)
    return people(editions())


def test_everybody_stands_by_surname_with_rank_in_each_edition(two_years):
    found = [
        (
            person.name_parts.listed,
            [(e.date.year, each.ranked.rank, each.ranked.shared) for e, each in person.editions],
            [edition.date.year for edition in person.titles],
        )
        for person in two_years
    ]
    assert found == [
        ("Boer, Anna", [(2025, 4, False), (2024, 1, False)], [2024]),
        ("Łoza, Bea", [(2025, 2, True), (2024, 2, False)], []),
        ("Wal, Sjoerd van der", [(2025, 1, False), (2024, 4, False)], [2025]),
        ("Zand, Cor", [(2024, 3, False)], []),
        ("Zand, Cor", [(2025, 2, True)], []),
    ]
    assert Player.objects.count() == 8


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("wal", ["Wal, Sjoerd van der"]),
        ("Smit, anna", ["Boer, Anna"]),
        ("oud", ["Boer, Anna"]),
        ("loza", ["Łoza, Bea"]),
        ("0", []),
        ("", ["Boer, Anna", "Łoza, Bea", "Wal, Sjoerd van der", "Zand, Cor", "Zand, Cor"]),
    ],
)
def test_a_search_finds_names_and_clubs_of_any_edition(two_years, query, found):
    assert [person.name_parts.listed for person in matching(two_years, query)] == found


def test_a_page_is_named_by_its_first_and_last_surname(two_years):
    assert page_label(two_years) == "Boe – Zan"
    assert page_label(two_years[-2:]) == "Zan"
