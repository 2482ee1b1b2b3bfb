"""What comes in from the pages of backups."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class DiskForm(forms.Form):
    """The disk that becomes the second place: one of those that the machine shows."""

    folder = forms.ChoiceField(label=_("Disk"))

    def __init__(self, *args: Any, folders: Sequence[Path], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["folder"].choices = [(str(each), str(each)) for each in folders]  # type: ignore[attr-defined]


class FolderForm(forms.Form):
    """A folder of this machine, typed by who sits at it."""

    folder = forms.CharField(
        label=_("Folder"),
        max_length=500,
        help_text=_(
            "The place of another disk, for who knows computers: such as /media/stick or"
            " /mnt/backup."
        ),
    )


class PressForm(forms.Form):
    """The name of the press of a button: what is pressed twice is done once."""

    press = forms.RegexField(r"^[0-9a-f]{16}$")
