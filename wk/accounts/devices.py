"""Devices: browsers with an earlier login. Wrong passwords of others do not lock them.

At a login the browser gets a signed cookie with its own number, and the accounts that logged in
with it. The scheme is that of OWASP: "Slow Down Online Guessing Attacks with Device Cookies".
"""

import secrets
from dataclasses import dataclass

from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from wk.accounts.models import User
from wk.accounts.tries import note_forged

COOKIE = "device"
SALT = "wk.accounts.devices"
MAX_AGE = 60 * 60 * 24 * 400  # seconds: the longest time that browsers keep a cookie
MOST_ACCOUNTS = 40  # of one device: a laptop that a whole office shares


@dataclass(frozen=True, slots=True)
class Device:
    """A browser: its own number, and the keys of accounts that logged in with it, latest last."""

    number: str
    accounts: tuple[int, ...] = ()


def device_of(request: HttpRequest) -> Device | None:
    """Return the device that sent a request, None if its cookie is absent, old or not ours."""
    try:
        number, accounts = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE
        )
        return Device(str(number), tuple(map(int, accounts)))
    except signing.SignatureExpired:
        return None
    except (signing.BadSignature, TypeError, ValueError):
        if COOKIE in request.COOKIES:
            note_forged(request, COOKIE)
        return None


def known_device(request: HttpRequest, name: str) -> str:
    """Return the number of the device if somebody logged in with it as `name` before, else ""."""
    device = device_of(request)
    if device and User.objects.filter(pk__in=device.accounts, username=name).exists():
        return device.number
    return ""


def remember_device(request: HttpRequest, response: HttpResponseBase, account: User) -> None:
    """Set a cookie by which the browser remembers that `account` logged in with it."""
    device = device_of(request) or Device(secrets.token_urlsafe(12))
    others = [key for key in device.accounts if key != account.pk]
    accounts = [*others, account.pk][-MOST_ACCOUNTS:]
    response.set_cookie(
        COOKIE,
        signing.dumps([device.number, accounts], salt=SALT),
        max_age=MAX_AGE,
        path=reverse("accounts:login"),  # browsers send it to the login page only
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
