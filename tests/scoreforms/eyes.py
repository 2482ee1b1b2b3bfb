"""Forms for the tests of the second pair of eyes: as they are typed, and typed differently."""

import datetime as dt

from tests.played import played
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in

NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)
TOTALS = {"totals": [88, 120, 64, -6, 102]}


def another(table):
    """The same form with two other cells: in the first deal seat 1 has one more, another one less;
    and the paths of these cells, with what they were and are."""
    document = played(table)
    first = document["deals"][0]
    was = first["tricks"]
    giver = next(seat for seat in range(1, len(was)) if was[seat])
    now = [count + (seat == 0) - (seat == giver) for seat, count in enumerate(was)]
    changed = {f"deals.0.tricks.{seat}": (str(was[seat]), str(now[seat])) for seat in (0, giver)}
    return document | {"deals": [first | {"tricks": now}, *document["deals"][1:]]}, changed


def stopped(table):
    """The same form with a first deal that an infraction stopped."""
    document = played(table)
    deal = {"bids": [0, 0, 0, 0, 0], "infraction": {"kind": "wrong-cards", "seats": [2]}}
    return document | {"deals": [deal, *document["deals"][1:]]}


def standing(version):
    version.refresh_from_db()
    return (version.is_counted, version.is_waiting, version.check_wanted)


def give(table, document, author, *, now=NOW, **asked):
    """Hand a form in, from the table's phone where nobody is its author."""
    source = {"source": Version.Source.PHONE} if author is None else {}
    written = asked.pop("paper_totals", ())
    paper = Submission(document, author, now, paper_totals=written, address="192.0.2.7", **source)
    return hand_in(table=table, submission=paper, **asked)


def levels(response):
    return [message.level_tag for message in response.context["messages"]]
