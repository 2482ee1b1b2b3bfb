"""What a process of the server loads before it answers."""

import subprocess
import sys

import pytest

from tests.database import ROOT

LOADS = (
    "import sys, wk.asgi; from django.urls import get_resolver; get_resolver().url_patterns;"
    "print([each for each in ('openpyxl', 'markdown_it', 'weasyprint') if each in sys.modules])"
)


@pytest.mark.slow
def test_a_server_starts_without_what_few_pages_need(monkeypatch, tmp_path):
    """Spreadsheets, the guide and PDFs: all together they take as long as all the rest."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "wk.settings")
    done = subprocess.run([sys.executable, "-c", LOADS], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
