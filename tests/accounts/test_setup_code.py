"""The setup code, which is needed for the first account."""

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command

from wk.accounts import setup_code
from wk.accounts.codes import ALPHABET


@pytest.fixture(autouse=True)
def code_file(settings, tmp_path):
    """The file of the code, in a data directory of its own."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "setup-code"


def command_output() -> str:
    out = StringIO()
    call_command("setup_code", stdout=out)
    return out.getvalue()


def test_the_code_stays_the_same_until_it_is_forgotten(code_file):
    first = setup_code.current()
    assert re.fullmatch(f"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", first)
    assert setup_code.current() == first
    setup_code.forget()
    assert not code_file.exists()
    setup_code.forget()
    assert setup_code.current() != first


def test_only_its_owner_can_read_the_file(code_file):
    setup_code.current()
    assert stat.S_IMODE(code_file.stat().st_mode) == 0o600
    assert list(code_file.parent.iterdir()) == [code_file]


def test_many_threads_at_once_get_the_same_code():
    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(lambda _: setup_code.current(), range(8)))
    assert codes == [setup_code.current()] * 8


@pytest.mark.parametrize(
    ("kept_text", "typed", "fits"),
    [
        ("K7MN-X3PA", "K7MN-X3PA", True),
        ("K7MN-X3PA", "k7mnx3pa", True),
        ("K7MN-X3PA", " k7 mn - x3 pa ", True),
        ("K7MN-X3PA\n", "K7MN-X3PA", True),
        ("K7MN-X3PA", "K7MN-X3PC", False),
        ("K7MN-X3PA", "K7MN-X3P", False),
        ("K7MN-X3PA", "K7MN-X3PAA", False),
        ("K7MN-X3PA", "K7MN-X3PÄ", False),
        ("K7MN-X3PA", "", False),
        ("", "", False),
        ("", "-", False),
    ],
)
def test_a_code_matches_regardless_of_case_spaces_and_hyphens(code_file, kept_text, typed, fits):
    code_file.write_text(kept_text)
    assert setup_code.matches(typed) is fits


def test_nothing_matches_before_a_code_is_made():
    assert setup_code.matches("") is False
    assert setup_code.matches("K7MN-X3PA") is False


@pytest.mark.django_db
@pytest.mark.parametrize(("port", "shown"), [("8123", "8123"), ("", "8000"), (None, "8000")])
def test_the_command_prints_the_address_and_the_code(monkeypatch, port, shown):
    if port is None:
        monkeypatch.delenv("PORT", raising=False)
    else:
        monkeypatch.setenv("PORT", port)
    assert command_output().splitlines() == [
        "wk: Er is nog geen account. Maak het eerste in een browser:",
        f"wk:     http://localhost:{shown}/begin/",
        f"wk:     Startcode: {setup_code.current()}",
    ]


def test_the_command_prints_nothing_once_an_account_exists(clerk, code_file):
    assert command_output() == ""
    assert not code_file.exists()
