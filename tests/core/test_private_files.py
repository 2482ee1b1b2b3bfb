"""Only its owner can read the data folder, with any files that were there before."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest

from tests.database import ROOT, connect
from wk.core.private_files import keep_private, kept_text

NOBODY = 65534  # the user without rights on every Linux


def file_mode(path: Path) -> str:
    return f"{stat.S_IMODE(path.lstat().st_mode):o}"


def open_to_all(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    path.chmod(0o666)
    return path


def load_settings(data: Path, code: str = "", **environment: str):
    """Load the settings in a process of its own that lets others read by default."""
    load = f"import os; os.umask(0o022); from wk import settings; {code}"
    return subprocess.run(
        [sys.executable, "-c", load],
        cwd=ROOT,
        env=os.environ
        | {"DATA_DIR": str(data), "DATABASE_URL": "", "SECRET_KEY": ""}
        | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_files_that_others_could_read_are_made_private(tmp_path):
    names = ["wk.sqlite3", "wk.sqlite3-wal", "wk.sqlite3-shm", "secret-key", "backups/wk-1.json"]
    paths = [open_to_all(tmp_path / "data" / name) for name in names]
    for folder in (tmp_path / "data", tmp_path / "data/backups"):
        folder.chmod(0o755)
    assert keep_private(tmp_path / "data") == []
    assert [file_mode(path) for path in paths] == ["600"] * len(paths)
    assert [file_mode(tmp_path / name) for name in ("data", "data/backups")] == ["700"] * 2


def test_a_database_elsewhere_is_made_private_with_the_files_beside_it(tmp_path):
    database = open_to_all(tmp_path / "elsewhere/wk.db")
    beside = [open_to_all(Path(f"{database}{end}")) for end in ("-wal", "-shm", "-turn")]
    other = open_to_all(tmp_path / "elsewhere/notes")
    (tmp_path / "data").mkdir(mode=0o700)
    assert keep_private(tmp_path / "data", database) == []
    assert [file_mode(path) for path in (database, *beside, other)] == ["600"] * 4 + ["666"]


@pytest.fixture
def foreign_file(tmp_path):
    """A file of another user, who lets everybody read it; a test by root is of nobody meanwhile."""
    if os.geteuid() != 0:
        yield Path("/etc/passwd")
        return
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        path = Path(name) / "wk.sqlite3"
        path.touch()
        path.chmod(0o644)
        (Path(name) / "data").mkdir()
        os.chown(Path(name) / "data", NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield path
        finally:
            os.seteuid(0)


def test_files_that_cannot_be_made_private_are_returned(tmp_path, foreign_file):
    data = foreign_file.with_name("data") if os.getuid() == 0 else tmp_path
    assert keep_private(data, foreign_file) == [foreign_file]
    assert (file_mode(foreign_file), file_mode(data)) == ("644", "700")


def test_links_and_other_folders_stay_as_they_are(tmp_path):
    other = open_to_all(tmp_path / "outside")
    inside = open_to_all(tmp_path / "data/mirror/index.html")
    (tmp_path / "data/link").symlink_to(other)
    keep_private(tmp_path / "data")
    assert (file_mode(other), file_mode(inside)) == ("666", "666")


def test_the_settings_make_present_and_later_files_private(tmp_path):
    data = tmp_path / "data"
    database = open_to_all(data / "wk.sqlite3")
    data.chmod(0o755)
    load_settings(data, "open(settings.DATA_DIR / 'new', 'w').close()")
    files = {path.name: file_mode(path) for path in data.iterdir()}
    assert files == {"wk.sqlite3": "600", "secret-key": "600", "new": "600"}
    assert (file_mode(data), file_mode(database)) == ("700", "600")


def test_the_settings_know_a_database_elsewhere(tmp_path):
    database = open_to_all(tmp_path / "elsewhere/wk.db")
    again = "os.environ['DATABASE_URL'] = 'postgres://wk@localhost/wk'; import importlib; "
    again += "importlib.reload(settings); print(settings.DATABASES['default']['NAME'])"
    loaded = load_settings(tmp_path / "data", again, DATABASE_URL=f"sqlite:///{database}")
    assert (file_mode(database), loaded) == ("600", "wk\n")


def test_only_its_owner_can_read_a_new_database(tmp_path):
    write = "from django.db import connection as c; "  # apps take a second to load
    write += "c.cursor().execute('CREATE TABLE x (y)'); import glob; "
    write += "print({oct(os.stat(f).st_mode)[-3:] for f in glob.glob(f'{settings.DATA_DIR}/*')})"
    printed = load_settings(tmp_path, write, DJANGO_SETTINGS_MODULE="wk.settings")
    assert printed == "{'600'}\n"
    with closing(connect(tmp_path / "wk.sqlite3")) as database:
        assert [*database.execute("SELECT name FROM sqlite_schema")] == [("x",)]


# Secrets


def test_a_secret_is_made_once_and_kept(tmp_path):
    assert kept_text(tmp_path / "secret", "one") == "one"
    assert kept_text(tmp_path / "secret", "two") == "one"
    assert [(path.name, file_mode(path)) for path in tmp_path.iterdir()] == [("secret", "600")]


def test_an_empty_secret_is_made_again(tmp_path):
    (tmp_path / "secret").touch()
    assert kept_text(tmp_path / "secret", "one") == "one"


@pytest.mark.parametrize("is_empty", [False, True])
def test_many_starts_at_once_share_one_secret(tmp_path, is_empty):
    together = Barrier(8)

    def start(nth: int, secret: Path) -> str:
        together.wait()
        return kept_text(secret, f"{nth}")

    with ThreadPoolExecutor(8) as pool:
        for time in range(100):
            secret = tmp_path / f"secret-{time}"
            if is_empty:
                secret.touch()
            assert len({*pool.map(start, range(8), [secret] * 8)}) == 1


@pytest.mark.parametrize("name", ["no/folder/secret"])
def test_a_secret_that_cannot_be_stored_is_an_error(tmp_path, name):
    with pytest.raises(FileNotFoundError):
        kept_text(tmp_path / name, "one")
