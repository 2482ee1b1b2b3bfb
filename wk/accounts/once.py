"""One way to do once what a button is for, however often it is pressed.

Some content does not tell by itself that it was sent before: five minutes more, a new lot. So a
view that changes something stands under `once`. It knows a second press by the CSRF token in the
form: Django masks that anew for every page that it makes, so that no two pages have the same one.
The same page, address and content are one press.

What the token cannot know, a service judges under its lock, by the state that it finds there.
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
from wk.core.message_storage import added_messages, has_refused
from wk.core.row_locks import lock_rows

P = ParamSpec("P")
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of the field
# Characters of a token that was made with a page. One of half that length is the bare secret, which
# scripts take from the cookie: it is the same in all pages.
LENGTH = 64
# A page does not outlive the session of its reader, so that no older press can come again.
KEPT = timedelta(seconds=settings.SESSION_COOKIE_AGE) + timedelta(days=1)


class _NotDone(Exception):
    """A press that changed nothing: the same page may be sent again, and is then tried again."""

    def __init__(self, answer: HttpResponseBase) -> None:
        self.answer = answer


def once(view: OfficialView[P]) -> OfficialView[P]:
    """Let a view do what a page asks once; a second press is answered like the first, and told so.

    A press is done if its answer leads to another page and tells no error. It is stored in the
    transaction of what it does, so that of presses at the same moment the others wait for the
    first. A request without the token of a page, from a script, is passed on as it is.
    """

    @wraps(view)
    def guarded(request: OfficialRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        digest = _digest(request)
        if not digest:
            return view(request, *args, **kwargs)
        try:
            with transaction.atomic():
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
    """Return what stands for the reader, the page, the address and all that was sent.

    Return "" if nothing was sent, or not from a page.
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
            file.seek(0)
    return digest.hexdigest()


def _forget_old_presses() -> None:
    """Delete the presses that can no longer come again."""
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
    """Answer a second press like the first, and say that nothing was done twice."""
    first: Sequence[tuple[int, str]] = press.messages
    for level, text in first:
        messages.add_message(request, level, text)
    messages.info(request, _("You pressed twice: it was done once."))
    return HttpResponseRedirect(press.location)
