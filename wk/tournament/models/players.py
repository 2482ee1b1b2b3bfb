"""Players as persons, and their entries in tournaments."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.models.tournaments import Tournament

MOST_NUMBER = 99_999  # five figures: the search of check-in reads no longer start number


class Player(models.Model):
    """A person, who may enter a tournament every year; each time that is another `Entry`."""

    name = CleanCharField(_("name"), max_length=80)
    club = CleanCharField(_("club"), max_length=80, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [models.Index(Lower("name"), name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in one tournament, under a start number.

    - `name`, `club`: those of this edition; the person may have others now.
    - `withdrawn_after`: the last round that had begun at the withdrawal, 0 before the first round;
      None for an entry that takes part.
    - `checked_in_at`: the time of the check-in, None before it.
    - `is_announced`: False for an entry made at the door.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    # PROTECT: a person with an entry in any edition is never deleted.
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(
        _("start number"), validators=[MinValueValidator(1), MaxValueValidator(MOST_NUMBER)]
    )
    name = CleanCharField(_("name"), max_length=80)
    club = CleanCharField(_("club"), max_length=80, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    is_announced = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("standings:player", args=[self.tournament.slug, self.number])
