"""The boxes of the director's page about this computer."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.backups.facts import wk_version
from wk.backups.folder import backups
from wk.backups.queries import changed_past_program, faults
from wk.backups.second_place import second_place
from wk.core.request_times import PageTimes, counted_pages, running_since
from wk.machine.boxes import Box, Fact, State
from wk.machine.page_names import page_name
from wk.standby.queries import follower

LITTLE_ROOM = 500_000_000  # bytes: as in the box of what needs the director
SOME_ROOM = 2_000_000_000
MANY_SLOW = 0.02  # of all requests
SIZES = ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"))


def boxes(now: datetime) -> tuple[Box, ...]:
    """Return what is told of this computer."""
    return tuple(each(now) for each in BOXES)


@dataclass(frozen=True, slots=True)
class SlowPage:
    """A page with slow requests: its name in words, its address, and its requests.

    In the address each part that differs from one page to the next is an ellipsis.
    """

    name: str
    address: str
    times: PageTimes


def slow_pages(now: datetime, most: int = 8) -> list[SlowPage]:
    """Return the pages with the slowest requests of the last hour."""
    counted = counted_pages(now.timestamp())
    by_slowest = sorted(counted.items(), key=lambda each: (-each[1].slowest, each[0]))
    return [
        SlowPage(page_name(route), _address(route), times) for route, times in by_slowest[:most]
    ]


def disk(now: datetime) -> Box:
    """Return the box of the disk with the data."""
    folder = settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR
    usage = shutil.disk_usage(folder)
    state, advice = State.GOOD, ""
    if usage.free < SOME_ROOM:
        state = State.BAD if usage.free < LITTLE_ROOM else State.LOOK
        advice = _(
            "Empty the bin of this computer, and take away films and old downloads. Leave the"
            " folder of the data alone."
        )
    free = _("%(free)s of %(total)s") % {"free": size(usage.free), "total": size(usage.total)}
    facts = (Fact(_("Free"), free), Fact(_("Folder of the data"), str(settings.DATA_DIR)))
    return Box("disk", _("Disk"), state, facts, (advice,) * bool(advice))


def database(now: datetime) -> Box:
    """Return the box of the database; one query."""
    facts = (Fact(_("Size"), size(_database_size())),)
    return Box("database", _("Stored data"), State.GOOD, facts)


def copies(now: datetime) -> Box:
    """Return the box of the backups."""
    wrong = list(faults(localtime(now)))
    there, place = backups(), second_place()
    facts = [Fact(_("Last backup"), _moment(there[0].manifest.made_at) if there else _("none yet"))]
    if checked := next((each for each in there if each.is_good), None):
        facts.append(Fact(_("Last one found good"), _moment(checked.manifest.made_at)))
    facts.append(Fact(_("Second place"), str(place.folder) if place else _("none")))
    advice, state = wrong, State.BAD if wrong else State.GOOD
    if not wrong and not place:
        state = State.LOOK
        advice = [
            _("If this computer breaks, its backups are gone with it. Choose a second place.")
        ]
    link = _("Backups")
    return Box("copies", link, state, tuple(facts), tuple(advice), reverse("backups:list"), link)


def changes(now: datetime) -> Box:
    """Return the box of what was changed past wk, as the newest backup that was checked shows."""
    wrong = changed_past_program()
    told = _("yes") if wrong else _("no")
    facts = (Fact(_("Was anything changed directly, not on a page?"), told),)
    state, link = State.BAD if wrong else State.GOOD, _("All changes")
    advice = (wrong,) * bool(wrong)
    return Box("changes", link, state, facts, advice, reverse("auditlog:changes"), link)


def second_laptop(now: datetime) -> Box:
    """Return the box of the laptop that follows this one; one query."""
    heading, address = _("Second laptop"), reverse("standby:first")
    found = follower(now)
    if found is None:
        nobody = (Fact(_("Follows this computer"), _("none (not needed)")),)
        return Box("second-laptop", heading, State.UNUSED, nobody, (), address, heading)
    seen = _moment(found.seen) if found.seen else _("not yet")
    facts = (
        Fact(_("Follows this computer"), found.address),
        Fact(_("Asked last"), seen),
        Fact(_("Changes that it lacks"), str(found.behind)),
    )
    advice = (_("It is silent: see that it is on and on the same network."),) * found.is_silent
    state = State.BAD if found.is_silent else State.GOOD
    return Box("second-laptop", heading, state, facts, advice, address, heading)


def requests(now: datetime) -> Box:
    """Return the box of the requests of the last hour."""
    total = PageTimes()
    for times in counted_pages(now.timestamp()).values():
        total.add(times)
    facts = (
        Fact(_("Pages asked for in the last hour"), str(total.count)),
        Fact(_("Slower than a second"), str(total.slow)),
        Fact(_("Failed"), str(total.failed)),
    )
    advice = []
    if total.slow > MANY_SLOW * total.count:
        advice.append(_("Close other programs on this computer, and see that it is on the mains."))
    if total.failed:
        text = ngettext(
            "%(count)d page could not be shown: the window of Card champion says why.",
            "%(count)d pages could not be shown: the window of Card champion says why.",
            total.failed,
        )
        advice.append(text % {"count": total.failed})
    state = State.BAD if total.failed else State.LOOK if advice else State.GOOD
    return Box("requests", _("Speed"), state, facts, tuple(advice))


def program(now: datetime) -> Box:
    """Return the box of the program itself."""
    since = datetime.fromtimestamp(running_since(now.timestamp()), UTC)
    facts = (Fact(_("Version"), wk_version()), Fact(_("Running since"), _moment(since)))
    return Box("program", _("Card champion"), State.GOOD, facts)


BOXES: tuple[Callable[[datetime], Box], ...] = (
    *(disk, copies, changes, second_laptop, database, requests, program),
)


def size(count: int) -> str:
    """Return a number of bytes as people read it.

    >>> from django.utils.translation import override
    >>> with override("nl"):
    ...     size(1_250_000_000), size(34_000_000), size(512)
    ('1,2 GB', '34 MB', '512 B')
    """
    for unit, name in SIZES:
        if count >= unit:
            number = count / unit
            return f"{number_format(f'{number:.{int(number < 10)}f}')} {name}"
    return f"{count} B"


def _database_size() -> int:
    """Return the bytes of the database; with SQLite those of what is not yet in its file too."""
    ask = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    with connection.cursor() as cursor:
        cursor.execute(ask[connection.vendor])
        count: int = cursor.fetchone()[0]
    return count + sum(path.stat().st_size for path in _beside_database() if path.exists())


def _beside_database() -> Iterator[Path]:
    if connection.vendor == "sqlite":
        yield Path(f"{connection.settings_dict['NAME']}-wal")


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "j F H:i")


def _address(route: str) -> str:
    """Return a route as an address.

    >>> _address("t/<slug:slug>/forms/<int:round>/")
    '/t/…/forms/…/'
    """
    parts = ("…" if part.startswith("<") else part for part in route.split("/"))
    return "/" + "/".join(parts)
