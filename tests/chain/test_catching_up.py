"""Rows from before there was a chain, and those that an upgrade of wk changed."""

import pytest
from django.core.management import call_command
from django.db import connection

from tests.chain.test_verifying import execute, unwatched
from wk.chain.apps import _after_migration
from wk.chain.catching_up import UPGRADE, catch_up
from wk.chain.models import Head, Link
from wk.chain.verifying import verify
from wk.core.hashing import BEGIN


@pytest.fixture
def before_the_chain(day):
    """The played day as a wk without a chain has it."""
    Link.objects.all().delete()
    Head.objects.update(number=0, hash=BEGIN)
    return day


def test_each_row_that_was_there_gets_a_link(before_the_chain):
    found = catch_up(connection)
    report = verify()
    assert report.misfit is None
    assert report.number == found == Link.objects.filter(task=UPGRADE, before="").count()
    assert report.lines[3].result.count == found


def test_what_is_changed_after_that_is_found(before_the_chain):
    catch_up(connection)
    with unwatched():
        execute("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7")
    assert "De Slag → Troef" in verify().misfit.words


def test_what_an_upgrade_changed_is_told_and_fits(day):
    with unwatched():
        execute("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7")
        execute("DELETE FROM scoreforms_photo")
    assert catch_up(connection) == 1
    link = Link.objects.order_by("number").last()
    assert (link.task, link.table_name) == (UPGRADE, "tournament_entry")
    assert ('"De Slag"' in link.before, '"Troef"' in link.after) == (True, True)
    assert verify().misfit is None


def test_nothing_is_to_catch_up_with_after_a_played_day(day):
    assert catch_up(connection) == 0


def test_a_start_of_wk_without_a_migration_takes_nothing_over(day):
    with unwatched():
        execute("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7")
    call_command("migrate", "--verbosity=0")
    assert "De Slag → Troef" in verify().misfit.words
    _after_migration(using="default", plan=["a migration"])
    assert verify().misfit is None
