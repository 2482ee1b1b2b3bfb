"""The WSGI application that gunicorn serves."""

import os
import re
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
serve = get_wsgi_application()
CHARSET = re.compile(r";\s*charset=[^;]*", re.IGNORECASE)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Serve a request as UTF-8, whatever it says of itself.

    Django looks the charset up before any middleware can, and fails on those that are no text.
    """
    environ["CONTENT_TYPE"] = CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    return serve(environ, start_response)
