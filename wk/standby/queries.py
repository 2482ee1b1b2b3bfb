"""What the pages of both laptops tell of each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from wk.chain.models import Head
from wk.core.own_addresses import own_hosts
from wk.core.second_laptop import FOLLOWER
from wk.standby.kept import (
    CODE,
    FOLLOWING,
    MIRROR,
    OVERTAKEN,
    PROGRESS,
    SECOND,
    TAKEN,
    is_kept,
    is_locked,
    kept,
)
from wk.standby.role import is_overtaken

SILENT = 10.0  # seconds without a question after which a follower is called silent
FRESH = 2.0  # seconds within which the second has everything


@dataclass(frozen=True, slots=True)
class Follower:
    """The laptop that follows this one.

    `seen` is when it asked last, None if it never has. `behind` is how many links it lacks.
    """

    address: str
    seen: datetime | None
    is_silent: bool
    behind: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the second is: the links that it has, and the seconds since it was up to date.

    `trouble` is a code, "" for none, and `words` says it. `back` is the file with what the second
    had before the first went back, "" if that never happened.
    """

    has_joined: bool
    has_copy: bool
    link: int
    seen: datetime | None
    seconds: int
    trouble: str
    words: str
    back: str

    @property
    def is_fresh(self) -> bool:
        """Return whether all that was acknowledged is here."""
        return self.has_copy and not self.trouble and self.seconds <= FRESH


def follower(now: datetime) -> Follower | None:
    """Return the follower of this laptop, None without one; one query."""
    known = kept(settings.DATA_DIR, FOLLOWER)
    if not known:
        return None
    seen = known.get("seen")
    head = Head.objects.filter(pk=Head.ONLY).first()
    return Follower(
        address=str(known.get("address", "")),
        seen=_moment(seen),
        is_silent=not seen or now.timestamp() - seen > SILENT,
        behind=max(0, (head.number if head else 0) - known.get("link", 0)),
    )


def faults(now: datetime) -> Iterator[str]:
    """Yield a sentence if the follower is silent, or an overtaken laptop; it reads small files."""
    known = kept(settings.DATA_DIR, FOLLOWER)
    seen = known.get("seen")
    if seen and now.timestamp() - seen > SILENT and not is_overtaken(settings.DATA_DIR):
        words = _("The second laptop is silent since %(time)s: it has nothing of what came after.")
        yield words % {"time": f"{_moment(seen).astimezone(now.tzinfo):%H:%M:%S}"}  # type: ignore[union-attr]


def progress(now: datetime) -> Progress:
    """Return how far this laptop is as a second."""
    known = kept(settings.DATA_DIR, PROGRESS)
    joined = kept(settings.DATA_DIR, SECOND)
    seen = known.get("seen")
    has_joined = joined.get("first") == settings.STANDBY_OF and bool(joined.get("token"))
    is_alive = is_locked(settings.DATA_DIR, FOLLOWING)
    trouble = "ended" if has_joined and not is_alive else str(known.get("trouble", ""))
    return Progress(
        has_joined=has_joined,
        has_copy=is_kept(settings.DATA_DIR, MIRROR),
        link=int(known.get("link", 0)),
        seen=_moment(seen),
        seconds=max(0, int(now.timestamp() - seen)) if seen else 0,
        trouble=trouble,
        words=trouble_words(trouble, str(known.get("why", ""))),
        back=str(known.get("back", {}).get("file", "")),
    )


def trouble_words(trouble: str, why: str) -> str:
    """Return what is in the way of the second, "" for nothing."""
    words = {
        "silent": _("The first laptop does not answer."),
        "not-known": _("The first laptop lets another one follow, or none. Type its new code."),
        "closed": _(
            "The first laptop is not open to the hall: open it there (Let phones and screens in)."
        ),
        "postgresql": _("The first one runs on PostgreSQL, which follows by its own means."),
        "older-term": _("That laptop was overtaken before. Follow the one that took over."),
        "ended": _("Following has ended. Stop Card champion here, and start it again."),
        "torn": _("An answer was not whole. It is asked again."),
        "disk": _("The copy cannot be written: %(why)s") % {"why": why},
    }
    return words.get(trouble, "")


def code_until(now: datetime) -> datetime | None:
    """Return until when the code that was shown last is valid, None if there is none."""
    until = kept(settings.DATA_DIR, CODE).get("until", 0)
    return _moment(until) if until > now.timestamp() else None


def taken_over() -> dict[str, object]:
    """Return from whom this laptop took over, and when; nothing if it did not."""
    told = kept(settings.DATA_DIR, TAKEN)
    return told | {"moment": _moment(told.get("at"))} if told else {}


def overtaken() -> dict[str, object]:
    """Return who took over from this laptop, and when; nothing if nobody did."""
    told = kept(settings.DATA_DIR, OVERTAKEN)
    return told | {"moment": _moment(told.get("at"))} if told else {}


def is_possible() -> bool:
    """Return whether another laptop can follow this one: PostgreSQL has its own means."""
    return connection.vendor == "sqlite"


def own_address(port: str) -> str:
    """Return the address at which phones reach this laptop, "" without a network."""
    host = next(iter(own_hosts()), "")
    return f"http://{host}:{port}" if host else ""


def _moment(at: object) -> datetime | None:
    return datetime.fromtimestamp(at, UTC) if isinstance(at, int | float) and at else None
