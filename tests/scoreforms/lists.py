"""What the tests of the list of forms share: a hall, forms as far as they are, and the page."""

import datetime as dt
import json
import re
from functools import cache
from random import Random

from wk.players.services import NewEntry, enter_many
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.queries import round_forms
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

LIST = "/t/wk-test/forms/"
NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def hall(tables, phones="compare"):
    """A round that is on, with so many tables of five."""
    made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
    made.phones = phones
    made.save()
    rows = [NewEntry(f"Speler {n}") for n in range(1, 5 * tables + 1)]
    entries = enter_many(tournament=made, rows=rows)
    seats = {n: entries[5 * n - 5 : 5 * n] for n in range(1, tables + 1)}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    return made


def played(rules, deals, seed=1):
    """A form of which so many deals are written; each is played once."""
    document = json.loads(_practised(rules, seed))
    return document | {"deals": document["deals"][:deals]}


@cache
def _practised(rules, seed):
    return json.dumps(rules.practice(5, Random(seed)))


def written(table, author, document, now=NOON):
    save_draft(table=table, document=document, author=author, now=now)


def handed(table, author, document, **more):
    paper = Submission(document, author, NOON, **more)
    return hand_in(table=table, submission=paper)


def status(tournament, since=None):
    """How far the form of the first table is."""
    return round_forms(tournament.rounds.get(), since)[0]


def words(client, **asked):
    """The page as it stands there, in English, without its spaces."""
    page = client.get(LIST, asked, headers={"Accept-Language": "en"}).content.decode()
    return " ".join(page.split())


def cards(client, **asked):
    """What stands on the page about each table, in English, by its number."""
    parts = re.split(r'<li class="table-card" id="table-(\d+)">', words(client, **asked))[1:]
    return {int(number): card for number, card in zip(parts[::2], parts[1::2], strict=True)}


def shown(client, **asked):
    """The tables on the page, in its order."""
    return [form.table for form in client.get(LIST, asked).context["forms"]]
