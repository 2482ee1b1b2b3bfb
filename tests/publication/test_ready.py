"""What the server answers before Django sees the request."""

import json
from io import BytesIO

import pytest
from django.utils import timezone

from wk.publication.versions import current_versions
from wk.tournament.models import Round
from wk.wsgi import application

STANDINGS = "/t/wk-test/standings/"
pytestmark = [pytest.mark.usefixtures("kept_pages")]


def ask(path, method="GET", **headers):
    """Return status, headers and body, as the server gets them."""
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
    parts = application(environ, lambda status, headers, *_: heard.extend([status, dict(headers)]))
    return heard[0], heard[1], b"".join(parts)


def test_a_kept_page_goes_out_with_one_query(client, tournament, django_assert_num_queries):
    made = client.get(STANDINGS, headers={"Host": "testserver"})
    with django_assert_num_queries(1):
        status, headers, body = ask(STANDINGS)
    assert (status, body) == ("200 OK", made.content)
    assert headers["Content-Security-Policy"] == made["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-cache"
    assert ask(STANDINGS, HTTP_IF_NONE_MATCH=headers["ETag"])[0] == "304 Not Modified"


def test_the_changes_are_the_version_and_the_time(tournament, django_assert_num_queries):
    with django_assert_num_queries(1):
        status, headers, body = ask("/t/wk-test/changes.json")
    told = json.loads(body)
    assert (status, headers["Content-Type"]) == ("200 OK", "application/json")
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
