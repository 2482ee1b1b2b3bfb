"""Players as persons, and their entries in tournaments."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower, StrIndex
from django.db.models.lookups import GreaterThan
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.alphabets import mixed_alphabets
from wk.tournament.models.tournaments import Tournament
from wk.tournament.surnames import NameParts, name_parts

MOST_NUMBER = 99_999  # five figures: the search of check-in reads no longer start number


def _surname_in_name(constraint: str) -> models.CheckConstraint:
    """Return the constraint that a surname is a part of the name, or "" for a guess."""
    is_in_name = models.Q(GreaterThan(StrIndex("name", "surname"), 0))
    return models.CheckConstraint(condition=models.Q(surname="") | is_in_name, name=constraint)


class Player(models.Model):
    """A person, who may enter a tournament every year; each time that is another `Entry`.

    `surname`: the part of the name under which lists have it, if officials gave it; "" for the
    guess of `surnames.name_parts`.
    """

    name = CleanCharField(_("name"), max_length=80)
    surname = CleanCharField(_("surname"), max_length=80, blank=True)
    club = CleanCharField(_("club"), max_length=80, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [models.Index(Lower("name"), name="player_by_name")]
        constraints = [_surname_in_name("surname_of_a_player_is_in_the_name")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in one tournament, under a start number.

    - `name`, `surname`, `club`: those of this edition; the person may have others now.
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
    surname = CleanCharField(_("surname"), max_length=80, blank=True)
    club = CleanCharField(_("club"), max_length=80, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    is_announced = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
            _surname_in_name("surname_of_an_entry_is_in_the_name"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("standings:player", args=[self.tournament.slug, self.number])

    @property
    def name_parts(self) -> NameParts:
        """Return the parts of the name, with the order and the form that it has on a list."""
        return name_parts(self.name, self.surname)

    @property
    def mixed_alphabets(self) -> str:
        """Return which letter of the name only looks like the right one, "" if none does."""
        return mixed_alphabets(self.name)
