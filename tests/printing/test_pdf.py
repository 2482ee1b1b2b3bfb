"""A PDF may read our own files and nothing else."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from threading import Thread

import pytest
from pypdf import PdfReader

from tests.printing.pdf_pages import written
from wk.printing.pdf import STATIC_ROOT, own_file, write_pdf


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
    css = STATIC_ROOT / "print.css"
    assert own_file(css.as_uri()) == css


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        f"{STATIC_ROOT.as_uri()}/../settings.py",
        f"{STATIC_ROOT.as_uri()}/%2e%2e/settings.py",
        f"{STATIC_ROOT.as_uri()}2/print.css",
        f"file://elsewhere{STATIC_ROOT}/print.css",
        f"http://localhost{STATIC_ROOT}/print.css",
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
    reader = PdfReader(BytesIO(written(hostile)))
    assert [page.extract_text() for page in reader.pages] == ["still printed"]
    assert dict(reader.attachments) == {}
    assert asked == []


@pytest.mark.slow
def test_the_typeface_is_embedded():
    page = written("<p>Anna <b>Šimůnek</b>")
    fonts = PdfReader(BytesIO(page)).pages[0]["/Resources"]["/Font"]
    names = {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts.values()}
    assert names == {"Plex", "Plex-Semi-Bold", "Plex-Ext-Semi-Bold"}


def test_the_same_html_gives_the_same_file():
    assert written("<p>Anna") == written("<p>Anna")


def texts(pdf):
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def test_parts_are_pages_in_their_order_and_each_is_told_when_it_is_done():
    told = []
    pdf = write_pdf(["<p>Anna", "<p>Bram", "<p>Cor"], told.append)
    assert (texts(pdf), told) == (["Anna", "Bram", "Cor"], [1, 2, 3])


@pytest.mark.slow
def test_a_pdf_of_parts_is_the_same_as_one_of_a_whole():
    """A part is laid out when its page is painted: fonts and bookmarks are those of the whole.

    A PDF of two parts is tagged, so there are two more pages.
    """
    one, two, *more = "<h1>Anna</h1><p>Bram", "<h1>Cor</h1><p><b>Šimůnek", "<h1>Dirk", "<h1>Els"
    whole = f'<div>{one}</div><div style="break-before: page">{two}</div>'
    assert written(one, two, *more) == written(whole, *more)


@pytest.mark.parametrize(("count", "paragraphs"), [(1, 1), (2, 2), (3, 0)])
def test_one_part_or_two_are_tagged(count, paragraphs):
    root = PdfReader(BytesIO(written(*["<html lang=nl><p>Anna"] * count))).trailer["/Root"]
    found = []
    if "/StructTreeRoot" in root:
        (document,) = root["/StructTreeRoot"]["/K"]
        (*found,) = _kinds(document.get_object())
    assert found.count("/P") == paragraphs


def _kinds(element):
    """Yield what an element of a tagged PDF is, and what is in it."""
    yield element["/S"]
    for child in element.get("/K", ()):
        child = child.get_object()
        if isinstance(child, dict):
            yield from _kinds(child)


def test_nothing_is_lost_of_a_part_that_takes_more_than_a_page():
    long = '<p>Bram<p style="break-before: page">Cor'
    assert texts(written("<p>Anna", long, "<p>Dirk")) == ["Anna", "Bram", "Cor", "Dirk"]
    assert texts(written(long, "<p>Dirk")) == ["Bram", "Cor", "Dirk"]
