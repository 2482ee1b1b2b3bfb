"""The WSGI application, which wk.asgi serves in threads."""

import os
import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
serve = get_wsgi_application()

from wk.publication.ready import ready_answer  # noqa: E402 (needs the apps that are set up above)

CHARSET = re.compile(r";\s*charset=[^;]*", re.IGNORECASE)
REASONS = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Serve a request: with a page that is kept ready, else by Django.

    The request is taken as UTF-8, whatever charset it declares: Django looks up the charset before
    any middleware runs, and fails on one that is not a text encoding.
    """
    if answer := ready_answer(environ):
        status, headers, body = answer
        start_response(REASONS[status], headers)
        return [body]
    environ["CONTENT_TYPE"] = CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    return serve(environ, start_response)
