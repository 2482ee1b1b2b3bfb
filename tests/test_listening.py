"""At which address wk listens: no wider than it is asked to."""

import os
import runpy

import pytest

from tests.database import ROOT

NAMES = ("ALLOWED_HOSTS", "HTTPS", "LISTEN", "PORT", "TRUSTED_PROXIES")


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "0.0.0.0:8000"),  # and lets nobody else in until a director opens it
        ({"ALLOWED_HOSTS": "192.168.1.10"}, "0.0.0.0:8000"),
        ({"ALLOWED_HOSTS": "wk.example.org", "HTTPS": "true"}, "127.0.0.1:8000"),
        ({"HTTPS": "true", "TRUSTED_PROXIES": "10.0.0.2"}, "127.0.0.1:8000"),
        ({"HTTPS": "true", "LISTEN": "10.0.0.5", "PORT": "8001"}, "10.0.0.5:8001"),
        ({"LISTEN": "[::]"}, "[::]:8000"),
        ({"LISTEN": "", "PORT": ""}, "0.0.0.0:8000"),
        ({"LISTEN": "127.0.0.1"}, "127.0.0.1:8000"),
    ],
)
def test_listens_where_it_is_asked_to(monkeypatch, environment, address):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runpy.run_path(os.fspath(ROOT / "gunicorn.conf.py"))["bind"] == address


def test_the_last_line_of_the_start_is_in_the_language_of_the_program(settings):
    """Gunicorn may not load the settings itself: those that serve would keep these for ever."""
    found = runpy.run_path(os.fspath(ROOT / "gunicorn.conf.py"))
    assert [found["LOCALE"], found["LANGUAGE"]] == [*settings.LOCALE_PATHS, settings.LANGUAGE_CODE]
    words = found["_words"]
    text = "Card champion is ready at %(addresses)s (Ctrl-C stops it)"
    assert words()(text) == "Kaartkampioen staat klaar op %(addresses)s (stoppen met Ctrl-C)"
