"""What players say about cells of their forms, and what the office answers."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.models import Entry, Round

MOST_WORDS = 200  # characters of the sentence of a player
MOST_VALUE = 40  # characters of a cell that a player may point at


class ObjectionQuerySet(models.QuerySet["Objection"]):
    """Queries of objections by what is still to be done about them."""

    def open(self) -> "ObjectionQuerySet":
        """Return the objections that the office has still to answer.

        Their forms count or wait for a review, in rounds that are not final. A form that has to be
        handed in anew after a change of seats has none: the office would have nothing to look at.
        """
        is_in = Q(form__versions__is_counted=True) | Q(form__versions__is_waiting=True)
        unanswered = self.filter(is_in, answered_at=None)
        return unanswered.exclude(form__table__round__state=Round.State.FINAL)


class Objection(models.Model):
    """A player says that a cell of his form is not right. By itself it changes nothing.

    - `path` names the cell, as the layout of the game does. `stood` is the text of the cell when
      this was said, `wanted` the text that it should have, and `words` what the player adds.
    - `is_from_table`: it was said with the code of the table, not with that of the player's card.
    - `answered_by`, `answered_at`, `answer`: the answer of the office in words. `outcome` is the
      text of the cell since then, and `version` the version that counts or waits since then.
    """

    form = models.ForeignKey("scoreforms.ScoreForm", models.CASCADE, related_name="objections")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="objections")
    path = models.CharField(max_length=60)
    stood = models.CharField(max_length=MOST_VALUE, blank=True)
    wanted = models.CharField(max_length=MOST_VALUE, blank=True)
    words = CleanCharField(max_length=MOST_WORDS, blank=True)
    is_from_table = models.BooleanField(default=False)
    said_at = models.DateTimeField()
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True)
    answer = CleanCharField(_("answer"), max_length=300, blank=True)
    outcome = models.CharField(max_length=MOST_VALUE, blank=True)
    version = models.ForeignKey(
        "scoreforms.Version", models.SET_NULL, null=True, related_name="objections"
    )

    objects = ObjectionQuerySet.as_manager()

    class Meta:
        ordering = ["said_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["form", "entry", "path"],
                condition=Q(answered_at=None),
                name="one_open_objection_a_cell",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} {self.path}: {self.entry}"

    @property
    def is_answered(self) -> bool:
        """Return whether the office has answered, in words or by a correction."""
        return self.answered_at is not None

    @property
    def is_corrected(self) -> bool:
        """Return whether the cell has another value since the answer."""
        return self.is_answered and self.outcome != self.stood
