"""Hundreds of wrong forms, typed, from a phone and as a second typing: none counts, and none is a
server error.

A run tries some hundreds. bin/test --everything tests/test_wrong_forms.py tries ten thousand.
"""

import datetime as dt
import json
import re
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.registry import game
from tests.phones.phone_requests import key_of
from tests.samples import seed_of_run, so_many
from tests.wrong_forms import IN_ANY, NUMBER, judged, wrong_bodies, wrong_forms
from wk.accounts.models import User
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Check, Draft, ScoreForm, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.slow

ON_PAGES = so_many(30, of=10_000)  # each of them is answered with a whole page
BY_PHONE = so_many(80, of=10_000)
SEED = 100 * seed_of_run()  # each run tries other forms
ENTER = "/t/wk-test/forms/1/1/"
PLAYERS = "1 2 3 4 5"
HIDDEN = {
    "expected_version": "0",
    "expected_draft": "0",
    "players": PLAYERS,
    "action": "count",
    "sure": "",
}
SURE = re.compile(r'name="sure" value="([0-9a-f]{16})"')
OTHERS = ("rubber-bridge", "kleurenwiezen", "bollen", "zaanse-boerenbridge")


@pytest.fixture
def valid_cells(tournament):
    """The cells of a form that was played out."""
    rules = game("wk-boerenbridge", {})
    cells = rules.to_cells(rules.practice(5, Random(7)))
    assert judged(cells) == rules.practice(5, Random(7))
    return cells


@pytest.fixture
def bea(db):
    """A second clerk."""
    user = User.objects.create_user("bea", password="geheim-genoeg", role=User.Role.CLERK)
    return client_of(user)


def client_of(user):
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def phone():
    return Client(raise_request_exception=False)


def differences(cells, valid_cells):
    """Return the cells that differ from those of the valid form."""
    return {
        name: cells.get(name)
        for name in cells | valid_cells
        if cells.get(name) != valid_cells.get(name)
    }


def hand_in_cells(client, address, fields, random):
    """Hand in a form. Every other time questions whether the paper says so are confirmed."""
    response = client.post(address, fields)
    assert response.status_code < 500, fields
    found = SURE.search(response.content.decode())
    if found and random.random() < 0.5:
        response = client.post(address, fields | {"sure": found[1]})
        assert response.status_code == 302, fields
    return bool(found) and response.status_code != 302


def delete_forms():
    """Delete all forms of the table."""
    Check.objects.all().delete()
    ScoreForm.objects.all().delete()


def test_no_wrong_form_counts_when_typed(clerk, valid_cells):
    client, random, counted = client_of(clerk), Random(SEED + 2), 0
    for cells in wrong_forms(valid_cells, ON_PAGES, Random(SEED + 1)):
        mode = random.choice(("deals", "totals")) if "totals.0" in cells else "deals"
        was_unsure = hand_in_cells(client, ENTER, cells | HIDDEN | {"mode": mode}, random)
        version = Version.objects.first()
        if version:
            counted += 1
            assert version.is_counted
            assert version.content == judged(cells, mode), differences(cells, valid_cells)
            delete_forms()
        else:
            assert mode == "totals" or was_unsure or judged(cells) is None, differences(
                cells, valid_cells
            )
    assert counted < ON_PAGES / 2  # most of them are wrong, whatever the seed
    assert client.post(ENTER, valid_cells | HIDDEN).status_code == 302
    assert Table.objects.get(number=1).form.counted.content == judged(valid_cells)


