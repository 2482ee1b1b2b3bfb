"""What is known about accounts."""

from django.db.models import QuerySet
from django.db.models.functions import Lower

from wk.accounts.models import User


def has_begun() -> bool:
    """Whether an account exists, open or closed: the first start is over."""
    return User.objects.exists()


def accounts() -> QuerySet[User]:
    """All accounts by name, the closed ones last."""
    return User.objects.order_by("-is_active", Lower("username"))
