"""A PDF that is opened by itself names no picture: then browsers ask for /favicon.ico."""

from urllib.request import urlopen

import pytest

from tests.server import ROOT, Server


def test_it_is_the_picture_that_pages_have(client):
    response = client.get("/favicon.ico")
    assert (response.status_code, response["Location"]) == (302, "/static/spade.svg")
    assert (ROOT / "wk" / "static" / "spade.svg").read_text().startswith("<svg")


def test_it_is_only_asked_for(client):
    assert client.post("/favicon.ico").status_code == 405


@pytest.mark.browser
def test_a_server_gives_it_and_says_nothing(tmp_path, capfd):
    server = Server(tmp_path / "data")  # whose output is of this test alone
    try:
        with urlopen(f"{server.url}/favicon.ico") as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    finally:
        server.stop()
    said = capfd.readouterr()
    assert "favicon" not in said.out + said.err
