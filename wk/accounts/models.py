"""Accounts of officials: directors decide, clerks type."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account of an official. Players and the public have none."""

    class Role(models.TextChoices):
        CLERK = "clerk", _("clerk")
        DIRECTOR = "director", _("director")

    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.CLERK)
