"""What the director shows the hall: announcements, held walls, and the step of the ceremony."""

from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.hall.wall.scenes import Scene
from wk.tournament.models import Tournament


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Queries of announcements: those on the screens, and those that are over."""

    def standing(self, now: datetime) -> "AnnouncementQuerySet":
        """Return the announcements on the screens now."""
        return self.exclude(ends_at__lte=now)

    def over(self, now: datetime) -> "AnnouncementQuerySet":
        """Return the announcements that have ended or were taken back."""
        return self.filter(ends_at__lte=now)


class Announcement(models.Model):
    """A message on every screen and phone of a tournament until `ends_at`.

    With None it stays until the director takes it back: that sets `ends_at`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text = CleanCharField(_("message"), max_length=200)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


MOST_SCREENS = 6
EVERY_SCREEN = 0  # in place of the number of a screen
CEREMONY_END = 0  # in place of the number of a place: all places have been announced
CEREMONY_CURTAIN = 32_767  # in place of it too: it has begun, and no name has been shown yet


class WallHold(models.Model):
    """The scenes on which the office holds a screen, or every screen (`EVERY_SCREEN`).

    A screen without a row, of its own or for every screen, follows the day. With several scenes, a
    screen turns between them.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wall_holds")
    screen = models.PositiveSmallIntegerField(
        default=EVERY_SCREEN, validators=[MaxValueValidator(MOST_SCREENS)]
    )
    scenes = models.CharField(max_length=80)  # with commas between them

    class Meta:
        ordering = ["screen"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "screen"], name="one_hold_a_screen"),
        ]

    def __str__(self) -> str:
        return f"{self.screen}: {self.scenes}"

    @property
    def held(self) -> tuple[Scene, ...]:
        """Return the scenes, in the order in which they are shown."""
        return tuple(Scene(each) for each in self.scenes.split(","))


class CeremonyStep(models.Model):
    """The step of a ceremony that is under way: what the public may see of it.

    - `first`: the place from which it began; `place`: the place announced last. Announced are all
      places between the two. `CEREMONY_END` in place of the last one: all of them, up to the first.
      `CEREMONY_CURTAIN`: none of them, the first one is about to be.
    - `ranking`: a token of the standings that are announced. A ceremony of other standings, as
      after a correction, is not under way any more.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="ceremony_step")
    first = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    ranking = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.place}"
