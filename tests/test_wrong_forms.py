"""Wrong input by the hundred, through the clerk's page, through the table's phone and through the
second typing: never a server error, never a form that counts and should not, and none that is right
and is changed.

A run of all tests takes some hundreds; bin/test --everything tests/test_wrong_forms.py takes ten
thousand.
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

ON_PAGES = so_many(50, of=10_000)  # each of them is answered with a whole page
BY_PHONE = so_many(120, of=10_000)
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
def right(tournament):
    """The cells of a form that was played out."""
    rules = game("wk-boerenbridge", {})
    cells = rules.to_cells(rules.practice(5, Random(7)))
    assert judged(cells) == rules.practice(5, Random(7))
    return cells


@pytest.fixture
def bea(db):
    """A second clerk, at her own browser."""
    user = User.objects.create_user("bea", password="geheim-genoeg", role=User.Role.CLERK)
    return at_browser(user)


def at_browser(user):
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def phone():
    return Client(raise_request_exception=False)


def spoiled(cells, right):
    """What is different on a form."""
    return {name: cells.get(name) for name in cells | right if cells.get(name) != right.get(name)}


def type_in(client, address, fields, random):
    """Hand a form in; every other time who is asked whether it says so says yes."""
    response = client.post(address, fields)
    assert response.status_code < 500, fields
    found = SURE.search(response.content.decode())
    if found and random.random() < 0.5:
        response = client.post(address, fields | {"sure": found[1]})
        assert response.status_code == 302, fields
    return bool(found) and response.status_code != 302


def forget():
    """Clear the table for the next form."""
    Check.objects.all().delete()
    ScoreForm.objects.all().delete()


def test_no_wrong_form_counts_through_the_page(clerk, right):
    client, random, counted = at_browser(clerk), Random(SEED + 2), 0
    for cells in wrong_forms(right, ON_PAGES, Random(SEED + 1)):
        mode = random.choice(("deals", "totals")) if "totals.0" in cells else "deals"
        was_unsure = type_in(client, ENTER, cells | HIDDEN | {"mode": mode}, random)
        version = Version.objects.first()
        if version:
            counted += 1
            assert version.is_counted
            assert version.content == judged(cells, mode), spoiled(cells, right)
            forget()
        else:
            assert mode == "totals" or was_unsure or judged(cells) is None, spoiled(cells, right)
    assert counted < ON_PAGES / 3  # nearly all of them are wrong
    assert client.post(ENTER, right | HIDDEN).status_code == 302
    assert Table.objects.get(number=1).form.counted.content == judged(right)


def test_no_wrong_form_counts_through_a_second_typing(clerk, bea, right):
    """The form waits for somebody who types it again: only what says the same lets it count."""
    Tournament.objects.update(second_check="every", check_method="blind")
    table, document, random = Table.objects.get(number=1), judged(right), Random(SEED + 4)
    agreed = kept = 0
    for cells in wrong_forms(right, ON_PAGES // 2, Random(SEED + 3)):
        if Version.objects.count() != 1 or Version.objects.get().is_counted:
            forget()
            hand_in(table=table, submission=Submission(document, clerk, timezone.now()))
        was_unsure = type_in(bea, ENTER, cells | HIDDEN | {"expected_version": "1"}, random)
        said = None if was_unsure else judged(cells)
        first = Version.objects.get(number=1)
        agreed += first.is_counted
        assert first.content == document
        assert first.is_counted == (said == document), spoiled(cells, right)
        typed = Version.objects.filter(number=2).first()
        kept += typed is not None
        if typed or said not in (None, document):
            assert (typed.content, typed.is_counted) == (said, False), spoiled(cells, right)
            assert Check.objects.get().typed == typed
    assert agreed < ON_PAGES / 3
    assert kept < ON_PAGES / 3


def confirmed(phone, fields, random):
    """Hand a form in from a phone, and say what became of it, as `type_in` does."""
    answer = phone.post("/phone/confirm/", fields)
    assert answer.status_code < 500, fields
    if answer.status_code == 422 and answer.json()["code"] == "unsure":
        if random.random() < 0.5:
            return True
        answer = phone.post("/phone/confirm/", fields | {"sure": answer.json()["sure"]})
        assert answer.status_code == 200, fields
    return False


def test_no_wrong_form_is_handed_in_by_a_phone(phone, right):
    cache.clear()
    table, random, counted = Table.objects.get(number=1), Random(SEED + 6), 0
    Tournament.objects.update(phones=Tournament.Phones.FORM)
    fields = {"key": key_of(table), "revision": "0", "players": PLAYERS}
    for number, cells in enumerate(wrong_forms(right, BY_PHONE, Random(SEED + 5))):
        if number % 90 == 0:
            cache.clear()  # a real table does not play so fast
        sent = fields | {"cells": json.dumps(cells)}
        if number % 3 == 0:  # anything that can be read is kept, as a draft
            saved = phone.post("/phone/save/", sent)
            assert saved.status_code in (200, 400, 409), spoiled(cells, right)
            assert saved.status_code != 200 or Draft.objects.get().author is None
        was_unsure = confirmed(phone, sent, random)
        version = Version.objects.first()
        is_clean = all(text.isprintable() for text in cells.values())
        if version:
            counted += 1
            assert version.is_counted
            assert version.content == judged(cells, "phone"), spoiled(cells, right)
        else:
            is_wrong = was_unsure or judged(cells, "phone") is None or not is_clean
            assert is_wrong, spoiled(cells, right)
        forget()
    assert counted < BY_PHONE / 3
    answer = phone.post("/phone/confirm/", fields | {"cells": json.dumps(right)})
    assert answer.json()["standing"] == "counted"
    assert Version.objects.get().content == judged(right)


def test_no_spoiled_request_of_a_phone_does_anything(phone, right):
    """What is handed in already stays as it is, and nothing is written to an empty form."""
    cache.clear()
    table, random = Table.objects.get(number=1), Random(SEED + 8)
    Tournament.objects.update(phones=Tournament.Phones.FORM)
    good = {"key": key_of(table), "revision": "0", "players": PLAYERS, "sure": ""}
    answers = set()
    for number, spoilt in enumerate(wrong_bodies(right, BY_PHONE, Random(SEED + 7))):
        if number % 90 == 0:
            cache.clear()
        path = random.choice(("save", "confirm"))
        answer = phone.post(f"/phone/{path}/", good | spoilt)
        answers.add(answer.status_code)
        assert answer.status_code in (200, 400, 404, 409, 422), spoilt
        if answer.status_code == 200:  # nothing that this request needs was spoiled
            contents = [*Version.objects.all(), *Draft.objects.all()]
            assert [each.content for each in contents] in ([judged(right)], [{}]), spoilt
            forget()
        assert (Version.objects.count(), Draft.objects.count()) == (0, 0), spoilt
    assert {200, 400, 404, 409, 422} >= answers >= {400, 404}


@pytest.mark.parametrize("key", OTHERS)
def test_what_counts_in_another_game_is_what_was_sent(clerk, db, key):
    client, random = at_browser(clerk), Random(SEED + 9)
    rules = game(key, {})
    made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21), game=key)
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in ("A", "B", "C", "D")])
    seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
    cells = rules.to_cells(rules.practice(4, Random(7)))
    address, hidden = "/t/hal/forms/1/1/", HIDDEN | {"players": "1 2 3 4", "mode": "deals"}
    for form in wrong_forms(cells, ON_PAGES // 6, Random(f"{SEED} {key}"), IN_ANY):
        type_in(client, address, form | hidden, random)
        version = Version.objects.first()
        if version:
            assert version.is_counted
            crosses = {f.path for f in rules.layout(4, version.content).fields if f.kind == "yes"}
            stored = in_words(rules.to_cells(version.content), crosses)
            assert stored == in_words(form, crosses), spoiled(form, cells)
            forget()


def in_words(cells, crosses):
    """What stands in the cells that hold something, each number and each cross written alike."""
    words = {name: text.strip().upper() for name, text in cells.items() if text.strip()}
    words |= dict.fromkeys(crosses & words.keys(), "X")
    return {name: int(text) if NUMBER.fullmatch(text) else text for name, text in words.items()}
