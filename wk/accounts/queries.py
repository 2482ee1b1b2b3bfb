"""Queries of accounts."""

from django.db.models import QuerySet
from django.db.models.functions import Lower

from wk.accounts import codes
from wk.accounts.models import User


def has_begun() -> bool:
    """Return whether an account exists, open or closed. Without one wk asks for the first."""
    return User.objects.exists()


def written_name(name: str) -> str:
    """Return the name of the account that somebody means by `name`, else `name` as it is.

    Capitals make no difference, so that nobody has to remember them. If names of several accounts
    differ in nothing else, only the exact one is meant.
    """
    found = [*User.objects.filter(username__iexact=name).values_list("username", flat=True)[:2]]
    return found[0] if len(found) == 1 else name


def account_named(name: str) -> User | None:
    """Return the account with a name, whatever its capitals, None if there is none."""
    return User.objects.filter(username__iexact=name).order_by("pk").first()


def written_password(name: str, typed: str) -> str:
    """Return what somebody means who types `typed` as the password of the account `name`.

    Of the code of a slip only the letters count. A password of one's own counts as it is typed.
    """
    has_slip = User.objects.filter(username=name, has_slip=True).exists()
    return codes.bare(typed) if has_slip else typed


def accounts() -> QuerySet[User]:
    """Return all accounts: open ones first, each group sorted by name."""
    return User.objects.order_by("-is_active", Lower("username"))
