"""Accounts of officials: directors decide, clerks type."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField


class User(AbstractUser):
    """An account of an official. Players and the public have none.

    - `has_slip`: its password is the code of a slip (`wk.accounts.slips`).
    - `ends_at`: it takes no logins from then on, and its sessions end. None: until it is closed.
    - `second_secret`: what its code app computes codes from (`wk.accounts.second_step`), "" without
      a second step. `second_used` is the 30 seconds, counted since 1970, of the last code that was
      taken. `recovery_codes` are hashes of the codes on paper that are left.
    """

    class Role(models.TextChoices):
        CLERK = "clerk", _("clerk")
        DIRECTOR = "director", _("director")

    # A name as people write it, with spaces. It is what its owner types to log in.
    username = CleanCharField(_("name"), max_length=150, unique=True)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.CLERK)
    has_slip = models.BooleanField(default=False)
    ends_at = models.DateTimeField(null=True)
    second_secret = models.CharField(_("second step"), max_length=32, blank=True, default="")
    second_used = models.BigIntegerField(default=0)
    recovery_codes = models.JSONField(_("recovery codes"), default=list, blank=True)

    class Meta(AbstractUser.Meta):
        constraints = (
            models.CheckConstraint(
                name="director_has_password_and_no_end",
                condition=~models.Q(role="director")
                | models.Q(has_slip=False, ends_at__isnull=True),
            ),
        )

    @property
    def takes_slip(self) -> bool:
        """Return whether the account may have a slip: an open one of a clerk."""
        return self.is_active and self.role == self.Role.CLERK

    @property
    def has_ended(self) -> bool:
        """Return whether the account was for a day that is over."""
        return self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def has_second_step(self) -> bool:
        """Return whether a login asks for a code after the password."""
        return bool(self.second_secret)

    def get_session_auth_hash(self) -> str:
        """Return what a session of this account must hold, or else Django ends it.

        It differs for each day, and once the day is over: no session outlasts the end of its
        account, and another day asks for another login. It differs with the second step as well:
        sessions that began without the code end when it is switched on.
        """
        own = super().get_session_auth_hash()
        if self.has_second_step:
            own += f"-{salted_hmac('wk.accounts.second_step', self.second_secret).hexdigest()}"
        if self.ends_at is None:
            return own
        return f"{own}-{self.ends_at.timestamp():.0f}-{'over' if self.has_ended else 'open'}"


class Press(models.Model):
    """A pressed button with its response, to recognise a second press (`wk.accounts.once`).

    - `digest`: a hash of page, official, address and content.
    - `location`, `messages`: the redirect and the messages of the response, as level and text.
    """

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)
    location = models.TextField()
    messages = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.location}"
