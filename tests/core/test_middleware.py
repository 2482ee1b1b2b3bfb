"""Requests that no browser sends, and errors that are explained."""

import logging

import pytest
from django.db import OperationalError
from django.http import HttpResponse

from wk.core.middleware import FriendlyErrors
from wk.core.refusals import ActionRefused


@pytest.fixture
def log_records():
    """The log records of a test."""
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.root.addHandler(handler)
    yield records
    logging.root.removeHandler(handler)


@pytest.mark.parametrize("key", ["", "kort", "abcdefgh\0ijkl", "é" * 32, "a" * 500])
def test_an_invalid_session_key_is_ignored(client, db, key):
    client.cookies["sessionid"] = key
    assert client.get("/login/").status_code in (200, 302)


@pytest.mark.parametrize(
    ("came_from", "leads_back"),
    [
        ("http://testserver/t/wk-test/", True),
        ("http://testserver/nergens/", False),  # the page itself
        ("https://elsewhere.example/", False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_a_page_of_an_error_leads_back_to_a_page_of_this_site(client, db, came_from, leads_back):
    page = client.get("/nergens/", headers={"Referer": came_from}).content.decode()
    assert (f'href="{came_from}">Terug</a>' in page, "Terug" in page) == (leads_back, leads_back)


def test_a_wrong_method_is_explained(client, db):
    response = client.put("/login/")
    assert (response.status_code, response["Allow"]) == (405, "GET, POST")
    assert b"<h1>" in response.content


def test_a_full_disk_is_explained(rf):
    def fail(request):
        raise AssertionError

    middleware = FriendlyErrors(fail)
    request = rf.post("/t/wk/forms/1/1/")
    error = OperationalError("database or disk is full")
    response = middleware.process_exception(request, error)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "De schijf van de computer is vol." in response.content.decode()
    assert middleware.process_exception(request, ValueError()) is None


def test_a_refusal_that_no_view_expected_is_explained(rf):
    def refuse(request):
        raise AssertionError

    refusal = ActionRefused("Dit is intussen <weg>.")
    response = FriendlyErrors(refuse).process_exception(rf.post("/t/wk/desk/"), refusal)
    assert response.status_code == 409
    assert b'<p class="lead">Dit is intussen &lt;weg&gt;.</p>' in response.content


@pytest.mark.parametrize("content_type", ["text/html", "application/json; charset=UTF-8"])
def test_other_requests_are_answered(rf, content_type):
    middleware = FriendlyErrors(lambda request: HttpResponse("goed"))
    request = rf.post("/", content_type=content_type)
    assert middleware(request).content == b"goed"


@pytest.mark.parametrize(("length", "status"), [(130_000_000, 200), (130_000_001, 413)])
def test_a_request_body_that_is_too_large_is_refused(rf, length, status):
    middleware = FriendlyErrors(lambda request: HttpResponse("goed"))
    assert middleware(rf.post("/", CONTENT_LENGTH=str(length))).status_code == status


@pytest.mark.parametrize(("signs", "status"), [(2000, 302), (16_000, 414), (100_000, 414)])
def test_an_address_that_is_too_long_is_explained(client, tournament, signs, status, log_records):
    response = client.get("/t/wk-test/desk/", {"q": "x" * signs})
    assert response.status_code == status
    assert (b"<h1>" in response.content) == (status == 414)
    assert log_records == []


def test_browsers_do_not_complain_of_a_page_over_plain_http(client, db):
    """They ignore this header there, and say so in the console of every page."""
    answer = client.get("/login/")
    assert answer["X-Frame-Options"] == "DENY"
    assert "Cross-Origin-Opener-Policy" not in answer
