"""The context that every page gets."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from wk.accounts.policy import Permissions


def permissions(request: HttpRequest) -> dict[str, Permissions]:
    """Return `may`, the permissions of the reader of the page.

    The page of an early error has a request without `user`: no middleware has added it yet.
    """
    return {"may": Permissions(getattr(request, "user", AnonymousUser()))}
