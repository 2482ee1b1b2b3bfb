"""A tournament in and out of the database."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from django.apps import apps

from tests.archive.samples import (
    NOW,
    PIET,
    as_bytes,
    bring_in,
    document,
    sample_archive,
    whole_form,
    with_substitutes,
)
from wk.archive.archive import ArchivedTable
from wk.archive.practice import practice_archive
from wk.archive.problems import ArchiveInvalid, SlugExists
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Result, Version
from wk.tournament.models import Player, Round, Tournament

# Points, match points and whether only totals were taken: the seats of the sample's first round.
RESULTS = [
    (-160, Fraction(1), False),
    (190, Fraction(9, 2), False),
    (170, Fraction(2), False),
    (176, Fraction(3), False),
    (190, Fraction(9, 2), False),
    (88, Fraction(4), True),
    (-6, Fraction(2), True),
    (64, Fraction(3), True),
    (102, Fraction(5), True),
]

pytestmark = pytest.mark.django_db


def row_counts() -> dict[str, int]:
    """Return the number of rows of each model."""
    return {
        model.__name__: model.objects.count()
        for app in ("tournament", "auditlog", "scoreforms")
        for model in apps.get_app_config(app).get_models()
    }


@pytest.fixture
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_an_imported_archive_is_exported_byte_for_byte():
    archive = sample_archive()
    assert write(archive_of(bring_in(archive))) == write(archive)


def test_an_import_stores_every_row():
    bring_in(sample_archive())
    assert row_counts() == {
        "Tournament": 1,
        "Player": 9,
        "Entry": 9,
        "Round": 3,
        "Table": 5,
        "Seat": 22,
        "ScoreForm": 3,
        "Draft": 0,
        "Version": 3,
        "Check": 0,
        "PaperHolder": 0,
        "Presence": 0,
        "Photo": 0,
        "ScanPage": 0,
        "ScanPile": 0,
        "WritingExample": 0,
        "Objection": 0,
        "Result": 14,
        "Separation": 0,
        "FixedSeat": 0,
        "PrizeCategory": 0,
        "PrizeMark": 0,
        "HandedPrize": 0,
        "Payment": 0,
        "PrintedAddress": 0,
        "Substitute": 0,
        "AuditLogEntry": 1,
    }
    assert (
        list(Version.objects.values_list("number", "is_counted", "author", "saved_at"))
        == [(1, True, None, NOW)] * 3
    )


def test_results_are_computed_with_half_match_points():
    bring_in(sample_archive())
    results = Result.objects.filter(seat__round__number=1).order_by("seat__table", "seat__number")
    assert [(r.points, r.match_points, r.totals_only) for r in results] == RESULTS


def test_a_returning_player_is_recognised_and_namesakes_are_not():
    first = bring_in(sample_archive())
    whole = document()
    whole["tournament"]["slug"] = "wk-2020"
    whole["players"][0] |= {"name": "ANNA de WIT", "club": "de slag"}
    whole["players"][5]["club"] = "Een andere club"
    second = bring_in(read(as_bytes(whole)))

    def person(tournament: Tournament, number: int) -> int:
        return tournament.entries.get(number=number).player_id

    assert person(second, 1) == person(first, 1)
    assert second.entries.get(number=1).name == "ANNA de WIT"
    assert Player.objects.get(pk=person(first, 1)).name == "Anna de Wit"
    assert person(second, 2) == person(first, 2)
    assert person(second, 6) != person(first, 6)
    # Which of two namesakes it is cannot be known.
    namesakes = {person(t, n) for t in (first, second) for n in (4, 5)}
    assert len(namesakes) == 4


def test_a_slug_that_exists_is_refused_and_nothing_is_stored():
    bring_in(sample_archive())
    before = row_counts()
    with pytest.raises(SlugExists) as caught:
        bring_in(sample_archive(name="Een ander"))
    assert [(str(p.place), p.code) for p in caught.value.problems] == [
        ("tournament", "SLUG_EXISTS")
    ]
    assert row_counts() == before


@pytest.mark.parametrize("keep", [False, True])
def test_an_invalid_archive_stores_nothing(keep):
    if keep:
        bring_in(sample_archive())
    before = row_counts()
    whole = document()
    whole["rounds"][1]["tables"][0]["form"]["deals"][18]["bids"][4] = 10
    with pytest.raises(ArchiveInvalid):
        bring_in(read(as_bytes(whole)), replace=True)
    assert row_counts() == before


def test_replacing_keeps_a_backup_of_the_old_tournament(data_dir):
    old = sample_archive()
    bring_in(old)
    whole = document()
    whole["tournament"]["name"] = "Opnieuw"
    whole["players"][7]["name"] = "Iemand anders"
    whole["rounds"].pop()
    new = bring_in(read(as_bytes(whole)), replace=True)
    (backup,) = (data_dir / "backups").iterdir()
    assert backup.name == "wk-2019-20261121-193005-123456.json"
    assert backup.read_bytes() == write(old)
    assert Tournament.objects.get() == new
    assert write(archive_of(new)) == write(read(as_bytes(whole)))
    # A player of no tournament is deleted; the others stay the same persons.
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(
        p["name"] for p in whole["players"]
    )


def test_replacing_leaves_other_tournaments_and_their_players_alone(data_dir):
    other = bring_in(sample_archive(slug="wk-2018"))
    bring_in(sample_archive())
    bring_in(sample_archive(), replace=True)
    assert Tournament.objects.count() == 2
    assert write(archive_of(other)) == write(sample_archive(slug="wk-2018"))


def test_a_backup_that_cannot_be_written_stops_the_import(data_dir):
    tournament = bring_in(sample_archive())
    (data_dir / "backups").write_text("a file where the folder should be")
    before = row_counts()
    with pytest.raises(ActionRefused):
        bring_in(sample_archive(name="Opnieuw"), replace=True)
    assert row_counts() == before
    assert Tournament.objects.get() == tournament


def test_replacing_a_missing_tournament_imports_it(data_dir):
    bring_in(sample_archive(), replace=True)
    assert Tournament.objects.count() == 1
    assert list(data_dir.iterdir()) == []


def archive_of_full_tables(players: int):
    """Return an archive of `players` players with three complete rounds."""
    whole = document()
    whole["players"] = [
        {"number": n, "name": f"Speler {n}", "club": "", "withdrawn_after": None}
        for n in range(1, players + 1)
    ]
    whole["rounds"] = [
        {
            "number": number,
            "tables": [
                {"number": t + 1, "seats": [*range(5 * t + 1, 5 * t + 6)], "form": whole_form()}
                for t in range(players // 5)
            ],
        }
        for number in (1, 2, 3)
    ]
    return read(as_bytes(whole))


def test_an_import_takes_a_bounded_number_of_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(60):
        bring_in(archive_of_full_tables(100))
    assert row_counts()["Result"] == 300


def test_stored_documents_are_in_normal_form():
    tournament = bring_in(sample_archive())
    stored = [
        (version.content, version.form.table.seats.count())
        for version in Version.objects.select_related("form__table")
    ]
    assert [tournament.rules.normal(form, seats) for form, seats in stored] == [
        form for form, _ in stored
    ]
    assert Round.objects.exclude(seed=None).count() == 0


@pytest.mark.django_db
def test_a_round_with_a_substitute_has_started():
    stored = import_archive(archive=read(as_bytes(with_substitutes([PIET], 2))), now=NOW)
    states = list(stored.rounds.values_list("number", "state"))
    assert states == [(1, "final"), (2, "started"), (3, "started")]


@cache
def two_tables():
    """Return the archive of three rounds of eight players."""
    return practice_archive(date=dt.date(2019, 11, 16), players=8)


def with_form(table: ArchivedTable, is_in: str) -> ArchivedTable:
    return replace(table, form=whole_form(len(table.seats)) if is_in == "1" else None)


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
def test_the_states_of_rounds_follow_from_their_forms(forms, states):
    """`forms` says for each round which of its two tables has a form."""
    whole = two_tables()
    rounds = tuple(
        replace(round, tables=tuple(map(with_form, round.tables, there)))
        for round, there in zip(whole.rounds, forms, strict=True)
    )
    tournament = import_archive(archive=replace(whole, rounds=rounds), now=NOW)
    assert list(tournament.rounds.values_list("state", flat=True)) == states
