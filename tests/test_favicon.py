"""The picture at /favicon.ico, for which browsers ask when a PDF names none."""

from urllib.request import urlopen

import pytest

from tests.server import ROOT, Server


def test_the_favicon_is_the_picture_of_the_pages(client):
    response = client.get("/favicon.ico")
    assert (response.status_code, response["Location"]) == (302, "/static/spade.svg")
    assert (ROOT / "wk" / "static" / "spade.svg").read_text().startswith("<svg")


def test_the_favicon_refuses_post(client):
    assert client.post("/favicon.ico").status_code == 405


@pytest.mark.browser
def test_a_server_sends_the_favicon_without_a_message(tmp_path, capfd):
    # A server whose output is of this test alone.
    server = Server(tmp_path / "data", options=["--workers=1"])
    try:
        with urlopen(f"{server.url}/favicon.ico") as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    finally:
        server.stop()
    said = capfd.readouterr()
    assert "favicon" not in said.out + said.err
