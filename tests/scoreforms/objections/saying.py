"""Saying that a cell of table 1 is not right."""

import datetime as dt

from tests.scoreforms.submissions import NOW
from wk.scoreforms.objections.services import Saying, say
from wk.tournament.models import Seat, Table

LATER = NOW + dt.timedelta(minutes=3)


def seat_of(number, table=1):
    return Seat.objects.select_related("table", "entry").get(
        table=Table.objects.get(number=table), number=number
    )


def said(number, path, wanted, words="", *, is_from_table=False, now=NOW):
    """Let the player in a seat of table 1 say what a cell should be; return the objection."""
    seat = seat_of(number)
    saying = Saying(path, wanted, words, is_from_table=is_from_table)
    return say(table=seat.table, entry=seat.entry, saying=saying, now=now)


def cell(version, path):
    """Return the text of a cell of a version, and another one that can stand there."""
    rules = version.form.table.round.rules
    stood = rules.to_cells(version.content)[path]
    return stood, "1" if stood == "0" else "0"
