"""A tournament in and out of the database."""

import datetime as dt
from fractions import Fraction
from random import Random

import pytest
from django.apps import apps
from django.utils import timezone

from tests.archive.samples import as_bytes, document, form
from wk.archive.problems import ArchiveInvalid, SlugExists
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.core.refusals import ActionRefused
from wk.players.services import enter, withdraw
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle.transitions import confirm_round, start_round
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Player, Round, Table, Tournament

NOW = dt.datetime(2026, 11, 21, 18, 30, 5, 123456, tzinfo=dt.UTC)

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


def sample(**tournament: object):
    whole = document()
    whole["tournament"] |= tournament
    return read(as_bytes(whole))


def bring(archive, *, replace: bool = False) -> Tournament:
    return import_archive(archive=archive, now=NOW, replace=replace)


def counts() -> dict[str, int]:
    """How many rows every table of ours has."""
    return {
        model.__name__: model.objects.count()
        for app in ("tournament", "auditlog", "scoreforms")
        for model in apps.get_app_config(app).get_models()
    }


@pytest.fixture
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_what_was_read_is_stored_and_comes_out_byte_for_byte():
    archive = sample()
    assert write(archive_of(bring(archive))) == write(archive)


def test_every_row_is_there():
    bring(sample())
    assert counts() == {
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
        "Presence": 0,
        "Photo": 0,
        "Result": 14,
        "Separation": 0,
        "FixedSeat": 0,
        "Substitute": 0,
        "AuditLogEntry": 1,
    }
    assert (
        list(Version.objects.values_list("number", "is_counted", "author", "saved_at"))
        == [(1, True, None, NOW)] * 3
    )


def test_results_are_computed_with_their_halves():
    bring(sample())
    results = Result.objects.filter(seat__round__number=1).order_by("seat__table", "seat__number")
    assert [(r.points, r.match_points, r.totals_only) for r in results] == RESULTS


def test_a_player_who_returns_is_the_same_person_and_namesakes_stay_two():
    first = bring(sample())
    whole = document()
    whole["tournament"]["slug"] = "wk-2020"
    whole["players"][0] |= {"name": "ANNA de WIT", "club": "de slag"}
    whole["players"][5]["club"] = "Een andere club"
    second = bring(read(as_bytes(whole)))

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
    bring(sample())
    before = counts()
    with pytest.raises(SlugExists) as caught:
        bring(sample(name="Een ander"))
    assert [(str(p.place), p.code) for p in caught.value.problems] == [
        ("tournament", "SLUG_EXISTS")
    ]
    assert counts() == before


@pytest.mark.parametrize("keep", [False, True])
def test_an_invalid_archive_stores_nothing(keep):
    if keep:
        bring(sample())
    before = counts()
    whole = document()
    whole["rounds"][1]["tables"][0]["form"]["deals"][18]["bids"][4] = 10
    with pytest.raises(ArchiveInvalid):
        bring(read(as_bytes(whole)), replace=True)
    assert counts() == before


def test_replacing_keeps_a_backup_of_what_was_there(data_dir):
    old = sample()
    bring(old)
    whole = document()
    whole["tournament"]["name"] = "Opnieuw"
    whole["players"][7]["name"] = "Iemand anders"
    whole["rounds"].pop()
    new = bring(read(as_bytes(whole)), replace=True)
    (backup,) = (data_dir / "backups").iterdir()
    assert backup.name == "wk-2019-20261121-193005-123456.json"
    assert backup.read_bytes() == write(old)
    assert Tournament.objects.get() == new
    assert write(archive_of(new)) == write(read(as_bytes(whole)))
    # Who is in it no longer, and was nowhere else, is not kept; who is, is the same person.
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(
        p["name"] for p in whole["players"]
    )


def test_replacing_leaves_other_tournaments_and_their_players_alone(data_dir):
    other = bring(sample(slug="wk-2018"))
    bring(sample())
    bring(sample(), replace=True)
    assert Tournament.objects.count() == 2
    assert write(archive_of(other)) == write(sample(slug="wk-2018"))


def test_a_backup_that_cannot_be_written_stops_the_replacing(data_dir):
    tournament = bring(sample())
    (data_dir / "backups").write_text("a file where the folder should be")
    before = counts()
    with pytest.raises(ActionRefused):
        bring(sample(name="Opnieuw"), replace=True)
    assert counts() == before
    assert Tournament.objects.get() == tournament


def test_replacing_what_is_not_there_is_importing(data_dir):
    bring(sample(), replace=True)
    assert Tournament.objects.count() == 1
    assert list(data_dir.iterdir()) == []


@pytest.mark.slow
def test_a_tournament_that_was_played_here_goes_out_and_in_again(tournament, director, clerk):
    now = timezone.now()
    tables = {table.number: table for table in Table.objects.filter(round__number=1)}
    played = tournament.rules.practice(5, Random(1))
    corrected = played | {"first_dealer": played["first_dealer"] % 5 + 1}
    hand_in(table=tables[1], submission=Submission(played, clerk, now))
    hand_in(
        table=tables[1],
        submission=Submission(corrected, director, now),
        expected_version=1,
        reason="gever",
    )
    save_draft(table=tables[2], document={"first_dealer": 9}, author=clerk, now=now)
    start_round(round=confirm_round(round=draw_round(tournament=tournament, seed=5)))
    withdraw(entry=tournament.entries.get(number=9))
    enter(tournament=tournament, name="Laat", number=40)
    draw_round(tournament=tournament, seed=6)
    archive = archive_of(tournament)
    # The draft does not count, the third round is nobody's business yet.
    assert [[t.form is not None for t in r.tables] for r in archive.rounds] == [
        [True, False],
        [False, False],
    ]
    assert archive.rounds[0].tables[0].form == corrected
    assert [p.number for p in archive.players] == [*range(1, 10), 40]
    data = write(archive)
    assert write(read(data)) == data
    tournament.delete()
    assert write(archive_of(bring(read(data)))) == data


def test_who_left_while_seated_in_a_fixed_round_can_be_read_back(tournament):
    confirm_round(round=draw_round(tournament=tournament, seed=5))
    withdraw(entry=tournament.entries.get(number=9))
    archive = archive_of(tournament)
    assert [p.withdrawn_after for p in archive.players if p.number == 9] == [2]
    assert read(write(archive)) == archive


def test_exporting_takes_four_queries(django_assert_num_queries):
    tournament = bring(sample())
    with django_assert_num_queries(4):
        archive_of(tournament)


def big(players: int):
    """A tournament of so many players, all of whom played three rounds."""
    whole = document()
    whole["players"] = [
        {"number": n, "name": f"Speler {n}", "club": "", "withdrawn_after": None}
        for n in range(1, players + 1)
    ]
    whole["rounds"] = [
        {
            "number": number,
            "tables": [
                {"number": t + 1, "seats": [*range(5 * t + 1, 5 * t + 6)], "form": form()}
                for t in range(players // 5)
            ],
        }
        for number in (1, 2, 3)
    ]
    return read(as_bytes(whole))


def test_the_queries_of_an_import_do_not_grow_with_the_players(django_assert_max_num_queries):
    with django_assert_max_num_queries(60):
        bring(big(100))
    assert counts()["Result"] == 300


def test_what_is_stored_is_what_the_game_calls_normal():
    tournament = bring(sample())
    stored = [
        (version.content, version.form.table.seats.count())
        for version in Version.objects.select_related("form__table")
    ]
    assert [tournament.rules.normal(form, seats) for form, seats in stored] == [
        form for form, _ in stored
    ]
    assert Round.objects.exclude(seed=None).count() == 0
