"""Actions on accounts with a slip or for a day: make, renew, let in again.

Each raises ActionRefused if it is not allowed.
"""

import datetime as dt

from axes.utils import reset as reset_wrong_passwords
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from wk.accounts import slips
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.accounts.queries import account_named
from wk.accounts.slips import Slip
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row

NAME_TAKEN = _("There is an account with this name already.")
CHANGED = _("This has changed meanwhile. Look at it again.")


def add_clerk(*, name: str, offered: str, ends_at: dt.datetime | None) -> Slip:
    """Make a clerk's account with a slip. The same offer gives the same account and slip again.

    Raises ActionRefused if another account has the name.
    """
    letters = slips.letters_of(offered)
    there = account_named(name)
    if there is None:
        account = User(username=User.normalize_username(name), has_slip=True, ends_at=ends_at)
        account.set_password(letters)  # before the transaction: a hash takes a while
        try:
            with transaction.atomic():
                account.save(force_insert=True)
        except IntegrityError:
            there = User.objects.get(username=name)  # the same press, or another one
        else:
            return Slip(account, letters)
    if not _has_code(there, letters):
        raise ActionRefused(NAME_TAKEN)
    return Slip(there, letters)


def renew(*, account: User, offered: str, ends_at: dt.datetime | None) -> Slip:
    """Give a clerk's account the slip of an offer. Its sessions end, and so does its wait.

    The same offer gives the same slip again. Raises ActionRefused for the account of a director, a
    closed one, and one that has got another password since the offer.
    """
    letters = slips.letters_of(offered)
    hashed = make_password(letters)  # before the transaction: a hash takes a while
    with transaction.atomic():
        account = lock_row(User.objects.filter(pk=account.pk))
        if not account.takes_slip:
            raise ActionRefused(_("Only a clerk whose account is open can have a slip."))
        if slips.is_for(offered, account):
            account.password, account.has_slip, account.ends_at = hashed, True, ends_at
            account.save(update_fields=["password", "has_slip", "ends_at"])
            reset_wrong_passwords(username=account.username)
            return Slip(account, letters)
    if not _has_code(account, letters):
        raise ActionRefused(CHANGED)
    return Slip(account, letters)


def let_in_again(*, account: User, now: dt.datetime) -> User:
    """Let an account for one day in for another day, until the next morning; return it.

    Its code or password stays. Raises ActionRefused for a closed account.
    """
    with transaction.atomic():
        account = lock_row(User.objects.filter(pk=account.pk))
        if not account.is_active:
            raise ActionRefused(CHANGED)
        if account.has_ended:
            account.ends_at = end_of(Lasting.TODAY, now)
            account.save(update_fields=["ends_at"])
        return account


def _has_code(account: User, letters: str) -> bool:
    """Return whether this is the code of the slip that an open account has now."""
    return account.has_slip and account.is_active and check_password(letters, account.password)
