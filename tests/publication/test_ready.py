"""What the server answers before Django sees the request."""

import json
import os
import subprocess
import sys
from io import BytesIO
from ipaddress import ip_network

import pytest
from django.utils import timezone

from tests.database import ROOT, statements_sent
from wk.core.hall_access import close_to_hall, open_to_hall
from wk.publication.ready import may_be_ready, ready_answer
from wk.publication.versions import current_versions
from wk.tournament.models import Round
from wk.wsgi import application

STANDINGS = "/t/wk-test/standings/"
pytestmark = [pytest.mark.usefixtures("kept_pages")]


def ask(path, method="GET", **headers):
    """Return status, headers and body, as wk.asgi answers: what is ready, or by Django."""
    heard = []
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "HTTP_HOST": "testserver",
        "wsgi.input": BytesIO(),
        "wsgi.url_scheme": "http",
        **headers,
    }
    if may_be_ready(environ):
        found = ready_answer(environ, current_versions())
        if found:
            return found[0], dict(found[1]), found[2]
    parts = application(environ, lambda status, headers, *_: heard.extend([status, dict(headers)]))
    return int(heard[0][:3]), heard[1], b"".join(parts)


def test_a_kept_page_goes_out_with_one_query(client, tournament):
    made = client.get(STANDINGS, headers={"Host": "testserver"})
    with statements_sent() as sent:
        status, headers, body = ask(STANDINGS)
    assert len(sent) == 1
    assert (status, body) == (200, made.content)
    assert headers["Content-Security-Policy"] == made["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-cache"
    assert ask(STANDINGS, HTTP_IF_NONE_MATCH=headers["ETag"])[0] == 304


def test_the_changes_are_the_version_and_the_time(tournament):
    with statements_sent() as sent:
        status, headers, body = ask("/t/wk-test/changes.json")
    assert len(sent) == 1
    told = json.loads(body)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert told["version"] == str(current_versions())
    assert abs(told["now"] - timezone.now().timestamp() * 1000) < 60_000


def test_the_changes_are_the_same_by_django(client, tournament):
    assert client.get("/t/wk-test/changes.json").json()["version"] == str(current_versions())
    assert client.post("/t/wk-test/changes.json").status_code == 405


def test_without_a_version_nothing_is_kept(client, tournament):
    from wk.publication.models import PublicVersion

    client.get(STANDINGS)
    PublicVersion.objects.all().delete()
    assert "ETag" not in client.get(STANDINGS)
    assert client.get("/t/wk-test/changes.json").status_code == 503


def test_a_page_names_the_version_that_it_shows(client, director_client, tournament):
    before = str(current_versions())
    for reader in (client, director_client):
        assert f'data-version="{before}"' in reader.get(STANDINGS).content.decode()
    Round.objects.update(withheld=Round.Withheld.ALL)
    page = client.get(STANDINGS).content.decode()
    assert f'data-version="{current_versions()}"' in page
    assert str(current_versions()) != before


PHONE = {"REMOTE_ADDR": "192.168.1.33", "HTTP_HOST": "192.168.1.10"}


def test_a_kept_page_goes_out_to_the_hall_only_while_wk_is_open(client, tournament, network):
    open_to_hall("192.168.1.10")
    client.get(STANDINGS, **PHONE)
    pages = (STANDINGS, "/t/wk-test/changes.json")
    assert [ask(page, **PHONE)[0] for page in pages] == [200, 200]
    close_to_hall()
    assert [ask(page, **PHONE)[0] for page in pages] == [503, 503]
    here = PHONE | {"REMOTE_ADDR": "127.0.0.1"}
    assert [ask(page, **here)[0] for page in pages] == [400, 400]


def test_a_kept_page_goes_out_under_no_other_host(client, tournament, network):
    open_to_hall("192.168.1.10")
    client.get(STANDINGS, **PHONE)
    forged = PHONE | {"HTTP_HOST": "evil.example"}
    pages = (STANDINGS, "/t/wk-test/changes.json")
    assert [ask(page, **forged)[0] for page in pages] == [400, 400]
    network("10.0.0.7")  # the page was kept when this machine had the other address
    assert [ask(page, **PHONE)[0] for page in pages] == [400, 400]


def test_a_kept_page_goes_past_no_proxy(client, tournament, settings):
    settings.HTTPS = True
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]
    client.get(STANDINGS, REMOTE_ADDR="10.0.0.1", headers={"Host": "testserver"})
    pages = (STANDINGS, "/t/wk-test/changes.json")
    asked = {peer: [ask(page, REMOTE_ADDR=peer)[0] for page in pages] for peer in PEERS}
    assert asked == {"10.0.0.1": [200, 200], "10.0.0.2": [403, 403]}


PEERS = ("10.0.0.1", "10.0.0.2")
# A process of its own, which answers a request of a phone for each line that it reads.
OTHER = """
import sys
import wk.wsgi  # loads Django
from tests.publication.test_ready import PHONE, ask

for _line in sys.stdin:
    print(ask("/static/nothing.css", **PHONE | {"HTTP_HOST": "localhost"})[0], flush=True)
"""


@pytest.mark.slow
def test_another_process_sees_at_once_that_wk_is_open(settings, network, tmp_path):
    unset = ("ALLOWED_HOSTS", "HTTPS", "LISTEN", "DATABASE_URL")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"DATA_DIR": str(tmp_path), "STATIC_ROOT": ""}
    settings.DATA_DIR = tmp_path
    other = subprocess.Popen(
        [sys.executable, "-c", OTHER],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def answer():
        other.stdin.write("\n")
        other.stdin.flush()
        return other.stdout.readline()[:3]

    with other:
        assert answer() == "503"
        open_to_hall("192.168.1.10")
        assert answer() == "404"
        close_to_hall()
        assert answer() == "503"
        other.stdin.close()
