"""On whose behalf the program changes something now: told to the database, which notes it.

A request sets it (`wk.accounts.middleware.Acting`), and a command of manage.py. What is changed
without it was changed by no part of wk: `manage.py verify` says so.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from secrets import token_hex
from typing import Any

from django.db import connection

WRITES = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class Occasion:
    """The request or command in which something changes.

    - `key`: a random name of this occasion, "" for none.
    - `author`: the name of the account, "" for a phone, a kiosk or a command.
    - `address`: the network address of the client, "" for a command.
    - `task`: the name of the page ("players:edit") or the command ("manage.py demo").
    - `slug`: the tournament in the address of the page, "" without one.
    """

    key: str = ""
    author: str = ""
    address: str = ""
    task: str = ""
    slug: str = ""


NONE = Occasion()
_now: ContextVar[Occasion] = ContextVar("occasion", default=NONE)


def occasion() -> Occasion:
    """Return the present occasion; one without a key if nothing has set it."""
    return _now.get()


@contextmanager
def acting(*, author: str = "", address: str = "", task: str, slug: str = "") -> Iterator[None]:
    """Let everything that changes within this block be noted under these names."""
    before = _now.set(Occasion(token_hex(8), author, address, task, slug))
    try:
        if connection.vendor == "postgresql":
            with connection.execute_wrapper(_tell_postgresql):
                yield
        else:
            yield  # `wk.sqlite` asks for it
    finally:
        _now.reset(before)


def now_for(**names: str) -> None:
    """Correct the names of the present occasion, when more is known of it."""
    if occasion().key:
        _now.set(replace(occasion(), **names))


def occasion_text() -> str:
    """Return the present occasion as a session of PostgreSQL is told it (`wk.occasion`)."""
    return json.dumps(asdict(occasion()))


def _tell_postgresql(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Tell a session of PostgreSQL the occasion before each statement that may change a row.

    It holds until the transaction ends, or the statement by itself: a setting for longer would be
    that of the next request.
    """
    if str(sql).lstrip()[:6].upper() not in WRITES:
        return execute(sql, params, many, context)
    session = context["connection"]
    is_local = session.in_atomic_block
    _set_in_session(session, occasion_text(), is_local)
    try:
        return execute(sql, params, many, context)
    finally:
        if not is_local:  # also if the statement fails: the session goes on without this request
            _set_in_session(session, "", is_local)


def _set_in_session(session: Any, told: str, is_local: bool) -> None:
    with session.connection.cursor() as cursor:
        cursor.execute("SELECT set_config('wk.occasion', %s, %s)", [told, is_local])
