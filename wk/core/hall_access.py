"""Whether wk is open to the hall: to other devices than the machine on which it runs.

A director opens and closes wk on a page, without a restart. The state is a file in DATA_DIR with
the chosen host: all processes see it at once, and it outlasts a restart. Each machine that runs wk
has its own DATA_DIR, as it has its own network.

None of this applies if the environment sets the access, by ALLOWED_HOSTS, HTTPS or LISTEN.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from wk.core.own_addresses import own_hosts

FILE = "open-to-hall"


class HallHosts(list[str]):
    """The setting ALLOWED_HOSTS where a director opens wk: this machine, and the hall while open.

    Django reads the setting for each request. Only names and addresses that this machine has at
    that moment are added, so no name of somebody else is ever allowed (DNS rebinding).
    """

    def __iter__(self) -> Iterator[str]:
        here = super().__iter__()
        return iter((*here, *own_hosts())) if is_open() else here


class OwnHosts(list[str]):
    """The setting ALLOWED_HOSTS of a second laptop: all names and addresses of this machine."""

    def __iter__(self) -> Iterator[str]:
        return iter((*super().__iter__(), *own_hosts()))


def is_by_button() -> bool:
    """Return whether a director opens and closes wk, and not the environment."""
    return isinstance(settings.ALLOWED_HOSTS, HallHosts)


def is_open() -> bool:
    """Return whether a director has opened wk to the hall."""
    return os.path.exists(_path())


def chosen_host() -> str:
    """Return the host that was chosen for codes and screens; "" while wk is closed."""
    try:
        return Path(_path()).read_text().strip()
    except FileNotFoundError:
        return ""


def host_in_hall() -> str:
    """Return the host at which the hall reaches wk, "" while wk is closed or without a network.

    It is the chosen one while this machine has it, else the most likely one that it has.
    """
    if not is_open():
        return ""
    chosen, own = chosen_host(), own_hosts()
    return chosen if chosen in own else next(iter(own), "")


def has_moved() -> bool:
    """Return whether wk is open at a chosen host that this machine has no more."""
    return is_by_button() and is_open() and chosen_host() not in own_hosts()


def open_to_hall(host: str) -> None:
    """Let other devices in, and remember the host for codes and screens."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Written beside it first: another process reads all of it, or nothing.
    with tempfile.NamedTemporaryFile("w", dir=folder, prefix=f".{FILE}.", delete=False) as fresh:
        fresh.write(host)
        fresh.flush()
        os.fsync(fresh.fileno())
    os.replace(fresh.name, _path())


def close_to_hall() -> None:
    """Let in only this machine."""
    with suppress(FileNotFoundError):
        os.unlink(_path())


def _path() -> str:
    return os.path.join(settings.DATA_DIR, FILE)
