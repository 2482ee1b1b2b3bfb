"""The addresses of the entry page, and the requests that a browser sends there."""

from tests.played import played
from wk.scoreforms.models import Version

FORM = "/t/wk-test/forms/1/1/"
DRAFT, PRESENT, CHECK = f"{FORM}draft/", f"{FORM}present/", f"{FORM}check/"
LIST = "/t/wk-test/forms/?round=1"
HIDDEN_FIELDS = {"expected_version": "0", "expected_draft": "0", "players": "1 2 3 4 5"}
TOTALS = ["88", "120", "64", "-6", "102"]


def form_request(table, seed=1, **changes):
    """Return the POST data of a whole practice form, with `changes` to its cells."""
    return HIDDEN_FIELDS | table.round.rules.to_cells(played(table, seed)) | changes


def totals_request(totals=TOTALS, **changes):
    """Return the POST data of a form that has only totals."""
    cells = {f"totals.{seat}": total for seat, total in enumerate(totals)}
    return HIDDEN_FIELDS | {"mode": "totals"} | cells | changes


def update_tournament(table, **settings):
    type(table.round.tournament).objects.update(**settings)


def version_states():
    """Return number, whether it counts, whether it waits, and source of every version."""
    rows = Version.objects.order_by("number")
    return list(rows.values_list("number", "is_counted", "is_waiting", "source"))


def is_empty_page(page):
    return not any(row.is_written for row in page.context["sheet"].rows)


def paper_cells_of(table, **changed):
    """Return the cells with the right totals on paper, except for those in `changed`."""
    totals = [r.points for r in table.round.rules.score(played(table), 5)]
    return {f"written.{seat}": str(points) for seat, points in enumerate(totals)} | changed
