"""The commands around archives, as a person at a prompt meets them."""

import importlib
import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.translation import override

from scoring import registry
from tests.archive.samples import as_bytes, document
from tests.database import NAME, copy, migrated
from wk.archive.codes import MESSAGES, every_code
from wk.archive.reader import read
from wk.archive.writer import write
from wk.tournament.models import Player, Tournament

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    return settings.DATA_DIR


@pytest.fixture
def file(tmp_path):
    """The sample as this program writes it."""
    path = tmp_path / "wk.json"
    path.write_bytes(write(read(as_bytes(document()))))
    return path


def refused(*arguments: str) -> list[str]:
    """Run a command that ends with status 1; return what it says on standard error."""
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command(*arguments, stdout=out, stderr=err, no_color=True)
    assert caught.value.code == 1
    assert out.getvalue() == ""
    return err.getvalue().splitlines()


def done(*arguments: str) -> str:
    """Run a command that succeeds; return what it prints."""
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err)
    assert err.getvalue() == ""
    return out.getvalue()


@pytest.mark.django_db
def test_in_and_out_again_are_the_same_bytes(file, tmp_path):
    assert done("import_tournament", str(file)) == ""
    assert done("export_tournament", "wk-2019").encode() == file.read_bytes()
    copy = tmp_path / "copy.json"
    copy.write_text("something older")
    assert done("export_tournament", "wk-2019", "-o", str(copy)) == ""
    assert copy.read_bytes() == file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.json", "wk.json"]


@pytest.mark.django_db
def test_every_problem_is_a_line_and_nothing_is_stored(tmp_path):
    whole = document()
    whole["players"][1]["name"] = ""
    whole["rounds"][0]["tables"][0]["form"]["deals"][6]["bids"][2] = 9
    path = tmp_path / "wrong.json"
    path.write_bytes(as_bytes(whole))
    assert refused("import_tournament", str(path)) == [
        "player 2: TEXT_EMPTY “name” is leeg.",
        "round 1 table 1 deal 7 seat 3: BID_GT_CARDS Een bod van 9 kan niet met 4 kaarten.",
    ]
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_a_tournament_that_exists_is_replaced_only_when_asked(file, data_dir):
    done("import_tournament", str(file))
    assert refused("import_tournament", str(file)) == [
        "tournament: SLUG_EXISTS Er is al een toernooi “wk-2019”: WK Boerenbridge 2019."
    ]
    assert not data_dir.exists()
    done("import_tournament", str(file), "--replace")
    (backup,) = (data_dir / "backups").iterdir()
    assert backup.read_bytes() == file.read_bytes()


@pytest.mark.django_db
def test_files_that_cannot_be_read_are_told_in_one_line(tmp_path):
    missing = str(tmp_path / "missing.json")
    assert refused("import_tournament", missing) == [f"{missing}: No such file or directory"]
    assert refused("import_tournament", str(tmp_path)) == [f"{tmp_path}: Is a directory"]


@pytest.mark.django_db
def test_files_that_cannot_be_written_are_told_in_one_line(file, tmp_path):
    done("import_tournament", str(file))
    nowhere = str(tmp_path / "no" / "such.json")
    assert refused("export_tournament", "wk-2019", "-o", nowhere) == [
        f"{nowhere}: No such file or directory"
    ]
    assert refused("export_tournament", "wk-2019", "-o", str(tmp_path)) == [
        f"{tmp_path}: File exists"
    ]


@pytest.mark.django_db
def test_a_tournament_that_is_not_there_is_told_in_one_line(tmp_path):
    target = tmp_path / "nee.json"
    assert len(refused("export_tournament", "nee", "-o", str(target))) == 1
    assert not target.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_practice_tournament_has_a_hundred_players():
    assert done("demo") == "/t/oefen/\n"
    assert Player.objects.count() == 100


@pytest.mark.django_db
def test_the_practice_tournament_twice_is_the_same():
    assert done("demo", "--players", "9") == "/t/oefen/\n"
    first = done("export_tournament", "oefen")
    assert refused("demo", "--players", "9") == [
        "tournament: SLUG_EXISTS Er is al een toernooi “oefen”: Oefentoernooi."
    ]
    done("demo", "--players", "9", "--replace")
    assert done("export_tournament", "oefen") == first
    assert Player.objects.count() == 9


@pytest.mark.django_db
def test_a_practice_tournament_of_another_size():
    done("demo", "--players", "9", "--slug", "klein", "--seed", "4")
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
def test_a_practice_tournament_that_cannot_be(arguments):
    assert len(refused("demo", *arguments)) == 1
    assert Tournament.objects.count() == 0


def manage(data_dir: Path, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run manage.py as a process of its own, in a locale that knows no é; status, out and err."""
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
def test_as_processes_in_any_locale(tmp_path, file):
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


CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def test_every_code_is_listed_with_its_words():
    for language in ("nl", "en"):
        with override(language):
            lines = done("codes").splitlines()
        assert [re.split(r" {2,}", line, maxsplit=1) for line in lines] == [
            [code, text.to(language)] for code, text in every_code()
        ]
    listed = json.loads(done("codes", "--format", "json"))
    assert listed == [{"code": c, "nl": text.nl, "en": text.en} for c, text in every_code()]
    assert {each["code"] for each in listed} == {*registry.MESSAGES, *MESSAGES}


def blanks(words):
    """Return the names of what is filled in between braces."""
    return {*re.findall(r"\{(\w*)\}", words)}


def test_every_code_is_upper_case_and_has_words_in_both_languages():
    codes = every_code()
    assert [code for code, _text in codes if not CODE.fullmatch(code)] == []
    assert [code for code, text in codes if not (text.nl.strip() and text.en.strip())] == []
    assert [code for code, text in codes if text.nl == text.en] == []
    assert [code for code, text in codes if blanks(text.nl) != blanks(text.en)] == []
    assert len(codes) > len(MESSAGES) > 0


def test_a_code_has_the_same_words_in_every_game():
    tables = [
        importlib.import_module(f"scoring.{path.parent.name}.messages").MESSAGES
        for path in sorted((ROOT / "scoring").glob("*/messages.py"))
    ]
    said = {(code, text) for table in [*tables, registry.MESSAGES] for code, text in table.items()}
    assert len(said) == len({code for code, _text in said}) == len(registry.MESSAGES)


def test_only_archives_say_the_same_in_other_words():
    codes = [code for code, _text in every_code()]
    twice = {code for code in codes if codes.count(code) > 1}
    assert twice == {"NOT_AN_OBJECT", "NOT_A_LIST", "NOT_A_TEXT", "TEXT_TOO_LONG"}
