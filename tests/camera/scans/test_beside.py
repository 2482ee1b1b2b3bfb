"""The process beside the server: what was sent in is read, also after the computer went out."""

import signal
import subprocess
import sys
from io import BytesIO
from time import monotonic, sleep

import pytest
from PIL import Image

from tests.camera.scans.made_pages import MORNING, jpeg
from tests.listed_players import nine_players_in_round_1
from tests.server import ROOT, Server
from wk.camera.scans import beside
from wk.camera.scans.beside import DOING
from wk.camera.scans.incoming import SentFile, receive
from wk.scoreforms.models import ScanPage
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PAGES = 10
State = ScanPage.State


def pile():
    """Return a scan of many large pages on which there is nothing."""
    first, *rest = [Image.new("L", (2400, 3400), 230) for _page in range(PAGES)]
    out = BytesIO()
    first.save(out, "TIFF", save_all=True, append_images=rest, compression="tiff_deflate")
    return out.getvalue()


@pytest.fixture
def data(tmp_path, monkeypatch, django_db_blocker):
    """The data of a server with a tournament; the server itself is not there."""
    server = Server(tmp_path / "data", unblock=django_db_blocker.unblock)
    server.stop()
    for name in ("DATA_DIR", "SECRET_KEY", "DATABASE_URL", "BACKUP_EVERY"):
        monkeypatch.setenv(name, server.environment[name])
    with server.database():
        nine_players_in_round_1()
    return server


def states(server):
    with server.database():
        return [*ScanPage.objects.order_by("pk").values_list("state", flat=True)]


def wait_for(found, seconds=120):
    """Wait until something is so."""
    deadline = monotonic() + seconds
    while not found():
        assert monotonic() < deadline
        sleep(0.1)


def send(server, *files):
    with server.database():
        tournament = Tournament.objects.get()
        receive(tournament=tournament, files=files, author=None, now=MORNING)


def test_a_pile_survives_that_the_reader_is_killed(data):
    send(data, SentFile("pile.tif", pile()))
    command = [sys.executable, "manage.py", "read_scans"]
    with subprocess.Popen(command, cwd=ROOT) as reading:
        wait_for(lambda: State.REFUSED in states(data))
        reading.send_signal(signal.SIGKILL)
    assert State.WAITING in states(data)
    assert (data.data / DOING).exists()
    process = beside.start(data.data, "")
    wait_for(lambda: states(data) == [State.REFUSED] * PAGES)
    wait_for(lambda: not (data.data / DOING).exists())
    end(process)


def end(process):
    """End the process beside the server, as the server does when it ends."""
    process.stdin.close()
    assert process.wait(timeout=30) == 0


def test_what_a_scanner_writes_is_read_by_itself(data, tmp_path):
    folder = tmp_path / "scans"
    folder.mkdir()
    process = beside.start(data.data, str(folder), still=0)
    scan = folder / "scan.jpg"
    scan.write_bytes(jpeg())
    wait_for(lambda: states(data) == [State.REFUSED])
    assert [path.name for path in folder.rglob("*.jpg")] == ["scan.jpg"]
    assert not scan.exists()
    end(process)
