"""The commands for archives and the practice tournament."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.registry import GAMES
from tests.archive.commands import error_lines, output_of
from tests.archive.samples import as_bytes, document, practice_of_eight
from tests.database import NAME, copy, migrated
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.writer import write
from wk.tournament.models import Player, Round, Tournament
from wk.tournament.practice_slugs import practice_slug

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    return settings.DATA_DIR


@pytest.fixture
def file(tmp_path):
    """A file with the sample, as this program writes it."""
    path = tmp_path / "wk.json"
    path.write_bytes(write(read(as_bytes(document()))))
    return path


@pytest.mark.django_db
def test_import_and_export_give_the_same_bytes(file, tmp_path):
    assert output_of("import_tournament", str(file)) == ""
    assert output_of("export_tournament", "wk-2019").encode() == file.read_bytes()
    copy = tmp_path / "copy.json"
    copy.write_text("something older")
    assert output_of("export_tournament", "wk-2019", "-o", str(copy)) == ""
    assert copy.read_bytes() == file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.json", "wk.json"]


@pytest.mark.django_db
def test_every_problem_is_one_line_and_nothing_is_stored(tmp_path):
    whole = document()
    whole["players"][1]["name"] = ""
    whole["rounds"][0]["tables"][0]["form"]["deals"][6]["bids"][2] = 9
    path = tmp_path / "wrong.json"
    path.write_bytes(as_bytes(whole))
    assert error_lines("import_tournament", str(path)) == [
        "player 2: TEXT_EMPTY “name” is leeg.",
        "round 1 table 1 deal 7 seat 3: BID_GT_CARDS Een bod van 9 kan niet met 4 kaarten.",
    ]
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_an_existing_tournament_is_replaced_only_with_the_option(file, data_dir):
    output_of("import_tournament", str(file))
    assert error_lines("import_tournament", str(file)) == [
        "tournament: SLUG_EXISTS Er is al een toernooi “wk-2019”: WK Boerenbridge 2019."
    ]
    assert not data_dir.exists()
    output_of("import_tournament", str(file), "--replace")
    (backup,) = (data_dir / "backups").iterdir()
    assert backup.read_bytes() == file.read_bytes()


@pytest.mark.django_db
def test_unreadable_files_are_named_in_one_line(tmp_path):
    missing = str(tmp_path / "missing.json")
    assert error_lines("import_tournament", missing) == [f"{missing}: No such file or directory"]
    assert error_lines("import_tournament", str(tmp_path)) == [f"{tmp_path}: Is a directory"]


@pytest.mark.django_db
def test_unwritable_files_are_named_in_one_line(file, tmp_path):
    output_of("import_tournament", str(file))
    nowhere = str(tmp_path / "no" / "such.json")
    assert error_lines("export_tournament", "wk-2019", "-o", nowhere) == [
        f"{nowhere}: No such file or directory"
    ]
    assert error_lines("export_tournament", "wk-2019", "-o", str(tmp_path)) == [
        f"{tmp_path}: File exists"
    ]


@pytest.mark.django_db
def test_an_unknown_tournament_is_refused_in_one_line(tmp_path):
    target = tmp_path / "nee.json"
    assert len(error_lines("export_tournament", "nee", "-o", str(target))) == 1
    assert not target.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_practice_tournament_has_a_hundred_players():
    assert output_of("demo") == "/t/oefen/\n"
    assert Player.objects.count() == 100


@pytest.mark.django_db
def test_the_practice_tournament_is_the_same_each_time():
    assert output_of("demo", "--players", "9") == "/t/oefen/\n"
    first = output_of("export_tournament", "oefen")
    assert error_lines("demo", "--players", "9") == [
        "tournament: SLUG_EXISTS Er is al een toernooi “oefen”: Oefentoernooi."
    ]
    output_of("demo", "--players", "9", "--replace")
    assert output_of("export_tournament", "oefen") == first
    assert Player.objects.count() == 9


@pytest.mark.django_db
def test_a_practice_tournament_of_another_size():
    output_of("demo", "--players", "9", "--slug", "klein", "--seed", "4")
    assert Tournament.objects.get().entries.count() == 9


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", "11"),
        ("--players", "0"),
        ("--players", "99999"),
        ("--players", "9", "--slug", "a b"),
    ],
)
def test_an_impossible_practice_tournament_is_refused(arguments):
    assert len(error_lines("demo", *arguments)) == 1
    assert Tournament.objects.count() == 0


def manage(data_dir: Path, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run manage.py in a process of its own, in a locale without é; return status, out and err."""
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        input=stdin,
        capture_output=True,
        env={
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(data_dir),
            "LC_ALL": "POSIX",
            "PYTHONCOERCECLOCALE": "0",
            "PYTHONUTF8": "0",
        },
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_commands_write_utf8_in_any_locale(tmp_path, file):
    copy(migrated(), tmp_path / NAME)
    status, out, err = manage(tmp_path, "import_tournament", "-", stdin=b'{"a\xc3\xa9": 1}')
    assert (status, out) == (1, b"")
    assert err.decode().splitlines() == [
        "file: UNKNOWN_KEY Onbekend gegeven: “aé”.",
        *(
            f"file: KEY_MISSING “{key}” ontbreekt."
            for key in ("format", "version", "tournament", "players", "rounds")
        ),
    ]
    assert manage(tmp_path, "import_tournament", "-", stdin=file.read_bytes()) == (0, b"", b"")
    assert manage(tmp_path, "export_tournament", "wk-2019") == (0, file.read_bytes(), b"")


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_demo_command_stores_the_practice_archive_of_each_game_byte_for_byte(key):
    archive = practice_of_eight(key)  # made before, with the same seed
    arguments = ("--game", key, "--players", "8", "--date", str(archive.date))
    assert output_of("demo", *arguments) == f"/t/{practice_slug(key)}/\n"
    made = Tournament.objects.get()
    assert write(archive_of(made)) == write(archive)
    assert (made.game, made.options, made.entries.count()) == (key, {}, 8)
    states = list(made.rounds.values_list("state", flat=True))
    assert states == [Round.State.FINAL, Round.State.FINAL, Round.State.STARTED]
