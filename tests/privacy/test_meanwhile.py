"""Somebody writes while a person is taken out, or while addresses are forgotten."""

from threading import Thread

import pytest
from django.db import connection, transaction

from tests.privacy.conftest import FIRST, LATE, NAME, RARE, rare_person
from tests.writers import at_once, two_writers
from wk.accounts.models import User
from wk.core.acting import acting
from wk.core.row_locks import lock_row, lock_rows
from wk.hall.models import Announcement
from wk.privacy.addresses import forget_addresses
from wk.privacy.taking_out import take_out
from wk.scoreforms.models import Version
from wk.tournament.models import Entry, Table

pytestmark = [pytest.mark.slow, two_writers, pytest.mark.usefixtures("english")]


def taken_out() -> None:
    with acting(task="test"):
        dora = User.objects.get(username="dora")
        take_out(person=rare_person().pk, reason="Asked for", author=dora, now=LATE)


def forgotten() -> None:
    with acting(task="test"):
        forget_addresses(before=LATE.replace(year=2036))


class Waiting:
    """A call in a thread of its own, and what became of it: "" or the name of its error."""

    def __init__(self, call) -> None:
        self.found: list[str] = []
        self._thread = Thread(target=lambda: self.found.extend(at_once(call)))
        self._thread.start()
        while self._thread.is_alive() and not self._waits():
            pass

    def _waits(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return cursor.fetchone() != (0,)

    def outcome(self) -> list[str]:
        self._thread.join()
        return self.found


def test_a_text_that_is_written_meanwhile_is_kept_without_the_name(hall_in_a_file):
    with acting(task="test"), transaction.atomic():
        Announcement.objects.update(text=f"Wil {NAME} nu komen?")
        waiting = Waiting(taken_out)
    assert waiting.outcome() == [""]
    assert Announcement.objects.get().text == "Wil Naamloos nu komen?"


def test_who_writes_a_form_goes_on_while_a_person_waits_to_be_taken_out(hall_in_a_file):
    """He holds the table, as row_locks tells, and then needs a player."""
    with acting(task="test"), transaction.atomic():
        table = lock_row(
            Table.objects.filter(number=1, round__number=1, seats__entry__name=NAME)[:1]
        )
        Version.objects.filter(form__table=table).update(reason=f"om {FIRST} van der {RARE}")
        waiting = Waiting(taken_out)
        lock_rows(Entry.objects.filter(seats__table=table))
    assert waiting.outcome() == [""]
    assert rare_person().is_taken_out
    assert Version.objects.get(form__table=table).reason == "om Naamloos"


def test_addresses_of_a_form_that_is_being_written_wait_for_it(hall_in_a_file):
    Version.objects.update(address="10.9.8.7")
    newest = Version.objects.latest("pk")
    with acting(task="test"), transaction.atomic():
        lock_row(Table.objects.filter(pk=newest.form.table_id))
        waiting = Waiting(forgotten)
        Version.objects.filter(pk=newest.pk).update(reason="Now")
        assert waiting.found == []  # nothing was forgotten yet: it waits for the table
    assert waiting.outcome() == [""]
    assert {*Version.objects.values_list("address", flat=True)} == {""}
