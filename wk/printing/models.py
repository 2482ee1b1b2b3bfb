"""What is kept for paper: the logo of who holds a tournament."""

from django.db import models

from wk.tournament.models import Tournament


class Logo(models.Model):
    """The logo that stands on all paper of a tournament.

    `picture` is a PNG in shades of grey, made by this program from what was sent. Only officials
    get it, and it is in no archive: a logo belongs to who holds the tournament, not to its result.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="logo")
    picture = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"logo of {self.tournament}"
