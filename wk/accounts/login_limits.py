"""Limits on guessing: the time that a browser must wait before the next password or code.

django-axes counts wrong passwords and keeps them for AXES_COOLOFF_TIME:
- AXES_FAILURE_LIMIT wrong ones lock a name at an address, or on a device that knows the name.
- FREE_TRIES wrong ones from one address, or for one name from all addresses, slow it down: then one
  try in PAUSE seconds is judged. This machine, and devices that know the name, are not slowed down.
A refused try is not counted, so trying never makes the wait longer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.db import transaction
from django.db.models import F, Max, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from wk.accounts.address import counted_address, is_from_this_machine
from wk.accounts.devices import known_device
from wk.accounts.hash_slots import hash_slot

FREE_TRIES = 30  # wrong ones before an address or a name is slowed: a hall may share one address
PAUSE = 5  # seconds between two tries that are judged, when slowed
NO_NAME = ""  # the name under which wrong start codes are counted: no account has it


class MustWait(Exception):
    """Raised instead of judging a password.

    `seconds` is the time to wait. `is_locked`: this name is locked at this address or device. If it
    is False, the address or the name is slowed down.
    """

    def __init__(self, name: str, seconds: int, *, is_locked: bool) -> None:
        self.name, self.seconds, self.is_locked = name, seconds, is_locked
        super().__init__(name, seconds)


@contextmanager
def judging(request: HttpRequest, name: str) -> Iterator[None]:
    """Return a block in which a password may be judged: limits are checked, a slot is held.

    Raises MustWait if a limit is reached, and Busy if no slot gets free.
    """
    AxesProxyHandler.update_request(request)
    # axes counts by name, address and user agent. A browser may send any user agent, so the number
    # of the device takes its place.
    request.axes_user_agent = known_device(request, name)  # type: ignore[attr-defined]
    refuse_if_waiting(request, name)
    with hash_slot():
        # Checked again: of many tries at the same moment all pass the first check.
        refuse_if_waiting(request, name)
        yield


def lockout_parameters(request: HttpRequest, credentials: dict[str, Any] | None) -> list[list[str]]:
    """Return the fields by which axes counts for a lock (AXES_LOCKOUT_PARAMETERS)."""
    if getattr(request, "axes_user_agent", ""):
        return [["username", "user_agent"]]
    return [["username", "ip_address", "user_agent"]]


def refuse_if_waiting(request: HttpRequest, name: str) -> None:
    """Raise MustWait if a limit forbids to judge a password of `name` now."""
    if not AxesProxyHandler.is_allowed(request, {"username": name}):
        raise MustWait(name, seconds_locked(request, name), is_locked=True)
    is_known = request.axes_user_agent  # type: ignore[attr-defined]
    if is_known or is_from_this_machine(request):
        return
    tries = _counted_tries()
    slowed = [tries.filter(ip_address=counted_address(request)), tries.filter(username=name)]
    if seconds := max(map(_pause_left, slowed)):
        raise MustWait(name, seconds, is_locked=False)


def seconds_locked(request: HttpRequest, name: str) -> int:
    """Return the seconds until the lock of a name ends, at least 1."""
    handler = AxesProxyHandler.get_implementation()
    found = handler.get_user_attempts(request, {"username": name})
    times = [attempts.aggregate(latest=Max("attempt_time"))["latest"] for attempts in found]
    latest = max((time for time in times if time), default=timezone.now() - _cool_off())
    return max(ceil((latest + _cool_off() - timezone.now()).total_seconds()), 1)


def pause_for_code(request: HttpRequest) -> int:
    """Return the seconds before the next start code from this address is judged, 0 for now."""
    if is_from_this_machine(request):
        return 0
    return _pause_left(_counted_tries().filter(ip_address=counted_address(request)))


def note_wrong_code(request: HttpRequest) -> None:
    """Count a wrong start code."""
    now = timezone.now()
    with transaction.atomic():
        AccessAttempt.objects.filter(attempt_time__lt=now - _cool_off()).delete()
        tried, is_new = AccessAttempt.objects.get_or_create(
            username=NO_NAME,
            ip_address=counted_address(request),
            user_agent="",
            defaults={"failures_since_start": 1},
        )
        if not is_new:
            AccessAttempt.objects.filter(pk=tried.pk).update(
                failures_since_start=F("failures_since_start") + 1, attempt_time=now
            )


def _counted_tries() -> QuerySet[AccessAttempt]:
    """Return the recent wrong tries of devices that are not known."""
    tries: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(
        user_agent="", attempt_time__gte=timezone.now() - _cool_off()
    )
    return tries


def _pause_left(tries: QuerySet[AccessAttempt]) -> int:
    """Return the seconds until the next try is judged; 0 before FREE_TRIES of `tries`."""
    found = tries.aggregate(count=Sum("failures_since_start"), latest=Max("attempt_time"))
    if (found["count"] or 0) < FREE_TRIES:
        return 0
    latest: datetime = found["latest"]
    return max(ceil(PAUSE - (timezone.now() - latest).total_seconds()), 0)


def _cool_off() -> timedelta:
    time: timedelta = get_cool_off()
    return time
