"""Verbs on announcements: what the director says to the whole hall, and takes back."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.hall.models import Announcement
from wk.tournament.models import Tournament
from wk.tournament.refusal import Refusal, held

MOST_AT_ONCE = 3  # more than that nobody reads


@transaction.atomic
def announce(*, tournament: Tournament, text: str, author: User, now: datetime) -> Announcement:
    """Put a message on every screen and phone; Refusal when as many stand there as one reads."""
    locked = held(Tournament.objects.filter(pk=tournament.pk))
    if locked.announcements.filter(ended_at=None).count() >= MOST_AT_ONCE:
        raise Refusal(
            _("There are %(most)d announcements already. Take one of them back first.")
            % {"most": MOST_AT_ONCE}
        )
    return Announcement.objects.create(tournament=locked, text=text, author=author, at=now)


@transaction.atomic
def take_back(*, announcement: Announcement, now: datetime) -> Announcement:
    """Take a message off every screen and phone; Refusal when somebody did so before."""
    locked = held(Announcement.objects.filter(pk=announcement.pk))
    if locked.ended_at is not None:
        raise Refusal(_("This announcement has been taken back already."))
    locked.ended_at = now
    locked.save(update_fields=["ended_at"])
    return locked


@transaction.atomic
def take_all_back(*, tournament: Tournament, now: datetime) -> int:
    """Take every message off every screen and phone; return how many there were."""
    locked = held(Tournament.objects.filter(pk=tournament.pk))
    standing: QuerySet[Announcement] = locked.announcements.filter(ended_at=None)
    return standing.update(ended_at=now)
