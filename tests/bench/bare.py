"""A server program that does nothing: what wk is measured beside."""

from collections.abc import Callable, Iterable
from typing import Any

from wk.core.middleware import MOST_BODY
from wk.serving.threads import ThreadedApplication


def answer(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Read what was sent, and answer in two words."""
    environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "8")])
    return [b"all well"]


application = ThreadedApplication(answer, session="sessionid", most_body=MOST_BODY)
