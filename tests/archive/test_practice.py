"""The practice tournament."""

import datetime as dt
from functools import cache

import pytest

from scoring.registry import GAMES, game
from scoring.tables import CannotSplit
from wk.archive.names import FIRST, LAST, MOST_NAMES
from wk.archive.practice import practice_archive
from wk.archive.writer import write
from wk.draw import DrawQuality, evaluate
from wk.tournament.practice_slugs import is_practice, practice_slug

DAY = dt.date(2026, 11, 21)


@cache
def usual():
    """Return the practice tournament of a hundred players."""
    return practice_archive(date=DAY)


def test_the_same_seed_gives_the_same_file_and_another_seed_another():
    nine = write(practice_archive(date=DAY, players=9))
    assert write(practice_archive(date=DAY, players=9)) == nine
    assert write(practice_archive(date=DAY, players=9, seed=20)) != nine


def test_a_hundred_people_have_each_a_name_of_their_own():
    archive = usual()
    assert [p.number for p in archive.players] == list(range(1, 101))
    assert len({p.name for p in archive.players}) == 100
    assert (archive.slug, archive.date, archive.round_count) == ("oefen", DAY, 3)


def test_two_rounds_are_played_and_the_third_is_half_in():
    rounds = usual().rounds
    assert [len(r.tables) for r in rounds] == [20, 20, 20]
    assert [sum(t.form is not None for t in r.tables) for r in rounds] == [20, 20, 10]


def test_nobody_meets_anybody_twice():
    seated = [[table.seats for table in r.tables] for r in usual().rounds]
    assert evaluate(seated, drawn=3).quality == DrawQuality(0, 0, 0, 0)


def test_every_form_is_legal():
    rules = game("wk-boerenbridge")
    forms = [
        (table.form, len(table.seats))
        for r in practice_archive(date=DAY, players=9).rounds
        for table in r.tables
        if table.form is not None
    ]
    assert len(forms) == 5
    assert [rules.normal(form, seats) for form, seats in forms] == [form for form, _ in forms]


def test_a_number_of_players_that_fills_no_tables_is_refused():
    with pytest.raises(CannotSplit):
        practice_archive(date=DAY, players=11)


def test_names_are_listed_once():
    assert len(set(FIRST)) * len(set(LAST)) == MOST_NAMES


def test_a_practice_tournament_is_known_by_its_address():
    assert [key for key in GAMES if not is_practice(practice_slug(key))] == []
    real = ["wk-2026", "oefenen", "oefen-2026", "wk-oefen", ""]
    assert [slug for slug in real if is_practice(slug)] == []
