"""Every button, pressed twice: the outcome is that of once, and once stands in the chain."""

from contextlib import contextmanager

import pytest
from django.db import transaction

from tests.accounts.test_policy import ROUTES
from tests.presses.buttons import BUTTONS, NOT_HERE
from tests.presses.hall import Hall, make_hall
from tests.presses.links import linked
from tests.presses.pressing import POSTED, request_of, wrong
from tests.presses.rows import all_rows, stored
from wk.accounts import setup_code


@contextmanager
def tried():
    """Undo what the block does: in the database, and to the code for the first account."""
    code = setup_code.path()
    kept = code.read_bytes() if code.exists() else None
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    if kept:
        code.write_bytes(kept)


def room_of(name: str) -> str:
    """Return the room of an address by its name; those of wk itself are of the accounts."""
    room, colon, _rest = name.partition(":")
    return room if colon else "accounts"


ROOMS = sorted({room_of(name) for name in BUTTONS})


def test_every_address_that_takes_a_post_has_a_button():
    assert set(BUTTONS) | NOT_HERE == POSTED
    assert set(ROUTES) >= POSTED


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_a_button_pressed_twice_does_what_it_does_once_and_is_in_the_chain(db, subtests, room):
    hall = make_hall()
    for name in sorted(BUTTONS):
        if room_of(name) == room:
            with subtests.test(name), tried():
                press_twice(hall, name)


def press_twice(hall: Hall, name: str) -> None:
    """Press a button once and then again; and, where that has not been done, twice by a script.
    Compare what is stored with that after the first press."""
    button = BUTTONS[name]
    request = request_of(name, hall)
    before = all_rows()
    with tried():
        with linked(name):
            first = request.send()
        assert (all_rows() != before) == button.changes
        outcome = stored(is_random=button.is_random)
        second = request.send()
        assert stored(is_random=button.is_random) == outcome
    assert wrong([first, second]) == []
    if not button.is_told_by_page:  # a script sends the same twice, without the token of a page
        by_script = [request.without_page.send() for _time in range(2)]
        assert stored(is_random=button.is_random) == outcome
        assert wrong(by_script) == []
    if button.again == "same":
        assert (second.status, second.location) == (first.status, first.location)
    else:
        assert second.status == button.again
