"""Rounds, their tables, and the seats of entries at these."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from wk.core.fields import CleanCharField
from wk.tournament.models.players import Entry
from wk.tournament.models.tournaments import MOST_MINUTES, Tournament

MOST_DEALS = 999  # in a round of a game that does not fix the number of deals


class RoundQuerySet(models.QuerySet["Round"]):
    """Queries of rounds by their state."""

    def public(self) -> "RoundQuerySet":
        """Return the rounds of which everyone may see the seats: confirmed, or further."""
        return self.exclude(state=Round.State.DRAWN)

    def started(self) -> "RoundQuerySet":
        """Return the rounds that have begun: started, closed or final."""
        return self.filter(state__in=BEGUN)

    def open(self) -> "RoundQuerySet":
        """Return the rounds in which tables hand in score forms: started, and not closed."""
        return self.filter(state=Round.State.STARTED)


class Round(models.Model):
    """One round. Its state goes from drawn to confirmed, started, closed and final.

    Everyone sees the seats of a confirmed round. Only a director corrects forms of a closed round.
    A final round changes only after a director has reopened it.

    - `seed`: the draw number of the draw, None for a round from an archive.
    - `changed_by_hand`: whether seats were changed after the draw.
    - `withheld`: the results that the public does not see yet.
    - `started_at`, `minutes`, `paused_at`: the clock: its start, its length, and since when it is
      paused. A pause that has ended is added to `started_at`.
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
        """Return the sizes of the tables of this round, without repetition."""
        # Grouped by the key alone, and in no order: the query takes half as long to write.
        tables = self.tables.order_by().values("pk").annotate(size=models.Count("seats"))
        return set(tables.values_list("size", flat=True))

    @cached_property
    def rules(self) -> Game:
        """Return the game as played in this round: the deals may depend on its tables (W-14)."""
        return self.tournament.rules.for_tables(self.table_sizes)

    @property
    def is_public(self) -> bool:
        """Return whether everyone may see the seats: confirmed, or further."""
        return self.state != self.State.DRAWN

    @property
    def is_started(self) -> bool:
        """Return whether this round has begun: started, closed or final."""
        return self.state in BEGUN

    @property
    def is_open(self) -> bool:
        """Return whether tables hand in forms: started, and not closed."""
        return self.state == self.State.STARTED


BEGUN = (Round.State.STARTED, Round.State.CLOSED, Round.State.FINAL)


class Table(models.Model):
    """One table in one round. `extra_minutes` are added to the minutes of the round."""

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
    """The seat of an entry at a table. Seats are counted clockwise; seat 1 is NORTH.

    `round` repeats the round of the table. With it a constraint can forbid a player a second
    seat in the same round.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    # RESTRICT, not PROTECT: an entry with a seat cannot be deleted by itself, but a whole
    # tournament can be, with its entries and seats.
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
    """A substitute in a seat for the rest of a round. The result stays the player's (A17).

    `from_deal` is the first deal of the substitute, None if unknown.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="substitutes")
    name = CleanCharField(_("name"), max_length=80)
    from_deal = models.PositiveSmallIntegerField(_("from deal"), null=True, blank=True)

    class Meta:
        # A substitute with an unknown deal comes first. Without this, SQLite would put NULL first
        # and PostgreSQL last.
        ordering = [models.F("from_deal").asc(nulls_first=True), "pk"]

    def __str__(self) -> str:
        return f"{self.name} for {self.seat}"
