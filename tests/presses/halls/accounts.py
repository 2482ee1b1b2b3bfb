"""Accounts, as they are before a button is pressed.

A function that is `ready` returns the numbers in its address that are not 1, if there are any.
"""

import datetime as dt

import pyotp
from django.conf import settings
from django.utils import timezone

from tests.presses.hall import Hall
from wk.accounts import second_step
from wk.accounts.models import User
from wk.core import hall_access
from wk.tournament.models import Tournament


def day_over(hall: Hall) -> None:
    """Let the day be over for which the clerk's account was made."""
    User.objects.filter(pk=hall.clerk.pk).update(ends_at=timezone.now() - dt.timedelta(hours=1))


def nobody_yet(hall: Hall) -> None:
    """Let there be no account."""
    Tournament.objects.all().delete()
    User.objects.all().delete()
    settings.DATA_DIR.mkdir(exist_ok=True)  # where the code for the first account is kept


def closed_to_hall(hall: Hall) -> None:
    """Let only this machine reach wk."""
    hall_access.close_to_hall()


def open_to_hall(hall: Hall) -> None:
    """Let other devices reach wk."""
    hall_access.open_to_hall("192.168.1.10")


def code_now(account: User) -> str:
    """Return the code that the app of an account shows now."""
    return pyotp.TOTP(User.objects.get(pk=account.pk).second_secret).now()


def with_second_step(hall: Hall) -> None:
    """Let logging in as the director ask for a code."""
    hashes = second_step.hashes_of(["K7MN-X3PA"])
    director = User.objects.filter(pk=hall.director.pk)
    director.update(second_secret=pyotp.random_base32(), recovery_codes=hashes)
