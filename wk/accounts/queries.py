"""Queries of accounts."""

from django.db.models import QuerySet
from django.db.models.functions import Lower

from wk.accounts.models import User


def has_begun() -> bool:
    """Return whether an account exists, open or closed: then the first start is over."""
    return User.objects.exists()


def accounts() -> QuerySet[User]:
    """Return all accounts by name, closed ones last."""
    return User.objects.order_by("-is_active", Lower("username"))
