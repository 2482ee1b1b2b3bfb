"""A started round with drafts and versions, and what the list of forms shows of it."""

import datetime as dt
import json
import re
from functools import cache
from random import Random

from tests.listed_players import tournament_with_players
from wk.players.services import NewEntry
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round
from wk.tournament.seating import seat_round

LIST = "/t/wk-test/forms/"
NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def start_round(tables, phones="compare"):
    """Return a tournament with a started round of `tables` tables of five."""
    people = [NewEntry(f"Speler {n}") for n in range(1, 5 * tables + 1)]
    made, entries = tournament_with_players("WK Test", dt.date(2026, 11, 21), people)
    made.phones = phones
    made.save()
    seats = {n: entries[5 * n - 5 : 5 * n] for n in range(1, tables + 1)}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    return made


def shorten(tournament):
    """Let a tournament play a game of two deals. Its pages take a third of the time of the WK."""
    tournament.game, tournament.options = "boerenbridge", {"deals": [{"cards": 4}, {"cards": 3}]}
    tournament.save()


def played_deals(rules, deals, seed=1):
    """Return a practice form with its first `deals` deals. Each form is played once in a run."""
    document = json.loads(_practised(rules, seed))
    return document | {"deals": document["deals"][:deals]}


@cache
def _practised(rules, seed):
    return json.dumps(rules.practice(5, Random(seed)))


def store_draft(table, author, document, now=NOON):
    save_draft(table=table, document=document, author=author, now=now)


def submit_form(table, author, document, **more):
    paper = Submission(document, author, NOON, **more)
    return hand_in(table=table, submission=paper)


def first_form(tournament, since=None):
    """Return the status of the form of the first table."""
    return round_forms(tournament.rounds.get(), since)[0]


def page_text(client, **asked):
    """Return the list of forms in English, with single spaces."""
    page = client.get(LIST, asked, headers={"Accept-Language": "en"}).content.decode()
    return " ".join(page.split())


def cards_by_table(client, **asked):
    """Return the English HTML of the card of each table, by table number."""
    parts = re.split(r'<li class="table-card" id="table-(\d+)">', page_text(client, **asked))[1:]
    return {int(number): card for number, card in zip(parts[::2], parts[1::2], strict=True)}


def tables_shown(client, **asked):
    """Return the table numbers in the order of the list."""
    return [form.table for form in client.get(LIST, asked).context["forms"]]
