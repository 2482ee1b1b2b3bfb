"""The version of everything public: one row that every change of it moves."""

from django.db import models


class PublicVersion(models.Model):
    """Three counters that go up when something changes that the public sees.

    Triggers of the database move them, in the transaction of the change itself (see `triggers.py`):
    `results` for seats, names, results and the steps of rounds, `progress` for forms that are being
    written, `news` for announcements. There is one row for all tournaments, as a page may show
    several: the first page of wk lists them, and a player's page has the earlier editions.
    """

    ONLY = 1  # the key of the one row

    results = models.BigIntegerField()
    progress = models.BigIntegerField()
    news = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_public_version"),
        ]

    def __str__(self) -> str:
        return f"{self.results}.{self.progress}.{self.news}"
