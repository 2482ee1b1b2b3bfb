"""What somebody tried and was refused: noted in the chain, and counted where it comes too often.

- A page that an account may not use, or a button without an account.
- Something with a signature or a key that is not ours: a session, the token of a page, a signed
  value. A view that finds one says so by `note_forged`.
- A password that was not judged, as its sender has to wait.

A page that stays open after its session, and a phone with a code of before, ask again all night. So
in ten minutes each process notes each kind of try of an address once, and no more than a few kinds.
The others are counted: one line tells how many there were. So nobody fills the disk with them.
"""

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from wk.accounts.address import counted_address
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.acting import acting, now_for

WINDOW = 600.0  # seconds
NOTED, NOTED_OF_ALL = 20, 200  # tries that are noted in a window, of an address and of all
MOST_ADDRESSES = 1000  # that are counted each by itself in a window
OTHERS = ""  # the address under which the tries of all further ones are counted
LOGINS = ("accounts:login", "accounts:begin")
FORGED = "_wk_forged"


@dataclass(slots=True)
class Tries:
    """The tries of this process in the present window: how many of each address, and which of them
    were noted. `since` is when it began, as `monotonic` counts."""

    seen: Counter[str] = field(default_factory=Counter)
    noted: dict[str, set[str]] = field(default_factory=dict)
    since: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def is_noted(self, address: str, what: str) -> bool:
        """Count a try from an address; return whether it is noted by itself."""
        with self._lock:
            if address not in self.seen and len(self.seen) >= MOST_ADDRESSES:
                address = OTHERS
            self.seen[address] += 1
            noted = self.noted.setdefault(address, set())
            is_few = len(noted) < NOTED and sum(map(len, self.noted.values())) < NOTED_OF_ALL
            if what in noted or not is_few:
                return False
            noted.add(what)
            return True

    def ended(self, now: float) -> Counter[str]:
        """Begin a window if the last one has ended; return how many tries of each address it had
        beside those that were noted."""
        if now - self.since < WINDOW:
            return Counter()
        with self._lock:
            more = self.seen - Counter({each: len(names) for each, names in self.noted.items()})
            self.seen, self.noted, self.since = Counter(), {}, now
            return more


TRIES = Tries()


def note_forged(request: HttpRequest, name: str) -> None:
    """Say that a request holds something that is not ours, by the name of its field or cookie."""
    setattr(request, FORGED, name)


def note_try(request: HttpRequest, response: HttpResponse) -> None:
    """Note what was refused of a request, if anything was. A database that fails stops no answer.

    The name of the page is noted and not its address, which may hold a key.
    """
    tell_counted(monotonic())
    tried = _tried(request, response)
    if tried is None:
        return
    kind, forged = tried
    match = request.resolver_match
    page = match.view_name if match else "?"
    about = f"{forged} {request.method} {page}".strip()
    if not TRIES.is_noted(counted_address(request), f"{_author(request)} {about}"):
        return
    try:
        now_for(author=_author(request), task=page[:80])
        note(kind, about)
    except DatabaseError:
        return


def tell_counted(now: float) -> None:
    """Note how many tries came too often to be noted one by one, when their window has ended."""
    for address, count in TRIES.ended(now).items():
        try:
            with acting(address=address, task="?"):
                note(Event.Kind.MORE_TRIES, str(count))
        except DatabaseError:
            return


def _tried(request: HttpRequest, response: HttpResponse) -> tuple[Event.Kind, str] | None:
    """Return the kind of a refused try, and the name of what was forged; None if it was none."""
    if forged := getattr(request, FORGED, ""):
        return Event.Kind.FORGED, forged
    match = request.resolver_match
    if response.status_code == 403:
        if request.method == "POST" and not getattr(request, "csrf_processing_done", False):
            return Event.Kind.FORGED, "csrfmiddlewaretoken"
        return (Event.Kind.REFUSED, "") if _author(request) else None
    if _has_no_session(request):
        return Event.Kind.FORGED, settings.SESSION_COOKIE_NAME
    must_wait = response.status_code == 429 and match is not None and match.view_name in LOGINS
    if must_wait or (request.method == "POST" and _leads_to_login(response)):
        return Event.Kind.REFUSED, ""
    return None


def _leads_to_login(response: HttpResponse) -> bool:
    """Return whether a page asks for an account, as `wk.accounts.permissions` does."""
    to = response.get("Location", "").partition("?next=")
    return response.status_code == 401 or (bool(to[1]) and to[0] == resolve_url(settings.LOGIN_URL))


def _has_no_session(request: HttpRequest) -> bool:
    """Return whether a request came with a session that was read and is not there.

    One that has ended by its time is still there. A logout takes its own away.
    """
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    session = getattr(request, "session", None)
    match = request.resolver_match
    if not key or session is None or not session.accessed or session.session_key:
        return False
    if match and match.view_name in ("accounts:logout", *LOGINS):
        return False
    return not Session.objects.filter(pk=key).exists()


def _author(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    return user.username if user is not None and user.is_authenticated else ""
