"""The keys with which tables keep their own form on a phone."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Table

KEY_BYTES = 18  # 144 bits: nobody guesses one


def new_key() -> str:
    """Return a key that nobody can guess, of letters that an address may hold."""
    return secrets.token_urlsafe(KEY_BYTES)


class TableKey(models.Model):
    """What opens the form of one table in one round, for whoever holds it.

    A key that was revoked opens nothing; renewing puts another one in its place.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="phone_key")
    key = models.CharField(_("key"), max_length=40, unique=True, default=new_key)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"key of {self.table}"