def test_no_wrong_form_counts_by_a_second_typing(clerk, bea, valid_cells):
    """The form counts only if the second typing says the same."""
    Tournament.objects.update(second_check="every", check_method="blind")
    table, document, random = Table.objects.get(number=1), judged(valid_cells), Random(SEED + 4)
    agreed = kept = 0
    for cells in wrong_forms(valid_cells, ON_PAGES // 2, Random(SEED + 3)):
        if Version.objects.count() != 1 or Version.objects.get().is_counted:
            delete_forms()
            hand_in(table=table, submission=Submission(document, clerk, timezone.now()))
        was_unsure = hand_in_cells(bea, ENTER, cells | HIDDEN | {"expected_version": "1"}, random)
        said = None if was_unsure else judged(cells)
        first = Version.objects.get(number=1)
        agreed += first.is_counted
        assert first.content == document
        assert first.is_counted == (said == document), differences(cells, valid_cells)
        typed = Version.objects.filter(number=2).first()
        kept += typed is not None
        if typed or said not in (None, document):
            assert (typed.content, typed.is_counted) == (said, False), differences(
                cells, valid_cells
            )
            assert Check.objects.get().typed == typed
    assert agreed < ON_PAGES / 3
    assert kept < ON_PAGES / 3


def confirm_on_phone(phone, fields, random):
    """Hand in a form from a phone; return the outcome as `hand_in_cells` does."""
    answer = phone.post("/phone/confirm/", fields)
    assert answer.status_code < 500, fields
    if answer.status_code == 422 and answer.json()["code"] == "unsure":
        if random.random() < 0.5:
            return True
        answer = phone.post("/phone/confirm/", fields | {"sure": answer.json()["sure"]})
        assert answer.status_code == 200, fields
    return False


def test_no_wrong_form_is_accepted_from_a_phone(phone, valid_cells):
    cache.clear()
    table, random, counted = Table.objects.get(number=1), Random(SEED + 6), 0
    Tournament.objects.update(phones=Tournament.Phones.FORM)
    fields = {"key": key_of(table), "revision": "0", "players": PLAYERS}
    for number, cells in enumerate(wrong_forms(valid_cells, BY_PHONE, Random(SEED + 5))):
        if number % 90 == 0:
            cache.clear()  # a real table does not play so fast
        sent = fields | {"cells": json.dumps(cells)}
        if number % 3 == 0:  # anything that can be read is kept, as a draft
            saved = phone.post("/phone/save/", sent)
            assert saved.status_code in (200, 400, 409), differences(cells, valid_cells)
            assert saved.status_code != 200 or Draft.objects.get().author is None
        was_unsure = confirm_on_phone(phone, sent, random)
        version = Version.objects.first()
        is_clean = all(text.isprintable() for text in cells.values())
        if version:
            counted += 1
            assert version.is_counted
            assert version.content == judged(cells, "phone"), differences(cells, valid_cells)
        else:
            is_wrong = was_unsure or judged(cells, "phone") is None or not is_clean
            assert is_wrong, differences(cells, valid_cells)
        delete_forms()
    assert counted < BY_PHONE / 3
    answer = phone.post("/phone/confirm/", fields | {"cells": json.dumps(valid_cells)})
    assert answer.json()["standing"] == "counted"
    assert Version.objects.get().content == judged(valid_cells)


def test_no_spoiled_request_of_a_phone_changes_anything(phone, valid_cells):
    """A form that was handed in stays as it is, and nothing is written to an empty form."""
    cache.clear()
    table, random = Table.objects.get(number=1), Random(SEED + 8)
    Tournament.objects.update(phones=Tournament.Phones.FORM)
    good = {"key": key_of(table), "revision": "0", "players": PLAYERS, "sure": ""}
    answers = set()
    for number, spoilt in enumerate(wrong_bodies(valid_cells, BY_PHONE, Random(SEED + 7))):
        if number % 90 == 0:
            cache.clear()
        path = random.choice(("save", "confirm"))
        answer = phone.post(f"/phone/{path}/", good | spoilt)
        answers.add(answer.status_code)
        assert answer.status_code in (200, 400, 404, 409, 422), spoilt
        if answer.status_code == 200:  # nothing that this request needs was spoiled
            contents = [*Version.objects.all(), *Draft.objects.all()]
            assert [each.content for each in contents] in ([judged(valid_cells)], [{}]), spoilt
            delete_forms()
        assert (Version.objects.count(), Draft.objects.count()) == (0, 0), spoilt
    assert {200, 400, 404, 409, 422} >= answers >= {400, 404}


@pytest.mark.parametrize("key", OTHERS)
def test_counted_forms_of_other_games_equal_what_was_sent(clerk, db, key):
    client, random = client_of(clerk), Random(SEED + 9)
    rules = game(key, {})
    made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21), game=key)
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in ("A", "B", "C", "D")])
    seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
    cells = rules.to_cells(rules.practice(4, Random(7)))
    address, hidden = "/t/hal/forms/1/1/", HIDDEN | {"players": "1 2 3 4", "mode": "deals"}
    for form in wrong_forms(cells, ON_PAGES // 6, Random(f"{SEED} {key}"), IN_ANY):
        hand_in_cells(client, address, form | hidden, random)
        version = Version.objects.first()
        if version:
            assert version.is_counted
            crosses = {f.path for f in rules.layout(4, version.content).fields if f.kind == "yes"}
            stored = cells_in_words(rules.to_cells(version.content), crosses)
            assert stored == cells_in_words(form, crosses), differences(form, cells)
            delete_forms()


def cells_in_words(cells, crosses):
    """Return the filled cells, with each number and each cross written in one way."""
    words = {name: text.strip().upper() for name, text in cells.items() if text.strip()}
    words |= dict.fromkeys(crosses & words.keys(), "X")
    return {name: int(text) if NUMBER.fullmatch(text) else text for name, text in words.items()}
