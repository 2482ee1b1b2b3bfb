"""Actions on the second step of a login: take a code, switch on, renew, switch off.

Each raises WrongCode for a code that is not right.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from wk.accounts import second_step
from wk.accounts.codes import bare
from wk.accounts.models import User
from wk.accounts.second_step import WrongCode
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.row_locks import lock_row


@dataclass(frozen=True, slots=True)
class TakenCode:
    """A code that was right: whether it was a recovery code, and how many of those are left."""

    is_recovery: bool
    left: int


def take_code(*, account: User, typed: str, now: datetime) -> TakenCode:
    """Take a code of the app or a recovery code, which then counts no more."""
    hashed = _hash_of(account, typed)
    with transaction.atomic():
        return _take(_locked(account), typed, hashed, now)


def may_take(*, account: User, typed: str, now: datetime) -> bool:
    """Return whether `take_code` would take a code; nothing is written.

    Anything will do for an account without a second step.
    """
    if not account.has_second_step:
        return True
    try:
        if second_step.is_app_code(typed):
            step = second_step.step_of(account.second_secret, bare(typed), now)
            return step > account.second_used
        second_step.hash_among(account.recovery_codes, typed)
    except WrongCode:
        return False
    return True


def switch_on(*, account: User, offered: str, typed: str, now: datetime) -> User:
    """Let logins of `account` ask for a code of the app that has the secret of an offer.

    Return the account. If it has this second step already, nothing changes; another one is replaced
    only by `switch_off` first: that raises WrongCode.
    """
    secret = second_step.secret_of(offered)
    hashes = second_step.hashes_of(second_step.recovery_codes_of(offered))
    with transaction.atomic():
        account = _locked(account)
        if account.second_secret == secret:
            return account
        if account.has_second_step:
            raise WrongCode
        account.second_used = second_step.step_of(secret, bare(typed), now)
        account.second_secret = secret
        account.recovery_codes = hashes
        account.save(update_fields=["second_secret", "second_used", "recovery_codes"])
        note(Event.Kind.SECOND_STEP_ON, account.username)
        return account


def renew_recovery_codes(*, account: User, offered: str, typed: str, now: datetime) -> None:
    """Replace the recovery codes by those of an offer; the old ones are worth nothing.

    It takes a code of the app. If the codes of the offer are there already, nothing changes.
    """
    codes = second_step.recovery_codes_of(offered)
    if _has_codes(account, codes):
        return
    hashes = second_step.hashes_of(codes)
    with transaction.atomic():
        account = _locked(account)
        _take_app_code(account, typed, now)
        account.recovery_codes = hashes
        account.save(update_fields=["recovery_codes"])
        note(Event.Kind.RECOVERY_CODES, account.username)


def switch_off(*, account: User, typed: str, now: datetime) -> User:
    """Let logins of `account` ask for no code any more; return it. Nothing changes if none does."""
    if not account.has_second_step:
        return account
    hashed = _hash_of(account, typed)
    with transaction.atomic():
        _take(_locked(account), typed, hashed, now)
        return switch_off_here(account=account)


def switch_off_here(*, account: User) -> User:
    """Let logins of `account` ask for no code any more; return it.

    No code is asked for: whoever runs commands on this machine may read the database as well.
    """
    with transaction.atomic():
        account = _locked(account)
        if account.has_second_step:
            account.second_secret, account.recovery_codes = "", []
            account.save(update_fields=["second_secret", "recovery_codes"])
            note(Event.Kind.SECOND_STEP_OFF, account.username)
        return account


def _locked(account: User) -> User:
    return lock_row(User.objects.filter(pk=account.pk))


def _hash_of(account: User, typed: str) -> str:
    """Return the hash that belongs to a recovery code, "" for a code of the app.

    Before the transaction, for which all writers wait: up to ten hashes take a while.
    """
    if second_step.is_app_code(typed):
        return ""
    return second_step.hash_among(account.recovery_codes, typed)


def _take(account: User, typed: str, hashed: str, now: datetime) -> TakenCode:
    """Take a code of a locked account; `hashed` is what `_hash_of` returned."""
    if not hashed:
        _take_app_code(account, typed, now)
    elif hashed not in account.recovery_codes:
        raise WrongCode
    else:
        account.recovery_codes.remove(hashed)
        account.save(update_fields=["recovery_codes"])
    return TakenCode(is_recovery=bool(hashed), left=len(account.recovery_codes))


def _take_app_code(account: User, typed: str, now: datetime) -> None:
    """Take a code of the app of a locked account."""
    if not account.has_second_step:
        raise WrongCode
    step = second_step.step_of(account.second_secret, bare(typed), now)
    if step <= account.second_used:
        raise WrongCode
    account.second_used = step
    account.save(update_fields=["second_used"])


def _has_codes(account: User, codes: tuple[str, ...]) -> bool:
    """Return whether the first code of an offer is among those of an account."""
    try:
        second_step.hash_among(account.recovery_codes, codes[0])
    except WrongCode:
        return False
    return True
