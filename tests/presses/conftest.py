"""What the tests of buttons need."""

from contextlib import nullcontext

import pytest
from django.db import connection

from tests.presses.databases import Halls, database_in_a_file


@pytest.fixture(autouse=True)
def _opened_by_button(network):
    """Let a director open and close wk, and not the environment."""


@pytest.fixture
def halls(transactional_db, tmp_path, settings):
    """Halls in a database that many write to: in a file, as the tests' own database of SQLite is
    not for that, or the tests' own database on a server. The folder of data is there, as it is at
    a server."""
    settings.DATA_DIR.mkdir(exist_ok=True)
    in_memory = connection.vendor == "sqlite"
    with database_in_a_file(tmp_path / "wk.sqlite3") if in_memory else nullcontext():
        yield Halls(tmp_path)
