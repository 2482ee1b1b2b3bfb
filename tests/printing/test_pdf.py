"""A PDF may read our own files and nothing else."""

import gc
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from threading import Thread

import pytest
from pypdf import PdfReader

from wk.printing.pdf import own_file, static_root, write_pdf


@pytest.fixture
def local_server():
    """A server on this machine: its address, and a list of the paths that were asked for."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_own_files_are_read():
    css = static_root() / "print.css"
    assert own_file(css.as_uri()) == css


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        f"{static_root().as_uri()}/../settings.py",
        f"{static_root().as_uri()}/%2e%2e/settings.py",
        f"{static_root().as_uri()}2/print.css",
        f"file://elsewhere{static_root()}/print.css",
        f"http://localhost{static_root()}/print.css",
        "data:text/css,a{}",
        "ftp://localhost/print.css",
        "print.css",
        "",
    ],
)
def test_other_files_are_refused(url):
    with pytest.raises(ValueError, match="not a file of ours"):
        own_file(url)


@pytest.mark.slow
def test_hostile_markup_reads_no_file_and_no_address(local_server):
    address, asked = local_server
    hostile = (
        f'<link rel="stylesheet" href="{address}/a.css"><img src="{address}/b.png">'
        f'<link rel="attachment" href="file:///etc/hostname"><style>@import "{address}/c.css";'
        f"p {{ background: url({address}/d.svg) }}</style><p>still printed"
    )
    reader = PdfReader(BytesIO(write_pdf(hostile)))
    assert [page.extract_text() for page in reader.pages] == ["still printed"]
    assert dict(reader.attachments) == {}
    assert asked == []


def test_the_typeface_is_embedded():
    page = write_pdf('<link rel="stylesheet" href="print.css"><p>Anna <b>Šimůnek</b>')
    fonts = PdfReader(BytesIO(page)).pages[0]["/Resources"]["/Font"]
    names = {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts.values()}
    assert names == {"Plex", "Plex-Semi-Bold", "Plex-Ext-Semi-Bold"}


def test_the_same_html_gives_the_same_file():
    assert write_pdf("<p>Anna") == write_pdf("<p>Anna")


def test_the_garbage_collector_is_on_again_afterwards():
    assert gc.isenabled()
    write_pdf("<p>Anna")
    assert gc.isenabled()


def test_a_garbage_collector_that_was_off_stays_off():
    gc.disable()
    try:
        write_pdf("<p>Anna")
        assert not gc.isenabled()
    finally:
        gc.enable()
