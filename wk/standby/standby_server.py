"""The standby server of PostgreSQL, which follows the first by PostgreSQL's own means.

Whoever runs wk on the first names it there (`STANDBY_DATABASE_URL`). The first asks it how far it
is, and whether it was promoted: then another laptop is the one, as it is on SQLite after "Take
over". A wk that starts on a promoted server writes that into the log. No Django is loaded.
"""

import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from wk.core.second_laptop import FOLLOWER
from wk.standby.kept import OVERTAKEN, forget, keep, kept
from wk.standby.role import is_overtaken

OWN, SECOND = "DATABASE_URL", "STANDBY_DATABASE_URL"  # settings of the environment
QUICK = 2  # seconds in which a server must take a connection
LONGEST = 5000  # milliseconds in which it must answer
TIMELINE = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"  # of a server that writes
HEAD = "SELECT coalesce(max(number), 0) FROM chain_head"
LINK = "SELECT hash FROM chain_link WHERE number = %s"
IS_FOLLOWING = "SELECT pg_is_in_recovery(), EXISTS (SELECT FROM pg_stat_wal_receiver)"
# The comment on the database tells on which timeline wk started last, and on which machine. A
# standby server has it too; a dump has not.
COMMENT = (
    "SELECT coalesce(shobj_description(oid, 'pg_database'), ''), datname FROM pg_database"
    " WHERE datname = current_database()"
)
STARTED = re.compile(r"wk: timeline ([0-9]+), started on (.+)")
OCCASION = {"author": "", "address": "", "task": "standby:take_over", "slug": ""}

Server = psycopg.Connection[tuple[Any, ...]]


def look(data: Path) -> None:
    """Ask both servers, and note how far the standby server is, or that it was promoted.

    Nothing is noted while one of them does not answer, or the disk is full: they are asked again
    the next time.
    """
    with suppress(psycopg.Error, OSError), opened(OWN) as own:
        timeline = _timeline(own)
        if kept(data, OVERTAKEN).get("timeline", timeline) < timeline:
            forget(data, OVERTAKEN)  # this server followed the other one since, and was promoted
        with opened(SECOND) as second:
            is_standby, has_receiver = _one(second, IS_FOLLOWING)
            if is_standby:
                seen = time() if has_receiver else kept(data, FOLLOWER).get("seen", 0)
                known = {"address": second_address(), "link": _one(second, HEAD)[0], "seen": seen}
                keep(data, FOLLOWER, known, synced=False)
            elif not is_overtaken(data) and (newer := _timeline(second)) > timeline:
                _be_overtaken(data, own, second, newer)


def note_start() -> None:
    """Write into the log that this server was promoted, if it was since wk started on it last.

    Nothing is written while the server does not answer, or if the account of wk does not own the
    database, or somebody uses its comment for something else.
    """
    with suppress(psycopg.Error), opened(OWN) as own, own.transaction():
        timeline = _timeline(own)
        comment, database = _one(own, COMMENT)
        before, told = STARTED.fullmatch(comment), f"wk: timeline {timeline}, started on "
        if comment and not before:
            return
        if before and int(before[1]) < timeline:
            occasion = json.dumps(OCCASION | {"key": token_hex(8)})
            _one(own, "SELECT set_config('wk.occasion', %s, true)", occasion)
            own.execute(
                "INSERT INTO chain_event (kind, about) VALUES ('taken_over', %s)", [before[2]]
            )
        name, words = sql.Identifier(database), sql.Literal(told + socket.gethostname())
        own.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(name, words))


def _be_overtaken(data: Path, own: Server, second: Server, timeline: int) -> None:
    """Note that the standby server was promoted, unless it is no copy of this database."""
    if common := last_common(own, second):
        told = {"address": second_address(), "at": time(), "common": common}
        keep(data, OVERTAKEN, told | {"timeline": timeline})


def last_common(own: Server, second: Server) -> dict[str, Any]:
    """Return the number and the hash of the newest link that is the same in both databases.

    Nothing if no link is: then the other one is no copy of this database.
    """
    low, high = 0, min(_one(each, HEAD)[0] for each in (own, second))
    while low < high:
        middle = (low + high + 1) // 2
        if _one(own, LINK, middle) == _one(second, LINK, middle):
            low = middle
        else:
            high = middle - 1
    return {"number": low, "hash": _one(own, LINK, low)[0]} if low else {}


def second_address() -> str:
    """Return the address at which wk is served beside the standby server, at the same port."""
    host = urlsplit(os.environ[SECOND]).hostname or ""
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}:{os.environ.get('PORT') or '8000'}"


@contextmanager
def opened(setting: str) -> Iterator[Server]:
    """Give the block a connection to the server that a setting names. Raises psycopg.Error."""
    with psycopg.connect(
        os.environ[setting],
        autocommit=True,
        connect_timeout=QUICK,
        tcp_user_timeout=LONGEST,
        options=f"-c statement_timeout={LONGEST}",
    ) as server:
        yield server


def _timeline(server: Server) -> int:
    """Return the number of the history that a server writes: a promotion begins the next one."""
    return int(_one(server, TIMELINE)[0], 16)


def _one(server: Server, question: str, *values: object) -> tuple[Any, ...]:
    found = server.execute(question.encode(), values or None).fetchone()
    return found or (None,)
