"""A page that is read while somebody else changes what it shows is never a server error."""

from threading import Thread

import pytest
from django.db import connections

from tests.presses.readers import CHANGES, faults_while
from tests.samples import so_many, some
from wk.core.consistent_reads import consistent_reads
from wk.players.services import enter


def entered_by_somebody_else(hall):
    """Enter a player through another connection."""

    def enter_one_more():
        enter(tournament=hall.tournament, name="Nina Nieuw")
        connections.close_all()

    other = Thread(target=enter_one_more)
    other.start()
    other.join()


def test_what_is_read_does_not_change_meanwhile(halls):
    hall = halls.fresh()
    with consistent_reads():
        before = len(hall.entries)
        entered_by_somebody_else(hall)
        assert len(hall.entries) == before
    assert len(hall.entries) == before + 1


def test_after_reading_a_connection_writes_again(halls):
    hall = halls.fresh()
    with consistent_reads():
        assert len(hall.entries) == 9
    enter(tournament=hall.tournament, name="Nina Nieuw")
    assert len(hall.entries) == 10


@pytest.mark.slow
@pytest.mark.parametrize("change", some(CHANGES, 1))
def test_a_page_is_read_as_at_one_moment(halls, change):
    assert faults_while(change, halls.fresh(), times=so_many(8, of=200)) == set()
