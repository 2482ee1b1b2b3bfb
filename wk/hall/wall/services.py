"""Actions on the wall: the office holds screens on scenes, and lets them go."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.row_locks import lock_row
from wk.hall.models import EVERY_SCREEN, WallHold
from wk.hall.wall.scenes import Scene
from wk.tournament.models import Tournament


@transaction.atomic
def hold_wall(
    *,
    tournament: Tournament,
    scenes: Sequence[Scene],
    author: User,
    now: datetime,
    screen: int = EVERY_SCREEN,
) -> bool:
    """Hold a screen, or every screen, on scenes; return whether that changed anything.

    With several scenes it turns between them. Every screen means every one: screens that were held
    by themselves are let go.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    held = ",".join(scenes)
    before = dict(locked.wall_holds.values_list("screen", "scenes"))
    after = {screen: held} if screen == EVERY_SCREEN else before | {screen: held}
    if after == before:
        return False
    locked.wall_holds.exclude(screen__in=after).delete()
    WallHold.objects.update_or_create(tournament=locked, screen=screen, defaults={"scenes": held})
    _record(locked, screen, held, author, now)
    return True


@transaction.atomic
def release_wall(
    *, tournament: Tournament, author: User, now: datetime, screen: int = EVERY_SCREEN
) -> bool:
    """Let a screen, or every screen, follow the day again; return whether that changed anything.

    A screen that is let go is still held by what holds every screen.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    holds = locked.wall_holds.all()
    count, _by_model = (holds if screen == EVERY_SCREEN else holds.filter(screen=screen)).delete()
    if not count:
        return False
    _record(locked, screen, "", author, now)
    return True


def _record(tournament: Tournament, screen: int, held: str, author: User, now: datetime) -> None:
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.WALL,
        about=str(screen),
        author=author,
        now=now,
        payload={"screen": screen, "scene": held},
    )
