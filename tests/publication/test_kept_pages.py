"""Which pages are kept, for how long, and how they are sent."""

import gzip
from time import monotonic

from django.http import HttpResponse

from tests.cases import cases
from wk.publication.kept_pages import KeptPages, kept_page, key_of
from wk.publication.versions import Versions

NOW = Versions(5, 5, 5)
HALL = "/t/wk/hall/"
GET = {"REQUEST_METHOD": "GET", "PATH_INFO": "/t/wk/", "HTTP_HOST": "wk", "wsgi.url_scheme": "http"}


def a_page(body="x" * 1000, *, needs_progress=False, seconds=60.0):
    return kept_page(HttpResponse(body), NOW, needs_progress=needs_progress, seconds=seconds)


@cases(
    ("needs_progress", "later", "after", "shows"),
    [
        (False, Versions(5, 5, 5), 1, True),
        (False, Versions(6, 5, 5), 0, False),
        (False, Versions(5, 5, 6), 0, False),
        (False, Versions(4, 5, 5), 0, False),  # a database that was put back
        (False, Versions(5, 9, 5), 50, True),  # it does not depend on progress
        (True, Versions(5, 9, 5), 1, True),  # progress may be shown a moment late
        (True, Versions(5, 9, 5), 3, False),
        (True, Versions(5, 5, 5), 50, True),
        (False, Versions(5, 5, 5), 61, False),  # the clock of the hall has come to a warning
    ],
)
def test_a_page_is_shown_while_nothing_changed(needs_progress, later, after, shows):
    page = a_page(needs_progress=needs_progress)
    assert page.shows(later, page.made + after) is shows


def test_a_page_that_is_over_is_not_found():
    pages = KeptPages()
    key = key_of(GET)
    pages.put(key, a_page(seconds=-1))
    assert pages.get(key, NOW) is None
    pages.put(key, a_page())
    assert pages.get(key, NOW).body == b"x" * 1000


def test_the_pages_asked_for_last_stay():
    page = a_page("x" * 100)  # too small to be packed
    pages = KeptPages(most_bytes=250)
    keys = [key_of(GET | {"PATH_INFO": f"/t/{name}/"}) for name in "abc"]
    pages.put(keys[0], page)
    pages.put(keys[1], page)
    pages.get(keys[0], NOW)
    pages.put(keys[2], page)
    assert [key in pages for key in keys] == [True, False, True]


@cases(
    ("one", "other"),
    [
        ({"PATH_INFO": "/t/wk/"}, {"PATH_INFO": "/t/wk/standings/"}),
        ({"QUERY_STRING": ""}, {"QUERY_STRING": "show=play"}),
        ({"HTTP_ACCEPT_LANGUAGE": "nl"}, {"HTTP_ACCEPT_LANGUAGE": "en"}),
        ({"HTTP_ACCEPT_LANGUAGE": "nl"}, {"HTTP_COOKIE": "django_language=en"}),
        ({"PATH_INFO": HALL}, {"PATH_INFO": HALL, "HTTP_HX_REQUEST": "true"}),
        ({"HTTP_HOST": "wk"}, {"HTTP_HOST": "evil"}),
        ({"wsgi.url_scheme": "http"}, {"wsgi.url_scheme": "https"}),
        ({}, {"HTTP_X_FORWARDED_PROTO": "https"}),
    ],
)
def test_what_makes_another_page_has_another_key(one, other):
    assert key_of(GET | one) != key_of(GET | other)


@cases(
    "same",
    [
        {"HTTP_COOKIE": "csrftoken=abc"},
        {"HTTP_ACCEPT_LANGUAGE": "nl-NL,nl;q=0.9"},
        {"HTTP_COOKIE": "django_language=nl", "HTTP_ACCEPT_LANGUAGE": "en"},
        {"HTTP_COOKIE": "django_language=xx"},
        {"HTTP_USER_AGENT": "a phone"},
        {"HTTP_HX_REQUEST": "true"},  # an open page takes its part out of the whole one
        {"REQUEST_METHOD": "HEAD"},
    ],
)
def test_what_makes_no_other_page_has_the_same_key(same):
    assert key_of(GET | same) == key_of(GET)


@cases("own", [{"REQUEST_METHOD": "POST"}, {"HTTP_COOKIE": "sessionid=abc"}])
def test_a_request_for_one_reader_has_no_key(own):
    assert key_of(GET | own) is None


def test_a_page_is_packed_for_browsers_that_read_it():
    status, headers, body = a_page().answer(GET | {"HTTP_ACCEPT_ENCODING": "br, gzip"})
    assert (status, gzip.decompress(body)) == (200, b"x" * 1000)
    assert dict(headers)["Content-Encoding"] == "gzip"
    assert dict(headers)["Content-Length"] == str(len(body))


def test_a_page_is_plain_for_the_others():
    status, headers, body = a_page().answer(GET)
    assert (status, body) == (200, b"x" * 1000)
    assert "Content-Encoding" not in dict(headers)


@cases("accepted", ["", "gzip"])
def test_an_unchanged_page_is_not_sent_again(accepted):
    asked = GET | {"HTTP_ACCEPT_ENCODING": accepted}
    tag = dict(a_page().answer(asked)[1])["ETag"]
    status, headers, body = a_page().answer(asked | {"HTTP_IF_NONE_MATCH": f'"old", W/{tag}'})
    assert (status, body, dict(headers)["ETag"]) == (304, b"", tag)
    assert a_page("other").answer(asked | {"HTTP_IF_NONE_MATCH": tag})[0] == 200


def test_head_has_the_length_and_no_body():
    _status, headers, body = a_page().answer(GET | {"REQUEST_METHOD": "HEAD"})
    assert (dict(headers)["Content-Length"], body) == ("1000", b"")


def test_a_page_lives_as_long_as_is_said():
    before = monotonic()
    assert before + 60 <= a_page().ends <= monotonic() + 60
