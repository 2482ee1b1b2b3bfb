"""A second laptop follows the first, page by page, and takes over when that one is killed."""

import json
import urllib.error
import urllib.request
from datetime import timedelta
from time import monotonic, time

import pyotp
import pytest
from django.db import connection
from django.utils import timezone

from tests.database import copy
from tests.officials import session_of
from tests.played import played
from tests.standby.laptops import (
    PASSWORD,
    Laptop,
    caught_up,
    code_of,
    follow,
    links,
    take,
    wait_for,
)
from wk.accounts import second_step
from wk.accounts.models import User
from wk.accounts.second_step_services import switch_on
from wk.chain.models import Event
from wk.chain.verifying import verify
from wk.core.acting import acting
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.standby.alone import alone_forms
from wk.standby.kept import OVERTAKEN, PROGRESS, TAKEN, TRIES, keep, kept
from wk.standby.queries import overtaken
from wk.standby.taking_over import COOL_OFF, MOST_TRIES
from wk.tournament.models import Round, Table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]


def open_tables(laptop: Laptop) -> list[int]:
    """Return the keys of tables of the round that is played, of which no form is in."""
    with laptop.database():
        tables = Table.objects.filter(round__state=Round.State.STARTED)
        return list(tables.exclude(form__versions__is_counted=True).values_list("pk", flat=True))


def type_form(laptop: Laptop, table: int, seed: int = 1, author: str = "kees") -> None:
    """Hand in the form of a table past the pages."""
    with laptop.database(), acting(task="test"):
        found = Table.objects.get(pk=table)
        user = User.objects.get(username=author)
        hand_in(table=found, submission=Submission(played(found, seed), user, timezone.now()))


def versions(laptop: Laptop) -> list[tuple[int, str]]:
    """Return all versions of forms, with their content."""
    with laptop.database():
        found = Version.objects.order_by("pk").values_list("pk", "content")
        return [(key, json.dumps(content, sort_keys=True)) for key, content in found]


def is_first(laptop: Laptop) -> bool:
    """Return whether a laptop serves everybody."""
    return laptop.status("/") == 200


@pytest.mark.parametrize("laptops", [2], ids=["two processes"], indirect=True)
def test_the_second_follows_and_takes_over_when_the_first_is_killed(laptops):
    """By a director with a second step, whose wrong passwords and codes are counted."""
    first, second = laptops
    before = timezone.now() - timedelta(minutes=5)
    with first.database():
        offered = second_step.offer()
        app = pyotp.TOTP(second_step.secret_of(offered))
        eva = User.objects.get(username="eva")
        switch_on(account=eva, offered=offered, typed=app.at(before), now=before)
    # Nobody follows without the code, which many wrong ones make void; and the second shows nothing
    # but its own page.
    code = code_of(first)
    for typed in (*(f"{wrong:08}" for wrong in range(5)), code):
        status, page = second.post("/standby/code/", code=typed)
        assert (status, "That is not the code" in page) == (422, True)
    assert second.status("/") == 503
    assert second.status("/t/anything/standings/") == 503
    assert second.status("/standby/") == 200
    status, page = take(second)
    assert (status, "nothing of the first one yet" in page) == (422, True)
    follow(first, second)
    # A form that was acknowledged is there within two seconds.
    tables = open_tables(first)
    for number, table in enumerate(tables[:3]):
        type_form(first, table, number)
        wanted, since = links(first), monotonic()
        wait_for(lambda: kept(second.data, PROGRESS)["link"] >= wanted)  # noqa: B023
        assert monotonic() - since < 2
    # While the first answers nobody takes over, unless he insists and says why.
    status, page = take(second, code=app.now())
    assert (status, "The first laptop answers" in page) == (422, True)
    status, page = take(second, code=app.now(), insists="on")
    assert (status, "Say why" in page) == (422, True)
    expected = versions(first)
    first.kill()
    # Too many wrong passwords and codes of an app stop a take-over for minutes.
    for wrong in ("", "000000", app.at(before)):
        status, page = take(second, code=wrong)
        assert (status, "a code of your app" in page) == (422, True)
    wrong_people = [("kees", PASSWORD), ("niemand", PASSWORD)]
    for name, password in [*wrong_people, *[("eva", "fout")] * (MOST_TRIES - 5)]:
        status, page = take(second, name, password, code=app.now())
        assert (status, "password of a director" in page) == (422, True)
    status, page = take(second, code=app.now())
    assert (status, "Too many wrong passwords" in page) == (422, True)
    tries = kept(second.data, TRIES)
    keep(second.data, TRIES, tries | {"since": tries["since"] - COOL_OFF.total_seconds()})
    typed = int(time())
    status, page = take(second, code=app.at(typed))
    assert (status, "This laptop is the one now" in page) == (200, True)
    wait_for(lambda: is_first(second))
    assert versions(second) == expected
    with second.database():
        assert Event.objects.get(kind=Event.Kind.TAKEN_OVER).about == first.address
        assert verify().misfit is None
        assert User.objects.get(username="eva").second_used == typed // 30
    assert kept(second.data, TAKEN)["by"] == "eva"
    # It stays the one when it is started again, also with the same line.
    second.stop()
    second.start()
    assert is_first(second)


