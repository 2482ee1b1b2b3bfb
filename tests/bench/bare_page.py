"""A server program that answers with bytes that it was given: what a kept page is measured beside.

BARE_ANSWER names a JSON file of the headers of the answer, and beside it stands its body.
"""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from wk.serving.threads import ThreadedApplication

path = Path(os.environ["BARE_ANSWER"])
HEADERS = [(name, value) for name, value in json.loads(path.read_text())]
BODY = path.with_suffix(".body").read_bytes()
ETAG = dict(HEADERS)["etag"]
UNCHANGED = [(name, value) for name, value in HEADERS if name != "content-length"]


def answer(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Answer with the page, or with 304 to who has it."""
    if environ.get("HTTP_IF_NONE_MATCH") == ETAG:
        start_response("304 Not Modified", UNCHANGED)
        return []
    start_response("200 OK", HEADERS)
    return [BODY]


application = ThreadedApplication(answer, session="sessionid", most_body=0)
