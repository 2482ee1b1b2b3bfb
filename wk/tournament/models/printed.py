"""The addresses of wk that stand in codes on paper."""

from django.db import models

from wk.tournament.models.rounds import Round
from wk.tournament.models.tournaments import Tournament

LONGEST_ORIGIN = 300  # characters: a host name has 253 at most


class PrintedAddress(models.Model):
    """An address that stands in the codes of printed cards or score sheets.

    `origin` is its scheme, host and port, such as http://192.168.1.10:8000. `round` is the round of
    score sheets, None for the cards of players. There are several addresses if only some of the
    cards or sheets were printed again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="printed_addresses")
    round = models.ForeignKey(
        Round, models.CASCADE, null=True, blank=True, related_name="printed_addresses"
    )
    origin = models.CharField(max_length=LONGEST_ORIGIN)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "origin"], name="one_origin_on_sheets"),
            models.UniqueConstraint(
                fields=["tournament", "origin"],
                condition=models.Q(round=None),
                name="one_origin_on_cards",
            ),
        ]

    def __str__(self) -> str:
        return self.origin
