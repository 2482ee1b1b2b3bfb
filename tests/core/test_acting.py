"""On whose behalf something changes is known within the block, and not after it."""

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


def test_more_is_told_of_an_occasion_and_of_none(db):
    now_for(author="dora")
    assert occasion() == NONE
    with acting(task="?"):
        key = occasion().key
        now_for(author="dora", task="hall:pause")
        assert (occasion().key, occasion().author, occasion().task) == (key, "dora", "hall:pause")
