"""Who may open a view: written once, put above each view that is not for everyone."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from wk.accounts.models import User

P = ParamSpec("P")


class OfficialRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


OfficialView = Callable[Concatenate[OfficialRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def clerk_required(view: OfficialView[P]) -> View[P]:
    """Let officials in, clerks and directors; others are asked to log in.

    A part of a page that is asked for in the background gets 401: it is no place for a login page.
    """
    asked_to_log_in = login_required(cast(Callable[..., HttpResponseBase], view))

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if "HX-Request" in request.headers and not request.user.is_authenticated:
            return HttpResponse(status=401)
        return asked_to_log_in(request, *args, **kwargs)

    return cast(View[P], guarded)


def director_required(view: OfficialView[P]) -> View[P]:
    """Let directors in; a clerk gets 403, others are asked to log in."""

    @wraps(view)
    def guarded(request: OfficialRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_director:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return clerk_required(guarded)
