"""The keys of tables and of players' cards, and the calls of tables for the director."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Entry, Table

KEY_BYTES = 18  # 144 bits: too many to guess
LONGEST_PRESS = 40  # characters of the name that a phone gives to one press of its button


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


class TableCall(models.Model):
    """A table asks for the director.

    - `press` names the press of the button on the phone: what is sent twice is one call.
    - `ended_at` is None as long as the table waits. `ended_by`: the official who went there.
    - `is_taken_back`: the table itself ended its call.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    press = models.CharField(max_length=LONGEST_PRESS)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    is_taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "press"], name="one_call_a_press"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_open_call_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"call of {self.table}"
