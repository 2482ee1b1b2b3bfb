"""What the director says to the whole hall."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.tournament.fields import CleanCharField
from wk.tournament.models import Tournament


class Announcement(models.Model):
    """A message on every screen and phone of a tournament until `ended_at`."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text = CleanCharField(_("message"), max_length=200)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text
