"""The paper trail: what was written on each form, by whom, and which version counts."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Seat, Table


class ScoreForm(models.Model):
    """The sheet of one table in one round, with the draft of what is being typed."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="form")
    draft = models.JSONField(null=True, blank=True)
    draft_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    draft_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.table)

    @property
    def counted(self) -> "Version | None":
        """The version that counts, if the form has been handed in."""
        return self.versions.filter(is_counted=True).first()


class Version(models.Model):
    """What a form said at one moment, kept as it was written and never changed.

    `content` is the `form` object of the archive format. A correction is a new version with a
    reason; only one version of a form counts. `typing_error`: the director declared that the paper
    had always said so, to let through what may not change any more once it was noted (A9).
    """

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    is_counted = models.BooleanField(default=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    saved_at = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    typing_error = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["form", "number"], name="one_version_a_number"),
            models.UniqueConstraint(
                fields=["form"], condition=Q(is_counted=True), name="one_counted_version_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} v{self.number}"


class Result(models.Model):
    """What the counted version is worth for one seat; computed, and never typed.

    Match points are stored as whole numbers of halves, so that sums stay exact.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    version = models.ForeignKey(Version, models.CASCADE, related_name="results")
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    half_points = models.SmallIntegerField()
    totals_only = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"

    @property
    def match_points(self) -> Fraction:
        """Match points in exact halves."""
        return Fraction(self.half_points, 2)
