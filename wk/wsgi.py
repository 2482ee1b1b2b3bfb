"""The WSGI application, which wk.asgi serves in threads."""

import os
import re
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
serve = get_wsgi_application()

CHARSET = re.compile(r";\s*charset=[^;]*", re.IGNORECASE)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Serve a request by Django; wk.asgi sends what is kept ready without it.

    The request is taken as UTF-8, whatever charset it declares: Django looks up the charset before
    any middleware runs, and fails on one that is not a text encoding.
    """
    environ["CONTENT_TYPE"] = CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    return serve(environ, start_response)
