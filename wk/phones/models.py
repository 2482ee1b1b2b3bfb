"""The keys with which a table opens its form on a phone, and a player speaks about his form."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Entry, Table

KEY_BYTES = 18  # 144 bits: too many to guess


def new_key() -> str:
    """Return a new random key, of characters that are safe in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


class TableKey(models.Model):
    """The key that opens the form of one table in one round, without an account.

    A revoked key opens nothing; renewing replaces the key by another one.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="phone_key")
    key = models.CharField(_("key"), max_length=40, unique=True, default=new_key)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"key of {self.table}"


class PlayerKey(models.Model):
    """The key on the card of a player, with which he says that his form is not right.

    A revoked key opens nothing; renewing replaces the key by another one.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="card_key")
    key = models.CharField(_("key"), max_length=40, unique=True, default=new_key)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"key of {self.entry}"
