"""Queries of accounts."""

from django.db.models import QuerySet
from django.db.models.functions import Lower

from wk.accounts.models import User


def has_begun() -> bool:
    """Return whether an account exists, open or closed. Without one wk asks for the first."""
    return User.objects.exists()


def accounts() -> QuerySet[User]:
    """Return all accounts: open ones first, each group sorted by name."""
    return User.objects.order_by("-is_active", Lower("username"))
