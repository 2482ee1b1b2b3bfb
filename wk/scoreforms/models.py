"""The paper trail: what was written on each form, by whom, and which version counts."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Seat, Table


class ScoreForm(models.Model):
    """The sheet of one table in one round."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="form")

    def __str__(self) -> str:
        return str(self.table)

    @property
    def counted(self) -> "Version | None":
        """The version that counts, if there is one."""
        return self.versions.filter(is_counted=True).first()

    @property
    def waiting(self) -> "Version | None":
        """The version that was handed in and waits for a second pair of eyes, if there is one."""
        return self.versions.filter(is_waiting=True).first()


class Draft(models.Model):
    """What one author has typed so far, right or wrong; it counts for nothing.

    The table's own phone is the author that is nobody. `revision` goes up with each save, so that
    who did not see the last one is told; `deals_done` is derived, for the office's list.
    """

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="drafts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )
    content = models.JSONField()
    written = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=1)
    deals_done = models.PositiveSmallIntegerField(default=0)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "author"], name="one_draft_an_author"),
            models.UniqueConstraint(
                fields=["form"], condition=Q(author=None), name="one_draft_of_the_phone"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} draft of {self.author or 'the table'}"


class Version(models.Model):
    """What a form said at one moment, kept as it was written and never changed.

    `content` is the `form` object of the archive format, `written` the totals that stand on the
    paper beside it, one for each seat (None: not typed). `players` are those for whom it was
    written, by their keys, in seat order; they alone may change, when it turns out who sat there.
    Where others sit at the table by now it neither counts nor waits. Only one version of a form
    counts, and only one waits to be checked. A correction is a new version with a reason.
    `typing_error`: the director declared that the paper had always said so, to let through what may
    not change any more once it was noted (A9).
    """

    class Source(models.TextChoices):
        OFFICE = "office", _("typed in the office")
        SECOND = "second", _("typed by a second clerk")
        CHOICE = "choice", _("chosen from two")
        PHONE = "phone", _("the table’s phone")
        ARCHIVE = "archive", _("imported")

    class Why(models.TextChoices):
        """Why somebody else has to look at a version."""

        NOT = "", _("no check needed")
        TOTALS = "totals", _("only totals were taken")
        EVERY = "every", _("every form is checked")
        PHONE = "phone", _("to be compared with the paper")
        INCIDENT = "incident", _("something happened at the table")
        LEADERS = "leaders", _("the leaders sit here")
        LOT = "lot", _("drawn by lot")

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    written = models.JSONField(default=list)
    players = models.JSONField(default=list)
    is_counted = models.BooleanField(default=False)
    is_waiting = models.BooleanField(default=False)
    check_wanted = models.CharField(max_length=10, choices=Why, default=Why.NOT, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    source = models.CharField(max_length=10, choices=Source, default=Source.OFFICE)
    address = models.CharField(_("from where"), max_length=45, blank=True)
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
            models.UniqueConstraint(
                fields=["form"], condition=Q(is_waiting=True), name="one_waiting_version_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} v{self.number}"


class Check(models.Model):
    """A second pair of eyes on a version: by sight, or blind, when what was `typed` is kept too.

    Where the two differ it stays open until somebody has settled it.
    """

    version = models.ForeignKey(Version, models.CASCADE, related_name="checks")
    typed = models.ForeignKey(Version, models.CASCADE, null=True, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    agrees = models.BooleanField()
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.version} {'agreed' if self.agrees else 'differs'}"


class Presence(models.Model):
    """Who has a form before him: when his page was last heard of."""

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "user"], name="one_presence_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.form}"


class Photo(models.Model):
    """A picture of the paper: made anew from what was sent, so that it is nothing but a picture."""

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="photos")
    picture = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.form} photo {self.pk}"


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
