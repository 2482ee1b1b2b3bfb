"""Players as persons, and their entries in tournaments."""

from copy import copy
from typing import Any, Self

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


class Named(models.Model):
    """A name, as everybody may read it.

    - `surname`: the part of the name under which lists have it, if officials gave it; "" for the
      guess of `surnames.name_parts`.
    - `full_name`, `full_surname`: for somebody who is shown by initials. `name` has the initials
      then, so that no page, file or paper can forget to; these two are for officials. They are ""
      for everybody else.
    """

    name = CleanCharField(_("name"), max_length=80)
    surname = CleanCharField(_("surname"), max_length=80, blank=True)
    full_name = CleanCharField(_("full name"), max_length=80, blank=True, default="")
    full_surname = CleanCharField(_("full surname"), max_length=80, blank=True, default="")

    is_for_officials = False  # True for what `known` made

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store this. What `known` returned is refused: everybody would read the full name."""
        if self.is_for_officials:
            raise ValueError("a copy for officials is not stored")
        super().save(*args, **kwargs)

    @property
    def by_initials(self) -> bool:
        """Return whether everybody but officials reads only the initials."""
        return bool(self.full_name)

    @property
    def known_name(self) -> str:
        """Return the full name, for officials."""
        return self.full_name or self.name

    @property
    def known_surname(self) -> str:
        """Return the surname of the full name, for officials."""
        return self.full_surname if self.full_name else self.surname

    def known(self) -> Self:
        """Return this as officials know it, with the full name in `name`; it is not to be saved."""
        if not self.full_name:
            return self
        found = copy(self)
        found.name, found.surname = self.full_name, self.full_surname
        found.is_for_officials = True
        return found


class Player(Named):
    """A person, who may enter a tournament every year; each time that is another `Entry`.

    `is_taken_out`: he was taken out of all editions, so that nothing tells who he was.
    """

    is_taken_out = models.BooleanField(default=False)
    club = CleanCharField(_("club"), max_length=80, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [models.Index(Lower("name"), name="player_by_name")]
        constraints = [_surname_in_name("surname_of_a_player_is_in_the_name")]

    def __str__(self) -> str:
        return self.name


class Entry(Named):
    """A player in one tournament, under a start number.

    - the names and `club`: those of this edition; the person may have others now.
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
