"""The server as a process of its own."""

from urllib.request import Request, urlopen

import pytest

pytestmark = pytest.mark.slow


def test_a_request_is_read_as_utf_8(server):
    for charset in ("hex", "utf-7", "unicode_escape", "idna", "rot13", "utf-16"):
        content_type = f"application/x-www-form-urlencoded; charset={charset}"
        request = Request(f"{server.url}/?q=%5Cud800", headers={"Content-Type": content_type})
        assert urlopen(request).status == 200, charset


def test_head_is_answered_like_get_without_a_body(server):
    server.practise("--players 18")
    response = urlopen(Request(f"{server.url}/t/oefen/standings/", method="HEAD"))
    assert (response.status, response.read()) == (200, b"")


def test_commands_without_a_database_say_so(server, tmp_path, monkeypatch):
    monkeypatch.setitem(server.environment, "DATA_DIR", str(tmp_path / "leeg"))
    done = server.try_to("standings", "wk")
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (1, "", False)
    assert "bin/run" in done.stderr
