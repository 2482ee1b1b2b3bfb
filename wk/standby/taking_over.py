"""The second laptop becomes the one: its copy of the database becomes the database."""

import json
import os
import secrets
import shutil
import signal
from base64 import b64decode
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.db import connection, transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, may
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
)
from wk.standby.mirror import Mirror
from wk.standby.role import has_copy, is_following, mirror_path, release

MOST_TRIES = 8  # wrong passwords
COOL_OFF = timedelta(minutes=6)


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
        author = _director(name, password, code, now)
        mirror = Mirror(data)
        if mirror.known["release"] != release(settings.BASE_DIR):
            raise ActionRefused(
                _("The first laptop has another version of Card champion: install that here.")
            )
        other = Other(first, kept(data, SECOND).get("token", ""), patience=QUICK)
        if other.is_there():
            _refuse_unless_insisted(insists, reason)
            told = {"term": mirror.known["term"] + 1, "at": now.timestamp(), "reason": reason}
            for _time in range(2):  # the second time with the last link of both
                other.tell_overtaken(told | {"common": json.dumps(mirror.known["link"])})
                look(mirror, other, port)
        with acting(author=author.username, address=address, task="standby:take_over"):
            _become_first(mirror, author, code, reason if insists else "", now)


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


def _director(name: str, password: str, code: str, now: datetime) -> User:
    """Return the account of a director in the copy. Raises ActionRefused."""
    data = settings.DATA_DIR
    tries = kept(data, TRIES)
    if now.timestamp() - tries.get("since", 0) > COOL_OFF.total_seconds():
        tries = {"count": 0, "since": now.timestamp()}
    if tries["count"] >= MOST_TRIES:
        raise ActionRefused(_("Too many wrong passwords. Wait a few minutes."))
    # Immutable: nothing is written, no hash of a password either, as the copy has to stay the same.
    with reading(f"file:{mirror_path(data)}?mode=ro&immutable=1"):
        user = ModelBackend().authenticate(None, username=name, password=password)
    if not isinstance(user, User) or not may(user, Act.MANAGE_BACKUPS):
        keep(data, TRIES, tries | {"count": tries["count"] + 1})
        raise ActionRefused(_("That is not the name and the password of a director."))
    if not may_take(account=user, typed=code, now=now):
        keep(data, TRIES, tries | {"count": tries["count"] + 1})
        raise ActionRefused(_("Type a code of your app as well, or a recovery code."))
    forget(data, TRIES)
    return user


def _become_first(mirror: Mirror, author: User, code: str, reason: str, now: datetime) -> None:
    """Put the copy in the place of the database; what was there before is kept beside it.

    The laptop is the first from the last line on: whoever is stopped before does it again.
    """
    data, known = mirror.data, mirror.known
    fresh = mirror.path.with_name("fresh.sqlite3")
    for end in BESIDE_DATABASE:
        Path(f"{fresh}{end}").unlink(missing_ok=True)
    shutil.copyfile(mirror.path, fresh)
    with reading(fresh):
        if fault := next(broken_pages(), ""):
            raise ActionRefused(_("The copy of the database is broken: %(why)s") % {"why": fault})
        if author.has_second_step:
            take_code(account=author, typed=code, now=now)
        _note(settings.STANDBY_OF, reason)
    database = Path(str(connection.settings_dict["NAME"]))
    _set_aside(database, now)
    keep(data, TERM, {"term": known["term"] + 1})
    taken = {"first": settings.STANDBY_OF, "at": now.timestamp(), "by": author.username}
    taken |= {"reason": reason, "common": known["link"], "term": known["term"] + 1}
    keep(data, TAKEN, taken)
    Path(f"{fresh}-turn").unlink(missing_ok=True)
    fresh.chmod(0o600)
    fresh.replace(database)
    for name, text in known["files"].items():
        written = standby_folder(data) / f".{name}.{secrets.token_hex(4)}"
        written.write_bytes(b64decode(text))
        written.chmod(0o600)
        written.replace(data / name)
    sync(data)
    for name in (OVERTAKEN, FOLLOWER):
        forget(data, name)
    mirror.path.unlink()


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
