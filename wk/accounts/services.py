"""Actions on accounts: make, change, close, reopen.

Each raises ActionRefused if it is not allowed.
"""

import datetime as dt

from axes.utils import reset as reset_wrong_passwords
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from wk.accounts import setup_code
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.accounts.queries import has_begun
from wk.accounts.second_step_services import switch_off_here
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row, lock_rows


class AlreadyBegun(Exception):
    """Raised by `begin` if an account exists: another request made the first one."""


def begin(*, name: str, password: str) -> User:
    """Make the first account, a director, and delete the setup code.

    Raises AlreadyBegun if an account exists by now.
    """
    director = _new_account(name, password, User.Role.DIRECTOR)
    with transaction.atomic():
        # No account exists that could be locked. Two requests at once queue for the lock of another
        # row, one that always exists.
        lock_row(ContentType.objects.filter(app_label="accounts", model="user"))
        if has_begun():
            raise AlreadyBegun
        director.save(force_insert=True)
    # After the commit: if the transaction fails, the code is still needed.
    setup_code.forget()
    return director


def add(*, name: str, password: str, role: str) -> User:
    """Make an account; the form has checked `name` and `password`.

    Raises ActionRefused if another request has taken the name since.
    """
    account = _new_account(name, password, role)
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        raise ActionRefused(_("There is an account with this name already.")) from None
    return account


def change_role(*, account: User, role: str) -> None:
    """Make `account` a clerk or a director. A director's account lasts until it is closed.

    The second step of its login ends with the role: a clerk has no page to renew or to end it, and
    a lost phone would keep him out. Raises ActionRefused if no director would be left, and for a
    director with a slip.
    """
    with transaction.atomic():
        _lock_accounts()
        if role != User.Role.DIRECTOR:
            _keep_a_director(without=account)
            switch_off_here(account=account)
        account.refresh_from_db()
        if role == User.Role.DIRECTOR:
            _leave_slip_and_end(account)
        account.role = role
        account.save(update_fields=["role", "ends_at"])


def set_password(*, account: User, password: str) -> None:
    """Give `account` a new password. A slip that it had is worth nothing any more.

    Its sessions end, and so does a lock after wrong passwords.
    """
    account.set_password(password)  # a hash takes a while: nobody waits for this transaction
    account.has_slip = False
    with transaction.atomic():
        account.save(update_fields=["password", "has_slip"])
        reset_wrong_passwords(username=account.username)


def close(*, account: User, by: User) -> None:
    """Close `account` to logins. It is not deleted: its forms and log entries keep its name.

    Raises ActionRefused if `account` is `by`'s own, or if no director would be left.
    """
    if account.pk == by.pk:
        raise ActionRefused(_("You cannot close your own account. Another director can."))
    with transaction.atomic():
        _lock_accounts()
        _keep_a_director(without=account)
        account.is_active = False
        account.save(update_fields=["is_active"])


def reopen(*, account: User, now: dt.datetime) -> None:
    """Allow logins to a closed account again: for another day if its day is over."""
    account.is_active = True
    if account.has_ended:
        account.ends_at = end_of(Lasting.TODAY, now)
    account.save(update_fields=["is_active", "ends_at"])


def _new_account(name: str, password: str, role: str) -> User:
    """Return an account that is not stored yet.

    Its password is hashed here, before any transaction begins: a hash takes a while.
    """
    account = User(username=User.normalize_username(name), role=role)
    account.set_password(password)
    return account


def _leave_slip_and_end(account: User) -> None:
    """Let a future director's account have no end. Raises ActionRefused if it has a slip."""
    if account.has_slip:
        raise ActionRefused(_("A slip is for clerks. Set a new password for this account first."))
    account.ends_at = None


def _lock_accounts() -> None:
    """Lock all accounts until the commit: otherwise two directors could close each other.

    A lock of the directors alone would not do. PostgreSQL locks the rows of a query first, and
    checks its condition again afterwards. A waiting request would hold accounts that are no
    directors any more, and the next request would lock in another order.
    """
    lock_rows(User.objects.all())


def _keep_a_director(*, without: User) -> None:
    """Raise ActionRefused if no open director would be left without this account."""
    directors = User.objects.filter(role=User.Role.DIRECTOR, is_active=True)
    if not directors.exclude(pk=without.pk).exists():
        raise ActionRefused(_("This is the only director. Make somebody else director first."))
