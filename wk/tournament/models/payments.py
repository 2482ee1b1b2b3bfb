"""Who has paid the fee, as the desk noted it."""

from django.conf import settings
from django.db import models

from wk.tournament.models.players import Entry


class Payment(models.Model):
    """The note that a player has paid. No public page shows it."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="payment")
    at = models.DateTimeField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return str(self.entry)
