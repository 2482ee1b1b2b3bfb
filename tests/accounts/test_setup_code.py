"""The code that guards the first account."""

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command

from wk.accounts import setup_code


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """The file of the code, in a data directory of its own."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "setup-code"


def printed() -> str:
    out = StringIO()
    call_command("setup_code", stdout=out)
    return out.getvalue()


def test_code_stays_the_same_until_it_is_forgotten(kept):
    first = setup_code.current()
    assert re.fullmatch(f"[{setup_code.ALPHABET}]{{4}}-[{setup_code.ALPHABET}]{{4}}", first)
    assert setup_code.current() == first
    setup_code.forget()
    assert not kept.exists()
    setup_code.forget()
    assert setup_code.current() != first


def test_file_is_for_its_owner_alone_and_nothing_else_is_left(kept):
    setup_code.current()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(kept.parent.iterdir()) == [kept]


def test_many_at_once_get_the_same_code():
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
def test_matches(kept, kept_text, typed, fits):
    kept.write_text(kept_text)
    assert setup_code.matches(typed) is fits


def test_nothing_matches_a_code_that_was_never_made():
    assert setup_code.matches("") is False
    assert setup_code.matches("K7MN-X3PA") is False


@pytest.mark.django_db
@pytest.mark.parametrize(("port", "shown"), [("8123", "8123"), ("", "8000"), (None, "8000")])
def test_command_prints_where_to_type_the_code(monkeypatch, port, shown):
    if port is None:
        monkeypatch.delenv("PORT", raising=False)
    else:
        monkeypatch.setenv("PORT", port)
    assert printed().splitlines() == [
        "wk: there is no account yet. Make the first one in a browser:",
        f"wk:     open  http://localhost:{shown}/begin/",
        f"wk:     code  {setup_code.current()}",
    ]


def test_command_is_silent_once_an_account_exists(clerk, kept):
    assert printed() == ""
    assert not kept.exists()
