"""The clerk's page and what his browser sends from it: a whole form, or totals only."""

from tests.played import played
from wk.scoreforms.models import Version

ENTER = "/t/wk-test/forms/1/1/"
DRAFT, PRESENT, CHECK = f"{ENTER}draft/", f"{ENTER}present/", f"{ENTER}check/"
LIST = "/t/wk-test/forms/?round=1"
HIDDEN = {"expected_version": "0", "expected_draft": "0", "players": "1 2 3 4 5"}
TOTALS = ["88", "120", "64", "-6", "102"]


def typed(table, seed=1, **changes):
    """What a browser sends for a form played out by simple players, with cells changed."""
    return HIDDEN | table.round.rules.to_cells(played(table, seed)) | changes


def only_totals(totals=TOTALS, **changes):
    """What a browser sends for a form of which only the totals are typed."""
    cells = {f"totals.{seat}": total for seat, total in enumerate(totals)}
    return HIDDEN | {"mode": "totals"} | cells | changes


def set_up(table, **settings):
    type(table.round.tournament).objects.update(**settings)


def states():
    """Number, whether it counts, whether it waits, and source of every version."""
    rows = Version.objects.order_by("number")
    return list(rows.values_list("number", "is_counted", "is_waiting", "source"))
