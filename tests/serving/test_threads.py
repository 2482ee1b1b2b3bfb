"""A WSGI application in threads: it gets whole requests, whoever sends them however slowly."""

import asyncio
from threading import Event, current_thread

from tests.cases import cases
from tests.loops import run
from wk.serving import threads
from wk.serving.threads import OFFICIAL, ThreadedApplication, environ_of

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "raw_path": b"/t/%c3%a9%2f%ff/",
    "query_string": b"q=1",
    "server": ("127.0.0.1", 8000),
    "client": ("192.168.1.7", 50000),
    "headers": [(b"host", b"wk"), (b"content-type", b"text/plain")],
}


class Echo:
    """A WSGI application that remembers what it was asked, and answers with the body."""

    def __init__(self):
        self.asked = []
        self.closed = 0

    def __call__(self, environ, start_response):
        self.asked.append(environ | {"body": environ["wsgi.input"].read(), "thread": name()})
        start_response("201 Created", [("X-Say", "h\xe9")])
        return self

    def __iter__(self):
        yield self.asked[-1]["body"]
        yield b"!"

    def close(self):
        self.closed += 1


def name():
    return current_thread().name.partition("_")[0]


def answered(*messages, headers=(), most_body=100):
    """Return what the application was asked, and what was sent, when these messages come in."""
    echo, sent, waiting = Echo(), [], list(messages)

    async def receive():
        if not waiting:
            await asyncio.Future()
        return waiting.pop(0)

    async def send(message):
        sent.append(message)

    application = ThreadedApplication(echo, session="sessionid", most_body=most_body)
    scope = SCOPE | {"headers": [*SCOPE["headers"], *headers]}
    run(application(scope, receive, send))
    assert echo.closed == len(echo.asked)
    return echo.asked, sent


def part(body, *, more=False):
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_comes_to_the_application_whole():
    asked, sent = answered(part(b"one ", more=True), part(b"two", more=True), part(b""))
    assert [(each["body"], each["CONTENT_LENGTH"]) for each in asked] == [(b"one two", "7")]
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": [(b"x-say", b"h\xe9")]},
        {"type": "http.response.body", "body": b"one two!"},
    ]


def test_the_environment_is_that_of_wsgi():
    headers = [
        *SCOPE["headers"],
        *[(b"x-a", b"1"), (b"x-a", b"2"), (b"cookie", b"a=b"), (b"cookie", b"c=d")],
        (b"content-length", b"3"),
    ]
    environ = environ_of(SCOPE | {"headers": headers}, None, 3)
    text = {key: value for key, value in environ.items() if isinstance(value, str)}
    assert text == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/t/\xc3\xa9/\xff/",
        "QUERY_STRING": "q=1",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "192.168.1.7",
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "3",
        "HTTP_HOST": "wk",
        "HTTP_X_A": "1,2",
        "HTTP_COOKIE": "a=b; c=d",
        "wsgi.url_scheme": "http",
    }


class Office(Echo):
    """An application that knows an official by the session "known"."""

    def __call__(self, environ, start_response):
        answer = super().__call__(environ, start_response)
        if "sessionid=known" in environ.get("HTTP_COOKIE", ""):
            environ[OFFICIAL] = True
        return answer


@cases(
    ("cookies", "used"),
    [
        (["csrftoken=a"] * 2, ["public", "public"]),
        (["sessionid=made-up"] * 2, ["public", "public"]),
        (["a=b; sessionid=known"] * 2, ["public", "official"]),
        (
            ["sessionid=known", "sessionid=known; c=d", "sessionid=other"],
            ["public", "official", "public"],
        ),
    ],
)
def test_officials_have_threads_of_their_own(cookies, used):
    office = Office()
    application = ThreadedApplication(office, session="sessionid", most_body=100)

    async def receive():
        return part(b"")

    async def send(message):
        pass

    async def ask():
        for cookie in cookies:
            headers = [*SCOPE["headers"], (b"cookie", cookie.encode())]
            await application(SCOPE | {"headers": headers}, receive, send)

    run(ask())
    assert [each["thread"] for each in office.asked] == used


def test_a_process_remembers_so_many_officials(monkeypatch):
    monkeypatch.setattr(threads, "MOST_KNOWN", 2)
    application = ThreadedApplication(Echo(), session="sessionid", most_body=100)
    for session in "abac":
        application._remember(session)
    assert [*application._known] == ["a", "c"]


def test_a_body_that_is_too_long_is_refused_unread():
    declared, _sent = answered(headers=[(b"content-length", b"101")])
    counted, _sent = answered(part(b"a" * 60, more=True), part(b"a" * 60, more=True))
    for asked, length in ((declared, "101"), (counted, "120")):
        assert [(each["body"], each["CONTENT_LENGTH"]) for each in asked] == [(b"", length)]


def test_a_body_that_comes_too_slowly_is_given_up(monkeypatch):
    monkeypatch.setattr(threads, "BODY_GRACE", 0.01)
    asked, sent = answered(part(b"a", more=True))
    assert (asked, [message.get("status") for message in sent]) == ([], [408, None])


def test_a_long_body_gets_the_time_that_its_length_needs(monkeypatch):
    monkeypatch.setattr(threads, "BODY_GRACE", 0.0)
    asked, _sent = answered(part(b"a" * 90, more=True), part(b""))
    assert [each["CONTENT_LENGTH"] for each in asked] == ["90"]


def test_who_leaves_before_the_end_gets_no_answer():
    assert answered(part(b"a", more=True), {"type": "http.disconnect"}) == ([], [])


def test_the_whole_request_of_somebody_who_left_is_answered_and_then_closed():
    kept, left = [], Event()

    async def leave():
        loop, began = asyncio.get_running_loop(), asyncio.Event()

        def application(environ, start_response):
            loop.call_soon_threadsafe(began.set)
            left.wait()
            kept.extend([environ["wsgi.input"].read(), environ["wsgi.input"]])
            start_response("204 No Content", [])
            return []

        async def receive():
            return part(b"a form")

        threaded = ThreadedApplication(application, session="sessionid", most_body=100)
        request = asyncio.create_task(threaded(SCOPE, receive, None))
        await began.wait()
        request.cancel()  # as gunicorn does when a client is gone for some seconds
        await asyncio.wait([request])
        left.set()
        threaded.public.shutdown()

    run(leave())
    body, file = kept
    assert (body, file.closed) == (b"a form", True)
