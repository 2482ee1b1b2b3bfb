"""A tournament, its entries, its rounds, and the seats of entries in rounds."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from scoring.registry import DEFAULT, game
from wk.core.fields import GAME_CHOICES, CleanCharField
from wk.tournament.practice_slugs import is_practice

MOST_ROUNDS = 20
MOST_NUMBER = 99_999
MOST_MINUTES = 600
MOST_DEALS = 999  # in a round, where its game does not say how many


class Tournament(models.Model):
    """One edition of a championship.

    - `fours`: the number of tables of four the organiser chose, None for as few as possible
      (`wk.draw.sizes_for`).
    - `second_check`: the forms that need a second check before they count; `check_method`: how the
      second person does it.
    - `phones`: what happens with a form that a table typed on its own phone.
    - `last_round`: how the last round is seated.
    - `round_minutes`: the length of a round, None where no clock runs.
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

    class Meta:
        ordering = ["-date", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("overview", args=[self.slug])

    @property
    def is_practice(self) -> bool:
        """Return whether this is a practice tournament, by its address."""
        return is_practice(self.slug)

    @property
    def rules(self) -> Game:
        """Return the game with the options of this tournament."""
        return game(self.game, self.options)


class Player(models.Model):
    """A person; the same one may enter tournaments year after year."""

    name = CleanCharField(_("name"), max_length=80)
    club = CleanCharField(_("club"), max_length=80, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [models.Index(Lower("name"), name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in one tournament, with a start number and the name and club of that edition.

    `checked_in_at` is the time of the check-in, None before it. `is_announced` is False for an
    entry made at the door.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
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


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds, by their state."""

    def public(self) -> "RoundQuerySet":
        """Return the rounds with public seats."""
        return self.exclude(state=Round.State.DRAWN)

    def started(self) -> "RoundQuerySet":
        """Return the rounds that have begun, whether they go on or are closed."""
        return self.filter(state__in=BEGUN)

    def open(self) -> "RoundQuerySet":
        """Return the rounds in which score forms may be handed in."""
        return self.filter(state=Round.State.STARTED)


class Round(models.Model):
    """One round: drawn, then confirmed and public, then started, closed and final.

    Clerks hand in no forms of a closed round, and only the director corrects one. A final round
    changes only after the director has reopened it.

    - `seed`: the lot number of the draw, None for a round from an archive.
    - `withheld`: the results that the public does not see yet.
    - `started_at` and `minutes`: the start and length of its clock, paused since `paused_at`.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        CONFIRMED = "confirmed", _("confirmed")
        STARTED = "started", _("started")
        CLOSED = "closed", _("closed")
        FINAL = "final", _("final")

    class Withheld(models.TextChoices):
        NOTHING = "", _("nothing: everyone sees each result at once")
        TOP = "top", _("the first ten places")
        ALL = "all", _("all results of the round")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    seed = models.BigIntegerField(_("seed"), null=True, blank=True)
    changed_by_hand = models.BooleanField(default=False)
    withheld = models.CharField(
        _("held back"), max_length=10, choices=Withheld, default=Withheld.NOTHING, blank=True
    )
    started_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)]
    )
    paused_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("rounds:round", args=[self.tournament.slug, self.number])

    @cached_property
    def table_sizes(self) -> set[int]:
        """Return the sizes of its tables, each once."""
        sizes = self.tables.annotate(size=models.Count("seats")).values_list("size", flat=True)
        return set(sizes)

    @cached_property
    def rules(self) -> Game:
        """Return the game as played in this round; deals may depend on table sizes (W-14)."""
        return self.tournament.rules.for_tables(self.table_sizes)

    @property
    def is_public(self) -> bool:
        """Return whether players may see their seats."""
        return self.state != self.State.DRAWN

    @property
    def is_started(self) -> bool:
        """Return whether this round has begun, closed or not."""
        return self.state in BEGUN

    @property
    def is_open(self) -> bool:
        """Return whether forms of this round may be handed in."""
        return self.state == self.State.STARTED


BEGUN = (Round.State.STARTED, Round.State.CLOSED, Round.State.FINAL)


class Table(models.Model):
    """One table in one round; `extra_minutes` come on top of those of the round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("table"))
    extra_minutes = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MOST_MINUTES)]
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.number}"

    def get_absolute_url(self) -> str:
        tournament = self.round.tournament
        return reverse("scoreforms:table", args=[tournament.slug, self.round.number, self.number])


class Seat(models.Model):
    """An entry's seat at a table; seats are counted clockwise, and seat 1 is NORTH.

    `round` repeats that of the table, so that the database can refuse a player a second seat in a
    round.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="seats")

    class Meta:
        ordering = ["table__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_a_player_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}: {self.entry}"


class Substitute(models.Model):
    """A substitute for a player who left during a round; the result stays the player's (A17).

    `from_deal` is the first deal of the substitute, None if unknown.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="substitutes")
    name = CleanCharField(_("name"), max_length=80)
    from_deal = models.PositiveSmallIntegerField(_("from deal"), null=True, blank=True)

    class Meta:
        # A substitute without a noted deal comes first; databases differ in where they put NULL.
        ordering = [models.F("from_deal").asc(nulls_first=True), "pk"]

    def __str__(self) -> str:
        return f"{self.name} for {self.seat}"


class Separation(models.Model):
    """Players the organiser does not want at one table: a household, a club.

    A hard one (must) holds in every draw, or nothing is drawn. A soft one (wish) is met where it
    costs no repeat meeting.
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

    Without a round it holds in every round.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="fixed_seats")
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)

    class Meta:
        ordering = ["entry__name", "entry__number", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table__isnull=False) | models.Q(seat__isnull=False),
                name="a_place_is_a_table_or_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.table}/{self.seat}/{self.round}"
