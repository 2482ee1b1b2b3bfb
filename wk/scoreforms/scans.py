"""Paper that came in as photos or scans: piles as they were sent, and their pages as read."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Table, Tournament


class ScanPile(models.Model):
    """A file that was sent: one photo, or a PDF or TIFF of many pages.

    `content` is the file as it came, until all its pages are read. `page_count` is None until it
    was opened. `tries` counts how often that was begun: a file at which the reader dies is not
    tried for ever. The same file in the same tournament is kept once (`digest`). `table` is the one
    whose phone sent it; which sheet is on it is told by the code on the paper.
    """

    class Source(models.TextChoices):
        """The way on which a pile came."""

        OFFICE = "office", _("sent in the office")
        PHONE = "phone", _("sent by a phone")
        TABLE = "table", _("sent by the phone of a table")
        FOLDER = "folder", _("the folder of the scanner")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="scan_piles")
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    source = models.CharField(max_length=10, choices=Source, default=Source.OFFICE)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField()
    page_count = models.PositiveSmallIntegerField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="one_pile_a_file"),
        ]

    def __str__(self) -> str:
        return self.name


class ScanPage(models.Model):
    """A page of a pile: how it ended, and what was read of it. It never counts by itself.

    `why` is the reason of a page that was refused. `told_round` and `told_table` are the numbers in
    the code of the sheet, None without one; `table` is that table. `players` are
    the keys of the entries that sat there then, in seat order. `document` is the form as read.
    `cells` has the cells that it was made of: path, text, whether it is in doubt, and where it lies
    in `flat`, the sheet as if it lay flat. `doubts` is the number of those in doubt. `picture` is
    the page as it came, upright. Both are JPEG; once the form is handed in `picture` is a photo of
    the form. `pieces` has the images of the cells that may become examples, one after the other,
    until the page is ended; such a cell has its number among them (`piece`). `version` is what
    became of the page.
    """

    class State(models.TextChoices):
        """How far a page is."""

        WAITING = "waiting", _("waits")
        READ = "read", _("read")
        REFUSED = "refused", _("not read")
        DONE = "done", _("handed in")
        DROPPED = "dropped", _("put aside")

    pile = models.ForeignKey(ScanPile, models.CASCADE, related_name="pages")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    why = models.CharField(max_length=20, blank=True)
    told_round = models.PositiveIntegerField(null=True)
    told_table = models.PositiveIntegerField(null=True)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="scan_pages")
    players = models.JSONField(default=list)
    document = models.JSONField(default=dict)
    cells = models.JSONField(default=list)
    doubts = models.PositiveSmallIntegerField(default=0)
    picture = models.BinaryField(default=b"")
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    flat = models.BinaryField(default=b"")
    pieces = models.BinaryField(default=b"")
    version = models.ForeignKey(
        "scoreforms.Version", models.SET_NULL, null=True, related_name="scan_pages"
    )
    read_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pile", "number"], name="one_page_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.pile}, {self.number}"


# The pages that became no form: not read, put aside, or of a table that is gone with its draw.
BECAME_NO_FORM = Q(state__in=(ScanPage.State.REFUSED, ScanPage.State.DROPPED)) | Q(
    state=ScanPage.State.READ, table=None
)