def test_the_first_that_comes_back_takes_no_writes_and_shows_what_it_alone_holds(laptops):
    first, second = laptops
    follow(first, second)
    tables = open_tables(first)
    type_form(first, tables[0])
    caught_up(first, second)
    second.stop()  # the network is torn: the first goes on alone for a while
    type_form(first, tables[1], 7)
    first.kill()
    second.start()
    assert take(second)[0] == 200
    wait_for(lambda: is_first(second))
    first.start()  # it asks before it serves anything
    assert kept(first.data, OVERTAKEN)["term"] == 2
    assert first.status("/") == 503
    with first.database():
        assert overtaken()["address"] == second.address
        assert [form.table.pk for form in alone_forms()] == [tables[1]]
        name, key = session_of(User.objects.get(username="eva"))
    request = urllib.request.Request(
        f"{first.url}/standby/alone/", headers={"Cookie": f"{name}={key}", "Accept-Language": "en"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        page = answer.read().decode()
    assert "What is only here" in page
    post = urllib.request.Request(
        f"{first.url}/standby/bring/", b"", headers={"Cookie": f"{name}={key}"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(post, timeout=20)
    with refused.value:
        assert refused.value.code == 503


def test_a_second_follows_through_restarts_until_a_director_insists(laptops):
    first, second = laptops
    follow(first, second)
    tables = open_tables(first)
    # The second was off, and the first is started again.
    second.stop()
    first.stop()
    type_form(first, tables[0])
    first.start()
    second.start()
    caught_up(first, second)
    assert kept(second.data, PROGRESS)["trouble"] == ""
    first.kill()
    wait_for(lambda: kept(second.data, PROGRESS)["trouble"] == "silent")
    # The first goes back to an earlier moment: the second is told, and follows it there.
    before = links(first)
    saved = first.data.parent / "then.sqlite3"
    copy(first.data / "wk.sqlite3", saved)
    first.start()
    wait_for(lambda: kept(second.data, PROGRESS)["trouble"] == "")
    type_form(first, tables[1])
    caught_up(first, second)
    first.stop()
    copy(saved, first.data / "wk.sqlite3")
    first.start()
    back = wait_for(lambda: kept(second.data, PROGRESS).get("back"))
    assert back["to"] == before
    wait_for(lambda: kept(second.data, PROGRESS)["link"] == before)
    # A director ends the first, which serves until then, without losing a form.
    type_form(first, tables[1])
    expected = versions(first)
    status, page = take(second, insists="on", reason="Its screen is broken")
    assert (status, "This laptop is the one now" in page) == (200, True)
    assert first.status("/") == 503
    wait_for(lambda: is_first(second))
    assert versions(second) == expected
    with second.database():
        about = f"{first.address}: Its screen is broken"
        assert Event.objects.get(kind=Event.Kind.TAKEN_OVER).about == about
    with first.database():
        assert alone_forms() == []
