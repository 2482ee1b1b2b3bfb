"""Documents that differ from a practice form, and handing them in."""

import datetime as dt

from tests.played import played
from wk.scoreforms.models import Version
from wk.scoreforms.objections.services import Saying, say
from wk.scoreforms.services import Submission, hand_in

NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)
TOTALS = {"totals": [88, 120, 64, -6, 102]}


def with_two_other_cells(table):
    """Return the practice form with one trick moved to seat 1 in the first deal, and the two
    changed cells: path to old and new text."""
    document = played(table)
    first = document["deals"][0]
    was = first["tricks"]
    giver = next(seat for seat in range(1, len(was)) if was[seat])
    now = [count + (seat == 0) - (seat == giver) for seat, count in enumerate(was)]
    changed = {f"deals.0.tricks.{seat}": (str(was[seat]), str(now[seat])) for seat in (0, giver)}
    return document | {"deals": [first | {"tricks": now}, *document["deals"][1:]]}, changed


def with_stopped_deal(table):
    """Return the practice form with a first deal that an infraction stopped."""
    document = played(table)
    deal = {"bids": [0, 0, 0, 0, 0], "infraction": {"kind": "wrong-cards", "seats": [2]}}
    return document | {"deals": [deal, *document["deals"][1:]]}


def totals_document(table, document):
    """Return a document with only the totals of a form."""
    progress = table.round.rules.progress(document, table.seats.count())
    return {"totals": list(progress.totals)}


def check_state(version):
    """Return whether a version counts, whether it waits, and why it needs a review."""
    version.refresh_from_db()
    return (version.is_counted, version.is_waiting, version.check_wanted)


def submit(table, document, author, *, now=NOW, **asked):
    """Hand a form in; without an author it comes from the phone of the table."""
    source = {"source": Version.Source.PHONE} if author is None else {}
    written = asked.pop("paper_totals", ())
    paper = Submission(document, author, now, paper_totals=written, address="192.0.2.7", **source)
    return hand_in(table=table, submission=paper, **asked)


def object_to(table, now=NOW):
    """Let a player find a cell of the form of a table not right."""
    path = "deals.0.bids.0"
    stands = table.round.rules.to_cells(played(table))[path]
    saying = Saying(path, "1" if stands == "0" else "0")
    say(table=table, entry=table.seats.get(number=1).entry, saying=saying, now=now)


def message_levels(response):
    return [message.level_tag for message in response.context["messages"]]
