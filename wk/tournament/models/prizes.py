"""The prizes of a tournament: categories, the players marked for them, and what was handed out."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.models.players import Entry
from wk.tournament.models.tournaments import MOST_ROUNDS, Tournament

MOST_PRIZES = 20  # of a category
MOST_MEMBERS = 20  # of a club that count together
USUAL_MEMBERS = 3


class PrizeCategory(models.Model):
    """A category of prizes, with a name that the organiser chose.

    - `prizes`: the number of prizes; ranks up to that number win one.
    - `counts`: what is ranked.
    - `round`: for the most points in one round, its number; None for any round.
    - `best`: for clubs, the number of players whose results are added up.
    - `entries`: the players marked for it; only they are ranked where marked players are.
    """

    class Counts(models.TextChoices):
        EVERYBODY = "everybody", _("the final standings, of all players")
        MARKED = "marked", _("the final standings, of the players you mark")
        ROUND = "round", _("most points in one round")
        CLUBS = "clubs", _("clubs, by their best players")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prize_categories")
    name = CleanCharField(_("name"), max_length=60)
    prizes = models.PositiveSmallIntegerField(
        _("prizes"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_PRIZES)]
    )
    counts = models.CharField(
        _("what counts"), max_length=10, choices=Counts, default=Counts.MARKED
    )
    round = models.PositiveSmallIntegerField(
        _("round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
    )
    best = models.PositiveSmallIntegerField(
        _("players of a club"),
        default=USUAL_MEMBERS,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MEMBERS)],
    )
    entries = models.ManyToManyField(
        Entry, through="PrizeMark", related_name="prize_categories", blank=True
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_prize_category_a_name")
        ]

    def __str__(self) -> str:
        return self.name


class PrizeMark(models.Model):
    """The mark of a player for a category."""

    category = models.ForeignKey(PrizeCategory, models.CASCADE, related_name="marks")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "entry"], name="one_prize_mark_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.entry}"


class HandedPrize(models.Model):
    """The note that a winner has got his prize: a player, or a club by its name.

    No public page shows it.
    """

    category = models.ForeignKey(PrizeCategory, models.CASCADE, related_name="handed")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    club = CleanCharField(max_length=80, blank=True)
    at = models.DateTimeField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["category", "entry"],
                condition=models.Q(entry__isnull=False),
                name="one_handed_prize_a_player",
            ),
            models.UniqueConstraint(
                fields=["category", "club"],
                condition=models.Q(entry__isnull=True),
                name="one_handed_prize_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.entry or self.club}"
