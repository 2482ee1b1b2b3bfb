"""Access to views: a decorator above each view that is not public."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from wk.accounts.models import User
from wk.accounts.policy import Act, may

P = ParamSpec("P")


class OfficialRequest(HttpRequest):
    """A request of an official, logged in as `user`."""

    user: User


OfficialView = Callable[Concatenate[OfficialRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def requires(act: Act) -> Callable[[OfficialView[P]], View[P]]:
    """Let officials in who may do an act; others of them get 403, readers are asked to log in.

    A background request of a reader gets 401, as a login page has no place in a part of a page.
    """

    def decorate(view: OfficialView[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if "HX-Request" in request.headers and not request.user.is_authenticated:
                return HttpResponse(status=401)
            if not request.user.is_authenticated:
                return redirect_to_login(_page_to_return_to(request))
            if not may(request.user, act):
                raise PermissionDenied
            return cast(Callable[..., HttpResponseBase], view)(request, *args, **kwargs)

        return cast(View[P], guarded)

    return decorate


def _page_to_return_to(request: HttpRequest) -> str:
    """Return the page to go to after logging in; for a POST that is the page of the button."""
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if page.netloc == request.get_host() else "/"
