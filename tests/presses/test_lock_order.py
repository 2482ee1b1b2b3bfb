"""Every button locks rows in the one order of `wk.core.row_locks`, so that no two wait for each
other for ever."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.presses.buttons import BUTTONS
from tests.presses.hall import make_hall
from tests.presses.pressing import Request, request_of
from tests.presses.test_in_turn import tried

pytestmark = pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite locks no rows")

# Tables in the order in which their rows are locked; what comes last is in no order.
ORDER = [
    *("accounts_press", "accounts_user", "tournament_tournament", "tournament_round"),
    *("auditlog_auditlogentry", "tournament_table"),
    *("tournament_entry", "tournament_seat", "tournament_player"),
]
LOCKED = re.compile(r'FOR NO KEY UPDATE OF "(\w+)"')


@pytest.mark.slow
def test_a_button_locks_rows_in_the_one_order(db, subtests):
    hall = make_hall()
    for name in sorted(BUTTONS):
        with subtests.test(name), tried():
            tables = locked_by(request_of(name, hall))
            assert tables == sorted(tables, key=lambda table: (*ORDER, table).index(table))


def locked_by(request: Request) -> list[str]:
    """Return the tables of which a press locks rows, in the order in which it first does."""
    with CaptureQueriesContext(connection) as captured:
        request.send()
    found = [LOCKED.search(query["sql"]) for query in captured.captured_queries]
    return list(dict.fromkeys(match[1] for match in found if match))
