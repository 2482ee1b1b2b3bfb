"""Players check themselves in once, at an open kiosk only."""

import pytest

from tests.players.conftest import LATER, NOON
from tests.writers import at_once, two_writers
from wk.players.kiosk.services import (
    KEY_LENGTH,
    LETTERS,
    KioskClosed,
    check_in_at_kiosk,
    close_kiosk,
    open_kiosk,
)


def test_an_open_kiosk_keeps_its_key(ten_players):
    key = open_kiosk(tournament=ten_players).kiosk_key
    assert (len(key), set(key) <= set(LETTERS)) == (KEY_LENGTH, True)
    assert open_kiosk(tournament=ten_players).kiosk_key == key


@pytest.mark.parametrize("key", ["", "other"])
def test_another_key_opens_nothing(ten_players, key):
    open_kiosk(tournament=ten_players)
    with pytest.raises(KioskClosed):
        check_in_at_kiosk(tournament=ten_players, key=key, number=4, now=NOON)


def test_a_closed_kiosk_has_no_key(ten_players):
    close_kiosk(tournament=ten_players)
    with pytest.raises(KioskClosed):
        check_in_at_kiosk(tournament=ten_players, key="", number=4, now=NOON)


def test_a_second_check_in_keeps_the_first_time(ten_players):
    key = open_kiosk(tournament=ten_players).kiosk_key
    done = [
        check_in_at_kiosk(tournament=ten_players, key=key, number=4, now=now)
        for now in (NOON, LATER)
    ]
    assert [(each.is_new, each.entry.checked_in_at) for each in done] == [
        (True, NOON),
        (False, NOON),
    ]
    assert ten_players.log_entries.count() == 1


@two_writers
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_check_in_once(ten_players):
    key = open_kiosk(tournament=ten_players).kiosk_key

    def check_in():
        check_in_at_kiosk(tournament=ten_players, key=key, number=4, now=NOON)

    assert at_once(check_in, check_in) == ["", ""]
    assert ten_players.log_entries.count() == 1
