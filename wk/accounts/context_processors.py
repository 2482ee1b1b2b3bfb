"""What every template of a page is given."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from wk.accounts.policy import Permissions


def permissions(request: HttpRequest) -> dict[str, Permissions]:
    """Return what the reader of the page may do, as `may`.

    An error that comes before anybody is logged in has a request without a user.
    """
    return {"may": Permissions(getattr(request, "user", AnonymousUser()))}
