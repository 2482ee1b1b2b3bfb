"""The words of pages for why a backup was made, and for what is wrong with the second place."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wk.backups.manifest import Manifest, Why
from wk.core.storage_faults import Fault, fault_of

WHY: Mapping[Why, Promise] = {
    Why.HAND: _("made by hand"),
    Why.TIME: _("made by itself"),
    Why.RESTORE: _("before another moment was brought back"),
    Why.IMPORT: _("before a tournament was read in"),
    Why.CONFIRM: _("before the draw of round %(round)s was confirmed"),
    Why.UNCONFIRM: _("before the draw of round %(round)s was opened again"),
    Why.START: _("before round %(round)s was started"),
    Why.UNSTART: _("before the start of round %(round)s was taken back"),
    Why.CLOSE: _("before round %(round)s was closed"),
    Why.FINAL: _("before round %(round)s was made final"),
    Why.REOPEN: _("before round %(round)s was opened again"),
    Why.DISCARD: _("before the draw of round %(round)s was thrown away"),
}
FAULTS: Mapping[str, Promise] = {
    "full": _("The second place for backups, %(folder)s, is full."),
    "gone": _("The second place for backups, %(folder)s, is not there. Was a stick pulled out?"),
    "slow": _("The second place for backups, %(folder)s, is too slow: a backup took two minutes."),
    "failed": _("Nothing can be written to the second place for backups, %(folder)s."),
}


def why_words(manifest: Manifest) -> str:
    """Return why a backup was made, such as "before round 2 was started"."""
    return str(WHY[manifest.why]) % {"round": manifest.about}


def why_not(error: Exception) -> str:
    """Return why a backup could not be written: in plain words where what failed is known."""
    said = str(getattr(error, "strerror", None) or error)
    fault = fault_of(error)
    return said if fault in (None, Fault.SILENT) else f"{fault.words} ({said})"
