"""Practice tournaments of every game; a new game is tested without any change here."""

import datetime as dt
from functools import cache

import pytest

from scoring.pairs import partners, partners_again
from scoring.registry import DEFAULT, GAMES, game
from scoring.tables import CannotSplit
from tests.archive.samples import practice_of_eight
from tests.cases import cases
from tests.samples import some
from wk.archive.names import FIRST, LAST, MOST_NAMES
from wk.archive.practice import practice_archive, practice_players
from wk.archive.reader import read
from wk.archive.writer import write
from wk.draw import DrawQuality, evaluate
from wk.tournament.practice_slugs import practice_slug

DAY = dt.date(2026, 11, 21)


@cache
def hundred_players():
    """Return the practice tournament of a hundred players."""
    return practice_archive(date=DAY)


def test_the_same_seed_gives_the_same_file_and_another_seed_another():
    nine = write(practice_archive(date=DAY, players=9))
    assert write(practice_archive(date=DAY, players=9)) == nine
    assert write(practice_archive(date=DAY, players=9, seed=20)) != nine


def test_a_hundred_players_have_different_names():
    archive = hundred_players()
    assert [p.number for p in archive.players] == list(range(1, 101))
    assert len({p.name for p in archive.players}) == 100
    assert (archive.slug, archive.date, archive.round_count) == ("oefen", DAY, 3)


def test_two_rounds_are_played_and_the_third_is_half_in():
    rounds = hundred_players().rounds
    assert [len(r.tables) for r in rounds] == [20, 20, 20]
    assert [sum(t.form is not None for t in r.tables) for r in rounds] == [20, 20, 10]


def test_no_players_meet_twice():
    seated = [[table.seats for table in r.tables] for r in hundred_players().rounds]
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


def test_no_name_is_listed_twice():
    assert len(set(FIRST)) * len(set(LAST)) == MOST_NAMES


def seatings(archive):
    """Return the start numbers at each table of each round."""
    return [[table.seats for table in round.tables] for round in archive.rounds]


@cases("key", GAMES)
def test_a_practice_archive_is_read_back_byte_for_byte_and_depends_on_its_seed(key):
    archive = practice_of_eight(key)
    assert write(read(write(archive))) == write(archive)
    assert write(practice_archive(date=DAY, key=key, players=8, seed=20)) != write(archive)


@cases("key", GAMES)
def test_in_every_game_two_rounds_are_played_and_the_third_is_half_in(key):
    archive = practice_of_eight(key)
    tables = [len(round.tables) for round in archive.rounds]
    handed_in = [sum(t.form is not None for t in round.tables) for round in archive.rounds]
    assert tables == [2, 2, 2]
    assert handed_in == [2, 2, 1]


@cases("key", GAMES)
def test_practice_partners_follow_the_game(key):
    rounds = seatings(practice_of_eight(key))
    together = game(key).partners
    if together == "fixed":
        assert [set(partners(tables)) for tables in rounds] == [
            {(1, 2), (3, 4), (5, 6), (7, 8)}
        ] * 3
    elif together == "rotating":
        assert [partners_again(rounds[n], rounds[:n]) for n in range(3)] == [0, 0, 0]
    else:
        assert together == "none"


@cases("key", [DEFAULT, *some([key for key in GAMES if key != DEFAULT], 3)])
def test_the_default_number_of_players_fills_tables(key):
    made = hundred_players() if key == DEFAULT else practice_archive(date=DAY, key=key)
    assert len(made.players) == practice_players(key) == (100 if key == DEFAULT else 24)
    sizes = {len(table.seats) for round in made.rounds for table in round.tables}
    assert sizes <= set(game(key).table_sizes)
    assert made.slug == practice_slug(key) == ("oefen" if key == DEFAULT else f"oefen-{key}")
    assert made.name == " ".join(
        ["Oefentoernooi"] if key == DEFAULT else ["Oefentoernooi", game(key).name.nl]
    )
