"""What stands before every view that a key opens: the key, the refusals and the rate.

A key replaces an account. It comes in the body of each request, and cookies are ignored. Another
site in the same browser does not know the key, so these requests need no CSRF token.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from wk.accounts.tries import note_forged
from wk.core.rates import exceeds_rate
from wk.phones.forms import KeyForm
from wk.tournament.models import Table, Tournament

# Who or what a key stands for, such as a table.
Holder = TypeVar("Holder")
View = Callable[[HttpRequest], HttpResponse]
KeyedView = Callable[[HttpRequest, Holder], HttpResponse]


def key_request(
    holder_of: Callable[[str], Holder | None],
    refusal_of: Callable[[Holder], JsonResponse | None],
    *,
    most_body: int,
    unknown: Promise,
) -> Callable[[KeyedView[Holder]], View]:
    """Return a decorator that calls a view with the holder of the key of the request.

    All other requests are refused: those of more than `most_body` bytes, those without a key that
    `holder_of` knows, with the words of `unknown`, and those with an answer of `refusal_of`.
    Answers are not cached, and the key is left out of error reports.
    """

    def decorator(view: KeyedView[Holder]) -> View:
        @csrf_exempt
        @require_POST
        @never_cache
        @sensitive_post_parameters("key")
        @wraps(view)
        def guarded(request: HttpRequest) -> HttpResponse:
            # Checked first: reading the form below reads the whole body.
            if int(request.META.get("CONTENT_LENGTH") or 0) > most_body:
                return refusal_response("large", _("This is more than a score form."), 413)
            form = KeyForm(request.POST)
            holder = holder_of(form.cleaned_data["key"]) if form.is_valid() else None
            if holder is None:
                note_forged(request, "key")
                return refusal_response("unknown", str(unknown), 404)
            return refusal_of(holder) or view(request, holder)

        return guarded

    return decorator


def refusal_response(code: str, message: str, status: int, **more: Any) -> JsonResponse:
    """Answer that a request is refused, with a code for the page and a message for people."""
    return JsonResponse({"code": code, "message": message, **more}, status=status)


def refusal_on_paper(table: Table) -> JsonResponse | None:
    """Refuse the phone of a table whose tournament has forms on paper only, None if it may."""
    if table.round.tournament.phones != Tournament.Phones.OFF:
        return None
    return refusal_response("off", _("Tables keep their form on paper only."), 403)


def refusal_by_rate(sender: str, most: int) -> JsonResponse | None:
    """Count a request of a sender; refuse it after `most` in this minute, None before.

    Unknown keys have no sender and are not counted: there are too many to guess.
    """
    if not exceeds_rate(sender, most):
        return None
    return refusal_response("often", _("That was very often. Wait a moment."), 429)
