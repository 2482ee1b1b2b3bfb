"""The process beside the server: what was sent in is read, also after the computer went out."""

import fcntl
import os
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
from wk.camera.management.commands.read_scans import LOCK
from wk.camera.scans import beside
from wk.camera.scans.beside import DOING
from wk.camera.scans.incoming import SentFile, receive
from wk.scoreforms.models import ScanPage
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PAGES = 4  # so many that the reader is not at the end when it is killed
STREAM, DRAWN = b"<<%s/Length %d>>stream\n%s\nendstream", b"/X Do "
# What reads, with so many seconds for each step.
READ = """
import django
django.setup()
from wk.camera.scans.reading import read_waiting
read_waiting(3)
"""
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
    server = Server(tmp_path / "data", unblock=django_db_blocker.unblock, starts=False)
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


def is_free(lock):
    """Return whether no process reads."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def end(process):
    """End the process beside the server, as the server does when it ends."""
    process.stdin.close()
    assert process.wait(timeout=30) == 0


def test_the_reader_ends_with_the_server_after_the_page_that_it_is_at(data):
    send(data, SentFile("pile.tif", pile()))
    process = beside.start(data.data, "")
    wait_for(lambda: State.REFUSED in states(data))
    end(process)
    wait_for(lambda: is_free(data.data / LOCK))
    assert State.WAITING in states(data)
    with data.database():  # so that servers which stop and start often make no page fail
        assert not ScanPage.objects.filter(state=State.WAITING, tries__gt=0).exists()
    assert (data.data / DOING).exists()


def endless():
    """Return a PDF of one page that takes years to draw: ten times a form, of ten times a form…"""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 80]/Contents 4 0 R/Resources"
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page + b"<</XObject<</X 5 0 R>>>>>>",
        STREAM % (b"", 60, DRAWN * 10),
    ]
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 60 80]/Resources<</XObject<</X %d 0 R>>>>"
    parts += [STREAM % (form % (number + 1), 60, DRAWN * 10) for number in range(5, 17)]
    objects = (b"%d 0 obj\n%s\nendobj\n" % each for each in enumerate(parts, 1))
    return b"%PDF-1.4\n" + b"".join(objects) + b"trailer<</Root 1 0 R>>\n"


def test_a_page_at_which_the_reader_never_ends_is_tried_twice(data):
    """Its process ends by an alarm, and has noted what it was at. So one page stops no pile."""
    send(data, SentFile("endless.pdf", endless()), SentFile("good.jpg", jpeg()))
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "wk.settings"}
    ended = [
        subprocess.run([sys.executable, "-c", READ], cwd=ROOT, env=environment).returncode
        for _process in range(3)
    ]
    assert ended == [-signal.SIGALRM, -signal.SIGALRM, 0]
    with data.database():
        pages = ScanPage.objects.order_by("pk").values_list("pile__name", "why")
        assert [*pages] == [("endless.pdf", "failed"), ("good.jpg", "no-code")]


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
