"""The shortest way to an answer: what is kept goes out without Django's request and response."""

import json
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from time import time
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from wk.accounts.address import is_let_in, may_connect
from wk.publication.addresses import CHANGES
from wk.publication.kept_pages import MOST_HEADER, PAGES, Headers, key_of
from wk.publication.versions import Versions
from wk.standby.role import is_overtaken

CHANGES_HEADERS = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]


def may_be_ready(environ: Mapping[str, Any]) -> bool:
    """Return whether the answer to a WSGI request is ready if nothing changed since it was made.

    It reads no database. Whatever is to be refused is left to the middleware.
    """
    key = key_of(environ)
    return (_asks_for_changes(environ) or key in PAGES) and _is_served(environ)


def ready_answer(
    environ: Mapping[str, Any], versions: Versions | None
) -> tuple[int, Headers, bytes] | None:
    """Return status, headers and body for a request that may be ready, None if nothing is.

    `versions` are those of now: they were read after the request came in.
    """
    if versions is None:
        return None
    if _asks_for_changes(environ):
        return HTTPStatus.OK, CHANGES_HEADERS, changes_body(versions)
    key = key_of(environ)
    page = key and PAGES.get(key, versions)
    return page.answer(environ) if page else None


def _asks_for_changes(environ: Mapping[str, Any]) -> bool:
    path = environ.get("PATH_INFO", "")
    return environ["REQUEST_METHOD"] == "GET" and CHANGES.fullmatch(path) is not None


def _is_served(environ: Mapping[str, Any]) -> bool:
    """Return whether the connection and the host of a request are allowed, by the one laptop."""
    if is_overtaken(settings.DATA_DIR):
        return False
    hosts = tuple(settings.ALLOWED_HOSTS)
    is_allowed = _is_allowed(environ.get("HTTP_HOST", "")[:MOST_HEADER], hosts)
    return is_allowed and may_connect(environ) and is_let_in(environ)


@lru_cache(maxsize=256)
def _is_allowed(host: str, hosts: tuple[str, ...]) -> bool:
    """Return whether a Host header, with its port, names one of the allowed hosts."""
    name, _port = split_domain_port(host)
    return validate_host(name, hosts)


def changes_body(versions: Versions) -> bytes:
    """Return the versions and the time in milliseconds, for pages that follow what changes."""
    answer = {"version": str(versions), "now": int(time() * 1000)}
    return json.dumps(answer).encode()
