"""How long an account lasts that is made for a day of play, and a session of any account."""

import datetime as dt

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ENDS_AT = dt.time(6)  # local time: a day of play may last until long after midnight


class Lasting(TextChoices):
    """The choices for the time after which an account takes no logins."""

    TODAY = "today", _("today")
    TOMORROW = "tomorrow", _("today and tomorrow")
    OPEN = "open", _("until I close it")


DAYS = {Lasting.TODAY: 1, Lasting.TOMORROW: 2}


def end_of(lasting: Lasting, now: dt.datetime) -> dt.datetime | None:
    """Return the moment at which an account ends, None if it stays until it is closed."""
    return end_of_day(now, DAYS[lasting]) if lasting in DAYS else None


def end_of_day(now: dt.datetime, days: int = 1) -> dt.datetime:
    """Return the end of today, or of the last of so many days.

    The night belongs to the day before it: today ends at 6 o'clock tomorrow.
    """
    last = timezone.localdate(now) + dt.timedelta(days=days)
    return timezone.make_aware(dt.datetime.combine(last, ENDS_AT))
