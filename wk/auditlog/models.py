"""The audit log: every act of officials on players, seats and rounds."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.core.fields import CleanCharField
from wk.tournament.models import Entry, Round, Tournament


class AuditLogEntry(models.Model):
    """One act of an official on players, seats, forms, rounds, the wall or the ceremony.

    - `author` and `at`: the official and the time; `undone_by` and `undone_at`: those of the undo.
    - `payload`: plain JSON for the undo and the sentence of the log; its keys depend on the kind.
    - `about`: the players, or the number of the round, as text.
    - `entry`: the player, None if the act is about several or the player is removed.
    """

    class Kind(models.TextChoices):
        ENTERED = "entered", _("entered at the desk")
        EDITED = "edited", _("name, club or number changed")
        REMOVED = "removed", _("removed from the list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        READMITTED = "readmitted", _("plays again")
        SUBSTITUTED = "substituted", _("replaced for the rest of a round")
        REPLACED = "replaced", _("replaced from the next round on")
        SEATED = "seated", _("seats changed by hand")
        STATE = "state", _("round moved on or back")
        DRAWN = "drawn", _("rounds drawn, drawn again or discarded")
        IMPORTED = "imported", _("brought in from an archive")
        CHECKED_IN = "checked_in", _("checked in")
        CHECK_IN_UNDONE = "check_in_undone", _("check-in taken back")
        WALL = "wall", _("wall held or let go")
        ANSWERED = "answered", _("a player answered")
        CEREMONY = "ceremony", _("place announced")
        SHOWN = "shown", _("name shown in another way")
        EXAMPLES = "examples", _("examples of writing kept or thrown away")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log_entries")
    # SET_NULL: the log entry outlives a discarded round, a removed player and a deleted account.
    # `about` still names the player.
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="log_entries")
    kind = models.CharField(max_length=20, choices=Kind)
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, related_name="log_entries")
    about = CleanCharField(max_length=200)
    payload = models.JSONField(default=dict)
    reason = CleanCharField(_("reason"), max_length=300, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        # By key too: the log entries of one request have the same time.
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind}: {self.about}"

    @property
    def kept_backup(self) -> str:
        """Return the name of the file that keeps what stood there before a return or an import.

        That of all of wk, if there is one: the page of backups has it. "" if nothing stood there.
        """
        return str(self.payload.get("kept") or self.payload.get("backup", ""))

    @property
    def reason_words(self) -> str:
        """Return the reason in words, or the answer that a player got; "" without one."""
        if not self.reason:
            return ""
        is_answer = self.kind == self.Kind.ANSWERED
        text = gettext("Answer: %(reason)s") if is_answer else gettext("Reason: %(reason)s")
        return text % {"reason": self.reason}
