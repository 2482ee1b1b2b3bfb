"""Access to views: a decorator above each view that is not public."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from wk.accounts.models import User

P = ParamSpec("P")


class OfficialRequest(HttpRequest):
    """A request of an official, logged in as `user`."""

    user: User


OfficialView = Callable[Concatenate[OfficialRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def clerk_required(view: OfficialView[P]) -> View[P]:
    """Let clerks and directors in; others are asked to log in.

    A background request for a part of a page gets 401, as a login page has no place there.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if "HX-Request" in request.headers and not request.user.is_authenticated:
            return HttpResponse(status=401)
        if not request.user.is_authenticated:
            return redirect_to_login(_page_to_return_to(request))
        return cast(Callable[..., HttpResponseBase], view)(request, *args, **kwargs)

    return cast(View[P], guarded)


def _page_to_return_to(request: HttpRequest) -> str:
    """Return the page to go to after logging in; for a POST that is the page of the button."""
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if page.netloc == request.get_host() else "/"


def director_required(view: OfficialView[P]) -> View[P]:
    """Let directors in; a clerk gets 403, others are asked to log in."""

    @wraps(view)
    def guarded(request: OfficialRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_director:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return clerk_required(cast(OfficialView[P], guarded))
