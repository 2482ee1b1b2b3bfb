"""Without the library that draws letters there are no PDFs. All other pages work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.database import NAME, copy, migrated

STUB = """raise OSError("cannot load library 'libpango-1.0-0': no such file\\nTry again.")\n"""
PROGRAM = """
import datetime, json
import django
django.setup()
from django.test import Client
from wk.accounts.models import User
from wk.tournament.seating import seat_round
from wk.players.services import NewEntry, enter_many
from wk.tournament.services import create_tournament

made = create_tournament(name="WK", slug="wk", date=datetime.date(2026, 11, 21))
entries = enter_many(tournament=made, rows=[NewEntry(name) for name in "ABCDE"])
seat_round(tournament=made, number=1, tables={1: entries}, state="confirmed")
client = Client(SERVER_NAME="localhost", headers={"Accept-Language": "en"})
user = User.objects.create_user("kees", role=User.Role.CLERK)
client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
answers = [
    client.get(f"/t/wk/{page}")
    for page in ("rounds/1/sheets.pdf", "rounds/1/seating.pdf", "cards.pdf", "rounds/1/")
]
print(json.dumps([[answer.status_code, answer.content.decode()] for answer in answers]))
"""


@pytest.mark.slow
def test_the_page_names_the_missing_library(tmp_path):
    copy(migrated(), tmp_path / NAME)
    (tmp_path / "weasyprint.py").write_text(STUB)
    root = Path(__file__).resolve().parents[2]
    outside = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        env=outside
        | {
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}",
            "DATA_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "wk.settings",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    sheets, seating, cards, page = json.loads(run.stdout)
    assert [sheets[0], seating[0], cards[0], page[0]] == [503, 503, 503, 200]
    for text in (sheets[1], seating[1], cards[1]):
        assert "cannot load library &#x27;libpango-1.0-0&#x27;: no such file" in text
        assert "Try again." not in text
        assert "sudo apt install libpangoft2-1.0-0" in text
