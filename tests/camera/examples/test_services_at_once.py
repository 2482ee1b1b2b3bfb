"""Pages are handed in while somebody else hands in, or a director throws their pieces away."""

from threading import Thread

import pytest
from django.db import DatabaseError, connection, connections

from tests.camera.scans.made_pages import MORNING, read_page
from tests.writers import two_writers
from wk.camera.examples import services
from wk.camera.examples.services import throw_examples_away
from wk.camera.scans.services import hand_in_page
from wk.core.acting import acting
from wk.scoreforms.models import ScanPage, Version, WritingExample
from wk.scoreforms.review.setting_services import store_settings
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.slow, two_writers, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _consent(tournament):
    Tournament.objects.update(keeps_examples=True)


def handing_in(page, author, players):
    totals = [f"written.{seat}" for seat in range(len(players))]
    hand_in_page(
        page=page,
        table=page.table,
        document=page.document,
        author=author,
        now=MORNING,
        paper_totals=page.table.round.rules.progress(page.document, len(players)).totals,
        players=players,
        seen=totals,
    )


def does(act):
    """Return whether another one can do this now, without waiting for who hands in."""
    done = []

    def run():
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
            act()
            done.append(act)
        except DatabaseError:
            pass
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return bool(done)


def while_examples_are_kept(handing, act):
    """Hand a page in; somebody else does something before that is stored, or waits until it is."""
    tried = []

    def between(execute, sql, *more):
        answer = execute(sql, *more)
        if sql.startswith('INSERT INTO "scoreforms_writingexample"'):
            tried.append(does(act))
        return answer

    with connection.execute_wrapper(between):
        handing()
    if tried == [False]:
        act()
    assert len(tried) == 1


def test_what_is_handed_in_while_all_is_thrown_away_leaves_nothing(tournament, director, clerk):
    page = read_page()

    def withdraw():
        with acting(task="test"):
            store_settings(
                tournament=tournament, author=director, now=MORNING, keeps_examples=False
            )
            throw_examples_away(tournament=tournament, author=director, now=MORNING)

    while_examples_are_kept(lambda: handing_in(page, clerk, [1, 2, 3, 4, 5]), withdraw)
    page.refresh_from_db()
    assert (page.state, Version.objects.count()) == (ScanPage.State.DONE, 1)
    assert not WritingExample.objects.exists()


def test_two_pages_at_once_leave_no_more_than_a_database_has_room_for(
    tournament, director, clerk, monkeypatch
):
    monkeypatch.setattr(services, "MOST", 4)
    first, second = read_page(1), read_page(2)
    while_examples_are_kept(
        lambda: handing_in(first, clerk, [1, 2, 3, 4, 5]),
        lambda: handing_in(second, director, [6, 7, 8, 9]),
    )
    assert (Version.objects.count(), WritingExample.objects.count()) == (2, 4)
