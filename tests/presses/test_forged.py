"""Every button, pressed with something forged: nothing changes, and each try stands in the log."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.conf import settings

from tests.accounts.addresses import ADDRESSES, ANYONE
from tests.officials import session_of
from tests.presses.buttons import BUTTONS
from tests.presses.hall import Hall, make_hall
from tests.presses.pressing import TOKEN, Request, request_of
from tests.presses.rows import all_rows
from tests.presses.test_in_turn import tried
from tests.samples import some
from wk.accounts import tries
from wk.accounts.models import User
from wk.accounts.policy import POLICY
from wk.accounts.tries import Tries
from wk.chain.models import Event

SESSION = settings.SESSION_COOKIE_NAME
# How a try may be answered: refused, led to the login, or told that there is nothing.
REFUSED = {302, 401, 403, 404}


def forgeries(name: str, request: Request, hall: Hall) -> Iterator[tuple[str, Request]]:
    """Yield what an attacker sends in the place of a press."""
    act = ADDRESSES[name]["POST"]
    cookies = dict(request.cookies)
    if act is not ANYONE:
        own = cookies[SESSION]
        edited = own[:-4] + ("0000" if own[-4:] != "0000" else "1111")
        yield "an edited session", replace(request, cookies=cookies | {SESSION: edited})
        without = {key: value for key, value in cookies.items() if key != SESSION}
        yield "replayed without an account", replace(request, cookies=without)
        if User.Role.CLERK not in POLICY[act]:
            clerk = session_of(hall.clerk)[1]
            yield "by a clerk", replace(request, cookies=cookies | {SESSION: clerk})
    if TOKEN in request.data:
        token = {TOKEN: ["a" * 64]}
        yield "an edited token", replace(request, data={**request.data, **token})
        yield (
            "an edited cookie of the token",
            replace(request, cookies=cookies | {"csrftoken": "b" * 32}),
        )
    if "key" in request.data:
        yield (
            "a forged key",
            replace(request, data={**request.data, "key": ["verzonnen-sleutel-1"]}),
        )


@pytest.mark.slow
def test_no_forged_press_changes_anything_and_each_is_noted(db, subtests, monkeypatch):
    hall = make_hall()
    for name in some(sorted(BUTTONS), 12):
        with subtests.test(name), tried():
            press_forged(hall, name, monkeypatch)


def press_forged(hall: Hall, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press a button with each forgery; compare all that is stored, and look into the log."""
    request = request_of(name, hall)
    sent, before, noted = list(forgeries(name, request, hall)), all_rows(), Event.objects.count()
    for what, forged in sent:
        monkeypatch.setattr(tries, "TRIES", Tries(since=tries.monotonic()))
        answer = forged.send()
        assert answer.status in REFUSED, (what, answer)
        noted += 1
        assert Event.objects.count() == noted, (what, answer)
        assert Event.objects.order_by("pk").last().kind in ("refused", "forged"), what
    assert all_rows() == before
