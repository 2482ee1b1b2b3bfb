"""The second laptop becomes the one: its copy of the database becomes the database."""

import errno
import json
import os
import shutil
import signal
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.db import DatabaseError, OperationalError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.accounts.address import LOOPBACK, counted
from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.accounts.queries import written_name
from wk.accounts.second_step import WrongCode
from wk.accounts.second_step_services import may_take, take_code
from wk.backups.carried_over import version_moved
from wk.backups.checks import broken_pages
from wk.backups.databases import reading
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.acting import acting
from wk.core.private_files import BESIDE_DATABASE
from wk.core.refusals import ActionRefused
from wk.core.second_laptop import FOLLOWER
from wk.standby.asking import QUICK, Other
from wk.standby.feed import FILES
from wk.standby.follower import LOCK
from wk.standby.following import look
from wk.standby.kept import (
    OVERTAKEN,
    SECOND,
    TAKEN,
    TERM,
    TRIES,
    forget,
    keep,
    kept,
    locked,
    standby_folder,
    sync,
    write,
)
from wk.standby.mirror import Mirror
from wk.standby.queries import trouble_words
from wk.standby.role import has_copy, is_following, mirror_path, release

MOST_TRIES, MOST_OF_ALL = 8, 60  # wrong passwords from one address, and from all
COOL_OFF = timedelta(minutes=6)
CODE_TOO = gettext_lazy("Type a code of your app as well, or a recovery code.")
ROOM = 2  # times the size of the copy: it is copied once more, and changed


def take_over(
    *,
    name: str,
    password: str,
    code: str,
    insists: bool,
    reason: str,
    address: str,
    port: str,
    now: datetime,
) -> None:
    """Make this laptop the one, on behalf of a director who has an account at the first.

    Refused while the first answers, unless he insists and gives a reason; the first is told then,
    and asked for its last changes. Done twice is done once. The processes of the server have to
    begin anew afterwards (`begin_anew`). `code` is asked of a director whose logins have a second
    step, and counts once. Raises ActionRefused.
    """
    data, first = settings.DATA_DIR, settings.STANDBY_OF
    with locked(data, LOCK):
        if not is_following(data, first):
            return
        if not has_copy(data):
            raise ActionRefused(_("This laptop has nothing of the first one yet."))
        try:
            with _counted(address, now):
                author = _director(name, password, code, now)
            mirror = _last_copy(port, insists, reason, now)
            with acting(author=author.username, address=address, task="standby:take_over"):
                _become_first(mirror, author, code, reason if insists else "", now)
        except (OSError, OperationalError) as error:  # the disk is full
            raise ActionRefused(trouble_words("disk", str(error))) from error


def _last_copy(port: str, insists: bool, reason: str, now: datetime) -> Mirror:
    """Return the copy, with the last changes of the first if that still answers.

    Raises ActionRefused.
    """
    mirror = Mirror(settings.DATA_DIR)
    _refuse_unfit(mirror)
    token = kept(settings.DATA_DIR, SECOND).get("token", "")
    other = Other(settings.STANDBY_OF, token, patience=QUICK)
    if other.is_there():
        _refuse_unless_insisted(insists, reason)
        told = {"term": mirror.known["term"] + 1, "at": now.timestamp(), "reason": reason}
        for _time in range(2):  # the second time with the last link of both
            other.tell_overtaken(told | {"common": json.dumps(mirror.known["link"])})
            look(mirror, other, port)
    return mirror


def _refuse_unfit(mirror: Mirror) -> None:
    """Raise ActionRefused if this laptop cannot be the one with its copy.

    This is asked before the first hears of it: else neither of the two would be the one.
    """
    if mirror.known["release"] != release(settings.BASE_DIR):
        raise ActionRefused(
            _("The first laptop has another version of Card champion: install that here.")
        )
    if shutil.disk_usage(mirror.data).free < ROOM * mirror.path.stat().st_size:
        raise ActionRefused(trouble_words("disk", os.strerror(errno.ENOSPC)))
    with reading(_unchanged(mirror.path)):
        _refuse_broken()


def _refuse_broken() -> None:
    """Raise ActionRefused if the database of this thread is broken."""
    try:
        fault = next(broken_pages(), "")
    except DatabaseError as error:
        fault = str(error)
    if fault:
        raise ActionRefused(_("The copy of the database is broken: %(why)s") % {"why": fault})


def _unchanged(path: Path) -> str:
    """Return the address of a database that is only read: the copy has to stay as it is."""
    return f"{path.as_uri()}?mode=ro&immutable=1"


def begin_anew() -> None:
    """Let the processes of the server begin anew, with the database of this laptop.

    gunicorn keeps its port open meanwhile, and ends this process when its answers are given.
    """
    os.kill(os.getppid(), signal.SIGHUP)


def _refuse_unless_insisted(insists: bool, reason: str) -> None:
    if not insists:
        raise ActionRefused(
            _("The first laptop answers. End Card champion there first, or insist and say why.")
        )
    if not reason:
        raise ActionRefused(_("Say why this laptop takes over while the first one answers."))


