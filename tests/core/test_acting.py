"""On whose behalf something changes is known within the block, and not after it."""

import pytest
from django.db import IntegrityError, connection

from wk.accounts.models import User
from wk.core.acting import NONE, acting, now_for, occasion


def test_an_occasion_holds_within_its_block(db):
    with acting(author="dora", address="192.168.1.5", task="hall:pause", slug="wk"):
        now = occasion()
        assert (now.author, now.address, now.task, now.slug) == (
            "dora",
            "192.168.1.5",
            "hall:pause",
            "wk",
        )
    assert occasion() == NONE


def test_two_occasions_have_different_keys(db):
    keys = set()
    for _time in range(2):
        with acting(task="test"):
            keys.add(occasion().key)
    assert len(keys) == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite asks the program itself")
def test_a_session_of_postgresql_forgets_an_occasion_whose_statement_failed(transactional_db):
    User.objects.create_user("dora")
    with acting(author="dora", task="test"), pytest.raises(IntegrityError):
        User(username="dora").save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('wk.occasion', true), '')")
        assert cursor.fetchone() == ("",)


def test_more_is_told_of_an_occasion_and_of_none(db):
    now_for(author="dora")
    assert occasion() == NONE
    with acting(task="?"):
        key = occasion().key
        now_for(author="dora", task="hall:pause")
        assert (occasion().key, occasion().author, occasion().task) == (key, "dora", "hall:pause")
