"""Writers at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

# The test database of SQLite lives in memory, where nobody waits for his turn: run on PostgreSQL.
two_writers = pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")


def at_once(*calls):
    """Run each call in a thread of its own, together; return "" or the name of the error of
    each."""
    barrier = Barrier(len(calls))

    def run(call):
        try:
            barrier.wait()
            call()
        except Exception as error:
            return type(error).__name__
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
