"""The paper trail: versions of each score form, their authors, and which of them counts."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from wk.accounts.address import device_words
from wk.scoreforms.examples import WritingExample
from wk.scoreforms.objections.models import Objection
from wk.scoreforms.scans import ScanPage, ScanPile
from wk.tournament.models import Seat, Table

# Objections, scans and examples stand in modules of their own: they are nouns of this room as well.
__all__ = [
    "Check",
    "Draft",
    "Objection",
    "PaperHolder",
    "Photo",
    "Presence",
    "Result",
    "ScanPage",
    "ScanPile",
    "ScoreForm",
    "Version",
    "VersionQuerySet",
    "WritingExample",
]


class ScoreForm(models.Model):
    """The sheet of one table in one round."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="form")

    def __str__(self) -> str:
        return str(self.table)

    @property
    def counted(self) -> "Version | None":
        """Return the version that counts, None without one."""
        return self.versions.filter(is_counted=True).first()

    @property
    def waiting(self) -> "Version | None":
        """Return the version that was handed in and waits for review, None without one."""
        return self.versions.filter(is_waiting=True).first()


class Draft(models.Model):
    """The content of a form as one author has typed it so far, right or wrong; it does not count.

    A draft of the table's phone has no author. `revision` goes up with each save, so that a save
    from a page with an older revision is noticed. `version` is the number of the version that the
    author saw when he began, 0 for none; None: not known, as for a draft of the phone. A version
    with another number came in while he was typing. `deals_done` is computed from the content, for
    the office's list of forms.
    """

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="drafts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )
    content = models.JSONField()
    paper_totals = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=1)
    version = models.PositiveSmallIntegerField(null=True)
    # Stored beside the content, as the list of forms reads it for all tables at once.
    deals_done = models.PositiveSmallIntegerField(default=0)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "author"], name="one_draft_an_author"),
            # The first constraint does not cover the phone: in a database no two nulls are equal.
            models.UniqueConstraint(
                fields=["form"], condition=Q(author=None), name="one_draft_of_the_phone"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} draft of {self.author or 'the table'}"


class VersionQuerySet(models.QuerySet["Version"]):
    """Queries of versions by what they are to their form."""

    def current(self) -> "Version | None":
        """Return the version of a form that counts, else the one that waits, None without either.

        One query.
        """
        is_current = Q(is_counted=True) | Q(is_waiting=True)
        return self.filter(is_current).order_by("-is_counted").first()


class Version(models.Model):
    """The content of a form at one moment, never changed once it is stored.

    `content` is the `form` object of the archive format. `paper_totals` are the totals that the
    table wrote below the deals, one for each seat (None: not typed). `players` are the keys of the
    entries for which the version was written, in seat order. `players` alone may change, when a
    correction of the seating shows that other players sat there.

    At most one version of a form counts, and at most one waits for review. A version for other
    players than those at the table now does neither. A correction is a new version with a reason.
    `typing_error`: the director declared that the paper always had the new value. That allows a
    change of a noted value that the game forbids otherwise (A9).
    """

    class Source(models.TextChoices):
        """The origin of a version."""

        OFFICE = "office", _("typed in the office")
        SECOND = "second", _("typed by a second clerk")
        CHOICE = "choice", _("chosen from two")
        PHONE = "phone", _("the table’s phone")
        ARCHIVE = "archive", _("imported")
        CAMERA = "camera", _("read from a photo")

    class CheckReason(models.TextChoices):
        """The reason why a second person has to review a version."""

        NOT = "", _("no check needed")
        TOTALS = "totals", _("only totals were taken")
        EVERY = "every", _("every form is checked")
        PHONE = "phone", _("to be compared with the paper")
        INCIDENT = "incident", _("an infraction is noted on it")
        LEADERS = "leaders", _("the leaders sit here")
        LOT = "lot", _("drawn by lot")

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    paper_totals = models.JSONField(default=list)
    # Keys and no relation: an entry may be removed from the list while its versions stay.
    players = models.JSONField(default=list)
    is_counted = models.BooleanField(default=False)
    is_waiting = models.BooleanField(default=False)
    check_wanted = models.CharField(
        max_length=10, choices=CheckReason, default=CheckReason.NOT, blank=True
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    source = models.CharField(max_length=10, choices=Source, default=Source.OFFICE)
    address = models.CharField(_("from where"), max_length=45, blank=True)
    saved_at = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    typing_error = models.BooleanField(default=False)

    objects = VersionQuerySet.as_manager()

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

    @property
    def is_to_compare(self) -> bool:
        """Return whether it was typed beside another version, and has never counted itself."""
        return self.source == self.Source.SECOND and not (self.is_counted or self.is_waiting)

    @property
    def device(self) -> str:
        """Return in words the device on which it was typed, "" if that is not known."""
        return device_words(self.address)

    @cached_property
    def seat_results(self) -> "tuple[Result, ...]":
        """Return the results of the version in seat order; none unless it counts.

        One query with the players, and none right after the results were stored.
        """
        return tuple(self.results.select_related("seat__entry").order_by("seat__number"))


class Check(models.Model):
    """A review of a version: by sight, or blind, with the second typing as `typed`.

    `agrees`: the reviewer found the version right. If the two typings differ, the check is open
    until it is adjudicated. A new version that counts ends the open checks of its form too.
    """

    version = models.ForeignKey(Version, models.CASCADE, related_name="checks")
    typed = models.ForeignKey(Version, models.CASCADE, null=True, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    agrees = models.BooleanField()
    adjudicated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    adjudicated_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.version} {'agreed' if self.agrees else 'differs'}"


class Presence(models.Model):
    """An official with a form open, and the time of the last request from that page."""

    form = models.ForeignKey(ScoreForm, models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "user"], name="one_presence_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.form}"


class PaperHolder(models.Model):
    """The official with whom the paper of a form lies, and since when."""

    form = models.OneToOneField(ScoreForm, models.CASCADE, related_name="paper_holder")
    official = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    taken_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.form} with {self.official}"


class Photo(models.Model):
    """A photo of the paper. It is encoded anew, so that it has no data but the picture."""

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
    """The result of one seat, computed from the version that counts.

    Match points are stored as whole numbers of halves (`half_points`), so that sums stay exact.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    version = models.ForeignKey(Version, models.CASCADE, related_name="results")
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    # Signed: equal steps of match points may go below 0 at large tables (scoring.result).
    half_points = models.SmallIntegerField()
    totals_only = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"

    @property
    def match_points(self) -> Fraction:
        """Return the match points as an exact fraction."""
        return Fraction(self.half_points, 2)
