"""How far the rounds are of a tournament that was read from an archive."""

import datetime as dt
from dataclasses import replace
from functools import cache

import pytest

from tests.archive.samples import form
from wk.archive.archive import ArchivedTable
from wk.archive.practice import practice_archive
from wk.archive.services import import_archive

NOW = dt.datetime(2026, 11, 21, 18, 30, tzinfo=dt.UTC)


@cache
def two_tables():
    """Return the archive of three rounds of eight players."""
    return practice_archive(date=dt.date(2019, 11, 16), players=8)


def _table(table: ArchivedTable, is_in: str) -> ArchivedTable:
    return replace(table, form=form(len(table.seats)) if is_in == "1" else None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("forms", "states"),
    [
        (["00", "00", "00"], ["confirmed", "confirmed", "confirmed"]),
        (["01", "00", "00"], ["started", "confirmed", "confirmed"]),
        (["00", "11", "00"], ["started", "started", "confirmed"]),
        (["11", "00", "00"], ["started", "confirmed", "confirmed"]),
        (["11", "11", "00"], ["final", "started", "confirmed"]),
        (["11", "11", "10"], ["final", "final", "started"]),
        (["11", "10", "11"], ["final", "started", "started"]),
        (["11", "11", "11"], ["final", "final", "final"]),
    ],
)
def test_how_far_a_round_is_follows_from_its_forms(forms, states):
    """Of each round which of its two tables has handed its form in."""
    whole = two_tables()
    rounds = tuple(
        replace(round, tables=tuple(map(_table, round.tables, there)))
        for round, there in zip(whole.rounds, forms, strict=True)
    )
    tournament = import_archive(archive=replace(whole, rounds=rounds), now=NOW)
    assert list(tournament.rounds.values_list("state", flat=True)) == states