@contextmanager
def _counted(address: str, now: datetime) -> Iterator[None]:
    """Count a refusal in the block as a wrong try of an address. Raises ActionRefused after many.

    Tries from elsewhere never stop a director who sits at this laptop.
    """
    data, own = settings.DATA_DIR, counted(address)
    known = kept(data, TRIES)
    counts, tried = known.get("counts", {}), known.get("tried", {})
    if now.timestamp() - known.get("since", 0) > COOL_OFF.total_seconds():
        known, counts = {"since": now.timestamp()}, {}
    is_many = own != LOOPBACK and sum(counts.values()) >= MOST_OF_ALL
    if is_many or counts.get(own, 0) >= MOST_TRIES:
        raise ActionRefused(_("Too many wrong passwords. Wait a few minutes."))
    try:
        yield
    except ActionRefused:
        more = {"counts": _and_one(counts, own), "tried": _and_one(tried, own)}
        keep(data, TRIES, known | more)
        raise
    keep(data, TRIES, {"tried": tried})


def _and_one(counts: Mapping[str, int], address: str) -> dict[str, int]:
    return {**counts, address: counts.get(address, 0) + 1}


def _director(name: str, password: str, code: str, now: datetime) -> User:
    """Return the account of a director in the copy. Raises ActionRefused."""
    with reading(_unchanged(mirror_path(settings.DATA_DIR))):
        user = _account(name, password)
    if user is None or not may(user, Act.MANAGE_BACKUPS):
        raise ActionRefused(_("That is not the name and the password of a director."))
    if not may_take(account=user, typed=code, now=now):
        raise ActionRefused(CODE_TOO)
    return user


def _account(name: str, password: str) -> User | None:
    """Return the open account of a name and its password, None if there is none.

    The name is read as at a login. Unlike there no newer hash of the password is stored.
    """
    user = User.objects.filter(username=written_name(name), is_active=True).first()
    # Without an account a hash is made as well: the time tells nobody which names there are.
    is_right = check_password(password, user.password if user else "")
    return user if is_right else None


def _become_first(mirror: Mirror, author: User, code: str, reason: str, now: datetime) -> None:
    """Put the copy in the place of the database; what was there before is kept beside it.

    The laptop is the first from the last line on: whoever is stopped before does it again.
    """
    data, known = mirror.data, mirror.known
    fresh = _new_database(mirror, author, code, reason, now)
    database = Path(str(connection.settings_dict["NAME"]))
    _set_aside(database, now)
    keep(data, TERM, {"term": known["term"] + 1})
    taken = {"first": settings.STANDBY_OF, "at": now.timestamp(), "by": author.username}
    taken |= {"reason": reason, "common": known["link"], "term": known["term"] + 1}
    keep(data, TAKEN, taken)
    fresh.replace(database)
    for name in FILES:  # and no other name that the first might send
        if text := known["files"].get(name):
            write(data / name, b64decode(text))
    sync(data)
    for name in (OVERTAKEN, FOLLOWER, TRIES):
        forget(data, name)
    mirror.path.unlink()


def _new_database(mirror: Mirror, author: User, code: str, reason: str, now: datetime) -> Path:
    """Return a database with all of the copy, which tells that this laptop took over."""
    fresh = mirror.path.with_name("fresh.sqlite3")
    for end in BESIDE_DATABASE:
        Path(f"{fresh}{end}").unlink(missing_ok=True)
    shutil.copyfile(mirror.path, fresh)
    with reading(fresh):
        _refuse_broken()
        if author.has_second_step:
            try:
                take_code(account=author, typed=code, now=now)
            except WrongCode as error:  # the last changes of the first had taken it
                raise ActionRefused(CODE_TOO) from error
        _note_tries()
        _note(settings.STANDBY_OF, reason)
    Path(f"{fresh}-turn").unlink(missing_ok=True)
    fresh.chmod(0o600)
    return fresh


def _note_tries() -> None:
    """Write into the chain from where wrong passwords came: there was no chain here until now."""
    for address, count in kept(settings.DATA_DIR, TRIES).get("tried", {}).items():
        with acting(address=address, task="standby:take_over"):
            note(Event.Kind.REFUSED, f"{count} POST standby:take_over")


def _note(first: str, reason: str) -> None:
    """Write into the chain that this laptop took over, and let no page of before count as new."""
    with transaction.atomic():
        about = f"{first}: {reason}" if reason else first
        note(Event.Kind.TAKEN_OVER, about)
        with connection.cursor() as cursor:
            cursor.execute(version_moved("main"))


def _set_aside(database: Path, now: datetime) -> None:
    """Keep the database that this laptop had before, with its secret."""
    aside = standby_folder(settings.DATA_DIR) / f"before-{now:%Y%m%d-%H%M%S}"
    for end in BESIDE_DATABASE:
        path = Path(f"{database}{end}")
        if path.exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            path.replace(aside / path.name)
    secret = settings.DATA_DIR / "secret-key"
    if aside.exists() and secret.exists():
        shutil.copyfile(secret, aside / secret.name)
