"""A database of our own on the server of somebody else's, as long as it takes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg.sql import SQL, Identifier


@contextmanager
def scratch_database(url: str) -> Iterator[str]:
    """Give the address of a new database beside that of `url`, which itself stays as it is.

    Nothing for nothing: SQLite makes its file by itself.
    """
    if not url:
        yield ""
        return
    name = Identifier(f"wk_bench_{os.getpid()}")
    with psycopg.connect(server_of(url), autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(name))
        try:
            yield urlsplit(url)._replace(path=f"/wk_bench_{os.getpid()}").geturl()
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def server_of(url: str) -> str:
    """Return the address at which a database server takes commands about its databases."""
    return urlsplit(url)._replace(scheme="postgresql", path="/postgres").geturl()
