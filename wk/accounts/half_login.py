"""A login after its first step: the password was right, and the code is still to come.

It is kept in the session of a browser in which nobody is logged in yet.
"""

from dataclasses import dataclass
from time import time

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from wk.accounts.models import User

KEY = "half_login"
MAX_AGE = 600  # seconds after which the password is asked again


@dataclass(frozen=True, slots=True)
class HalfLogin:
    """The account whose password was right, and the address to go to after the code."""

    account: User
    next_page: str


def begin_half_login(request: HttpRequest, account: User, next_page: str) -> None:
    """Keep that the password of `account` was right."""
    own = account.get_session_auth_hash()
    request.session[KEY] = [account.pk, own, next_page, int(time())]


def half_login(request: HttpRequest) -> HalfLogin | None:
    """Return the login that waits for its code.

    None if there is none, if it is too old, or if its account has changed since.
    """
    key, own, next_page, began = request.session.get(KEY, (0, "", "", 0))
    if time() - began > MAX_AGE:
        return None
    account = User.objects.filter(pk=key, is_active=True).exclude(second_secret="").first()
    if account is None or account.has_ended:
        return None
    if not constant_time_compare(own, account.get_session_auth_hash()):
        return None
    return HalfLogin(account, next_page)


def end_half_login(request: HttpRequest) -> None:
    """Forget a login that waits for its code."""
    request.session.pop(KEY, None)
