"""The decorator `once`: an action is done once, however often its button is pressed.

Some requests are valid a second time: five minutes more, a new draw. So each view that changes
something has this decorator. It recognises a second press by the CSRF token of the form: Django
masks the token differently in every page. Requests of the same official with the same token,
address and content are one press.

Two pages have different tokens. The services themselves judge such requests, under their locks.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import ParamSpec

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponseBase, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.accounts.models import Press
from wk.accounts.permissions import OfficialRequest, OfficialView
from wk.core.message_storage import added_messages, has_refused, waiting_messages
from wk.core.row_locks import lock_rows

P = ParamSpec("P")
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of the field
# Characters of a masked token, as forms have it. A token of half that length is the bare secret,
# which scripts take from the cookie: it is the same for all pages.
LENGTH = 64
# Presses older than a session are deleted: their pages cannot be sent any more.
KEPT = timedelta(seconds=settings.SESSION_COOKIE_AGE) + timedelta(days=1)


class _NotDone(Exception):
    """Raised to roll back the stored press of a request that changed nothing.

    The same page may then be sent again. `answer` is the response to this request.
    """

    def __init__(self, answer: HttpResponseBase) -> None:
        self.answer = answer


def once(view: OfficialView[P]) -> OfficialView[P]:
    """Return a view that acts on the first press only, and answers others like the first.

    A press counts if its response is a redirect without an error message. It is stored in the same
    transaction as the action. So of two presses at the same moment the second waits for the first.
    A request without the token of a page, such as one of a script, is passed to the view as it is.
    """

    @wraps(view)
    def guarded(request: OfficialRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        digest = _digest(request)
        if not digest:
            return view(request, *args, **kwargs)
        try:
            with transaction.atomic():
                # The digest is unique: a second press waits here until the first is done.
                press, is_first = Press.objects.get_or_create(
                    digest=digest, defaults={"at": timezone.now()}
                )
                if is_first:
                    _forget_old_presses()
                    answer = view(request, *args, **kwargs)
                    return _kept(press, request, answer)
        except _NotDone as not_done:
            return not_done.answer
        return _answered_again(press, request)

    return guarded


def _digest(request: OfficialRequest) -> str:
    """Return a digest of the official, the address and everything sent, the token included.

    Return "" for a request that is not a POST, or that is not from a form on a page.
    """
    if request.method != "POST" or len(request.POST.get(TOKEN, "")) != LENGTH:
        return ""
    digest = sha256(repr((request.user.pk, request.path)).encode())
    digest.update(repr(sorted(request.POST.lists())).encode())
    for field, files in sorted(request.FILES.lists()):
        for file in files:
            digest.update(repr((field, file.name, file.size)).encode())
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)  # the view reads the file again
    return digest.hexdigest()


def _forget_old_presses() -> None:
    """Delete the presses of pages that cannot be sent any more."""
    old = lock_rows(Press.objects.filter(at__lt=timezone.now() - KEPT))
    if old:
        Press.objects.filter(pk__in=[press.pk for press in old]).delete()


def _kept(press: Press, request: OfficialRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Store the answer to a first press and return it. Raises _NotDone if nothing was done."""
    if not isinstance(answer, HttpResponseRedirect) or has_refused(request):
        raise _NotDone(answer)
    press.location, press.messages = answer.url, added_messages(request)
    press.save(update_fields=["location", "messages"])
    return answer


def _answered_again(press: Press, request: OfficialRequest) -> HttpResponseBase:
    """Return the response of the first press, with a message that it was done once.

    Messages of the first press wait already if its answer was never followed: a browser leaves it
    for that of the second.
    """
    first: Sequence[tuple[int, str]] = press.messages
    waiting = waiting_messages(request)
    for level, text in first:
        if (level, text) not in waiting:
            messages.add_message(request, level, text)
    messages.info(request, _("You pressed twice: it was done once."))
    return HttpResponseRedirect(press.location)
