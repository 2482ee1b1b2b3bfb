"""A tournament and its settings."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from scoring.registry import DEFAULT, game
from wk.core.fields import GAME_CHOICES, CleanCharField
from wk.tournament.champion_titles import ChampionTitle, champion_title
from wk.tournament.practice_slugs import is_practice

MOST_ROUNDS = 20
MOST_MINUTES = 600  # of a round, or extra for a table


class Tournament(models.Model):
    """One edition of a championship, with its settings.

    - `options`: the settings of its game, as the game itself stores them.
    - `fours`: the number of tables of four; None for as few as possible (`wk.draw.sizes_for`).
    - `second_check`: the forms that a second person checks before they count.
    - `check_method`: how the second person checks a form.
    - `one_look`: whether a form that a camera read without any doubt needs one person only.
    - `keeps_examples`: whether pieces of photos are kept, of which the camera learns to read.
    - `phones`: what happens with a form that a table typed on its own phone.
    - `last_round`: how the last round is seated.
    - `round_minutes`: the length of a round in minutes; None for a tournament without a clock.
    - `odds`: whether pages tell an estimate of who wins.
    - `kiosk_key`: the key in the address at which players check themselves in, "" without a kiosk.
    - `calls_on_wall`: whether the wall shows which tables ask for the director.
    - `programme`: the times of the day, as `wk.tournament.programme` stores them.
    - `sounds`: whether screens on the wall play tones at the end of a round.
    - `champion`: the title of the winner that the organiser chose, "" where the name decides.
    - `notes_payments`: whether the desk notes who has paid; `fee` is in euros, None if not told.
    """

    class SecondCheck(models.TextChoices):
        NONE = "none", _("no form")
        IMPORTANT = "important", _("the forms that matter")
        EVERY = "every", _("every form")

    class CheckMethod(models.TextChoices):
        SIGHT = "sight", _("by sight, beside the paper")
        BLIND = "blind", _("blind, by typing it again")

    class Phones(models.TextChoices):
        OFF = "off", _("tables do not use a phone")
        COMPARE = "compare", _("the office compares it with the paper")
        FORM = "form", _("it is taken as the form")

    class LastRound(models.TextChoices):
        LOT = "lot", _("by lot, like the others")
        STANDINGS = "standings", _("by the standings, best together")

    name = CleanCharField(_("name"), max_length=100)
    slug = models.SlugField(
        _("address"), max_length=50, unique=True, help_text=_("The last part of its web address.")
    )
    date = models.DateField(_("date"))
    venue = CleanCharField(_("venue"), max_length=100, blank=True)
    game = models.CharField(_("game"), max_length=30, choices=GAME_CHOICES, default=DEFAULT)
    options = models.JSONField(default=dict, blank=True)
    round_count = models.PositiveSmallIntegerField(
        _("rounds"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
    )
    fours = models.PositiveIntegerField(_("tables of four"), null=True, blank=True)
    second_check = models.CharField(
        _("looked at twice"), max_length=10, choices=SecondCheck, default=SecondCheck.NONE
    )
    check_method = models.CharField(
        _("how"), max_length=10, choices=CheckMethod, default=CheckMethod.SIGHT
    )
    one_look = models.BooleanField(_("one look at what was read in without doubt"), default=False)
    keeps_examples = models.BooleanField(_("examples of writing are kept"), default=False)
    phones = models.CharField(
        _("phone at the table"), max_length=10, choices=Phones, default=Phones.COMPARE
    )
    last_round = models.CharField(
        _("last round"), max_length=10, choices=LastRound, default=LastRound.LOT
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes a round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)],
    )
    odds = models.BooleanField(_("estimate of who wins"), default=False)
    kiosk_key = models.CharField(max_length=20, blank=True, default="", editable=False)
    calls_on_wall = models.BooleanField(_("calls on the wall"), default=False)
    programme = models.JSONField(default=list, blank=True)
    sounds = models.BooleanField(_("sounds at the end of a round"), default=False)
    champion = models.CharField(
        _("title of the winner"), max_length=10, choices=ChampionTitle, blank=True, default=""
    )
    notes_payments = models.BooleanField(_("payment at the desk"), default=False)
    fee = models.DecimalField(
        _("fee"),
        max_digits=6,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.01"))],
    )

    class Meta:
        ordering = ["-date", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("overview", args=[self.slug])

    @property
    def is_practice(self) -> bool:
        """Return whether this is a practice tournament: its slug is reserved for one."""
        return is_practice(self.slug)

    @property
    def champion_title(self) -> str:
        """Return what the winner is called: "world champion" or "champion"."""
        return str(champion_title(self.name, self.champion).label)

    @property
    def rules(self) -> Game:
        """Return the game with the options of this tournament, for tables of any size."""
        return game(self.game, self.options)
