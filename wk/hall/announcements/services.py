"""Actions on announcements: the director's messages to the whole hall."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.hall.models import Announcement
from wk.tournament.models import Tournament

MOST_AT_ONCE = 3  # more than that nobody reads


@transaction.atomic
def announce(
    *, tournament: Tournament, text: str, author: User, now: datetime, minutes: int | None = None
) -> Announcement:
    """Put a message on every screen and phone.

    It stays for some minutes, or with None until it is taken back. Raises ActionRefused if
    `MOST_AT_ONCE` announcements are on the screens already.
    """
    # Under the lock of the tournament: two announcements at once cannot pass the limit.
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.announcements.standing(now).filter(text=text).exists():
        raise ActionRefused(_("This announcement is on the screens already."))
    if locked.announcements.standing(now).count() >= MOST_AT_ONCE:
        raise ActionRefused(
            _("There are %(most)d announcements already. Take one of them back first.")
            % {"most": MOST_AT_ONCE}
        )
    ends_at = now + timedelta(minutes=minutes) if minutes else None
    return Announcement.objects.create(
        tournament=locked, text=text, author=author, at=now, ends_at=ends_at
    )


@transaction.atomic
def take_back(*, announcement: Announcement, now: datetime) -> Announcement:
    """Take a message off every screen and phone. Raises ActionRefused if it is off already."""
    locked = lock_row(Announcement.objects.filter(pk=announcement.pk))
    if locked.ends_at is not None and locked.ends_at <= now:
        raise ActionRefused(_("This announcement is not on the screens any more."))
    # It is ended and not deleted: the page of announcements shows earlier ones too.
    locked.ends_at = now
    locked.save(update_fields=["ends_at"])
    return locked


@transaction.atomic
def take_all_back(*, tournament: Tournament, now: datetime) -> int:
    """Take every message off every screen and phone; return how many were on them."""
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    return locked.announcements.standing(now).update(ends_at=now)
