"""Access to views: the decorator of each view that is not public."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.serving.threads import OFFICIAL

P = ParamSpec("P")


class OfficialRequest(HttpRequest):
    """A request of an official. `user` is always an account, never anonymous."""

    user: User


OfficialView = Callable[Concatenate[OfficialRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def requires(act: Act) -> Callable[[OfficialView[P]], View[P]]:
    """Return a decorator that admits only officials who may do `act`.

    Other officials get 403. A reader who is not logged in is redirected to the login page. A
    background request (htmx) of such a reader gets 401 instead: htmx would put the login page into
    the middle of the page.
    """

    def decorate(view: OfficialView[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if "HX-Request" in request.headers and not request.user.is_authenticated:
                return HttpResponse(status=401)
            if not request.user.is_authenticated:
                return redirect_to_login(_page_to_return_to(request))
            request.META[OFFICIAL] = True
            if not may(request.user, act):
                raise PermissionDenied
            return cast(Callable[..., HttpResponseBase], view)(request, *args, **kwargs)

        # PrivateAnswers tells by this that a view is not public.
        guarded.act = act  # type: ignore[attr-defined]
        return cast(View[P], guarded)

    return decorate


def _page_to_return_to(request: HttpRequest) -> str:
    """Return the path to go to after logging in.

    For a POST it is the page with the button: the address of the POST itself cannot be opened.
    """
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    # Only a page of wk itself: another site may link to an action, too.
    return page.path if page.netloc == request.get_host() else "/"
