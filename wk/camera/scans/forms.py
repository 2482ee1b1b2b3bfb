"""Forms of the pages of photos and scans."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.camera.scans.incoming import MOST_BYTES, MOST_FILES, SentFile
from wk.scoreforms.entry.forms import ColumnsForm
from wk.scoreforms.photos.forms import FilesInput
from wk.tournament.models import Round, Table

MOST_TOGETHER = 250_000_000  # bytes of all files: they are in memory until they are stored
MOST_PHOTO_BYTES = 20_000_000  # of a photo that the phone of a table sends


class FilesField(forms.FileField):
    """One file or several, as they were sent; each is judged by itself when it is stored."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[SentFile]:
        files = data or []
        if not files:
            raise ValidationError(_("Choose photos or scans first."))
        if len(files) > MOST_FILES:
            raise ValidationError(_("Send at most %d files at once.") % MOST_FILES)
        if sum(file.size for file in files) > MOST_TOGETHER:
            size = MOST_TOGETHER // 1_000_000
            raise ValidationError(_("Send at most %d MB at once.") % size)
        # Of a file that is too large so much is read that it is known to be.
        return [SentFile(file.name, file.read(MOST_BYTES + 1)) for file in files]


class ScansForm(forms.Form):
    """Photos and scans that are sent in."""

    sheets = FilesField(label=gettext_lazy("Photos and scans"))


class TablePhotoForm(forms.Form):
    """A photo of its form that the phone of a table sends."""

    photo = forms.FileField()

    def clean_photo(self) -> SentFile:
        """Return the photo as it was sent."""
        sent = self.cleaned_data["photo"]
        file = SentFile(sent.name, sent.read(MOST_PHOTO_BYTES + 1))
        if len(file.content) > MOST_PHOTO_BYTES:
            size = MOST_PHOTO_BYTES // 1_000_000
            raise ValidationError(_("This file is larger than %d MB.") % size)
        if not file.is_photo:
            raise ValidationError(_("This is no photo: use JPEG, PNG or WebP."))
        return file


class ListForm(forms.Form):
    """The background request of an open list, with the token of what it shows."""

    version_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)


class TypeForm(forms.Form):
    """The table whose form is on a page that could not be read."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=9999)

    def __init__(self, data: QueryDict | None = None, *, round: Round | None) -> None:
        super().__init__(data)
        self._round = round

    def clean_table(self) -> Table:
        number = self.cleaned_data["table"]
        tables = Table.objects.select_related("round__tournament")
        table = tables.filter(round=self._round, number=number).first()
        if table is None:
            raise ValidationError(_("There is no such table in this round."))
        return table


class LookForm(ColumnsForm):
    """What an official found on a page: the cells that were looked at, and the totals.

    `seen` are the paths of cells that were compared with the photo. The texts of the cells are
    judged with the rest of the form (`wk.scoreforms.entry.forms.CellsForm`).
    """

    totals_seen = forms.BooleanField(required=False)
    sure = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    def __init__(self, data: QueryDict, paths: Iterable[str], boxes: Iterable[str] = ()) -> None:
        super().__init__(data)
        self._sent, self._paths, self._boxes = data, frozenset(paths), frozenset(boxes)

    @property
    def seen(self) -> frozenset[str]:
        """Return the paths of the cells that were looked at."""
        return self._paths & {*self._sent.getlist("seen")}

    @property
    def texts(self) -> dict[str, str]:
        """Return the texts of the cells that were sent, by path.

        Of a box without its tick nothing is sent: one that was looked at is empty.
        """
        sent = {path: str(self._sent[path]) for path in self._paths if path in self._sent}
        return dict.fromkeys(self._boxes & self.seen, "") | sent
