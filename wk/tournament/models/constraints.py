"""The constraints of a draw: separations and fixed seats."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.models.players import Entry
from wk.tournament.models.tournaments import Tournament


class Separation(models.Model):
    """Players who do not share a table, such as a household or a club.

    A hard separation (must) holds in every draw, or nothing is drawn. A soft one (wish) is met
    where it costs no repeat meeting.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="separations")
    name = CleanCharField(_("name"), max_length=80, blank=True)
    is_hard = models.BooleanField(_("must"), default=True)
    entries = models.ManyToManyField(Entry, related_name="separations")

    class Meta:
        ordering = ["-is_hard", "name", "pk"]

    def __str__(self) -> str:
        return self.name or ", ".join(str(entry) for entry in self.entries.all())


class FixedSeat(models.Model):
    """A fixed seat of a player: a table, a seat number, or both.

    It holds in one round, or in every round if `round` is None.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="fixed_seats")
    # Numbers, not foreign keys: the rounds and tables are drawn later.
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)

    class Meta:
        ordering = ["entry__name", "entry__number", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table__isnull=False) | models.Q(seat__isnull=False),
                # The earlier word for a fixed seat: the database knows the constraint by this name.
                name="a_place_is_a_table_or_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.table}/{self.seat}/{self.round}"
