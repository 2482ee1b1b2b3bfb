"""Forms to import a list of players: the list itself, and its confirmation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wk.players.list_import.player_list import (
    ListInvalid,
    ListLine,
    PlannedLine,
    read_file,
    read_text,
)

LIST_SALT = "wk.players.list_import.confirmed_list"


class PlayerListForm(forms.Form):
    """A list of players, as a file or as pasted text.

    The cleaned data has the list as `players` (PlayerList).
    """

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("An Excel file (XLSX) or CSV, with a heading above the names: Naam or Name."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx", "autofocus": True}),
    )
    text = forms.CharField(
        label=_("Or paste the names here"),
        required=False,
        max_length=500_000,
        help_text=_("One player a line; a club may follow after a comma, and a start number."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text")
        if self.errors:
            return data
        if not file and not text:
            raise ValidationError(_("Choose a file or paste some names."))
        try:
            players = read_file(file.name, file.read()) if file else read_text(text or "")
        except ListInvalid as error:
            raise ValidationError(str(error)) from error
        if not players.rows:
            raise ValidationError(_("There are no players in this list."))
        data["players"] = players
        return data


@dataclass(frozen=True, slots=True)
class ConfirmedList:
    """The lines that an official confirmed, and the numbers of those that he saw left out."""

    rows: tuple[ListLine, ...]
    left_out: tuple[int, ...]


class ConfirmedListForm(forms.Form):
    """The previewed list, sent back to be imported.

    It is signed: the server stores nothing between the two pages, and imports only what it showed.
    """

    rows = forms.CharField(widget=forms.HiddenInput)

    def clean_rows(self) -> ConfirmedList:
        """Return the confirmed list. Raise ValidationError if the signature is wrong."""
        try:
            rows, left_out = signing.loads(self.cleaned_data["rows"], salt=LIST_SALT)
        except signing.BadSignature as error:
            message = _("This list has been damaged on its way.")
            raise ValidationError(message) from error
        return ConfirmedList(tuple(ListLine(*row) for row in rows), tuple(left_out))

    @staticmethod
    def pack(planned: Sequence[PlannedLine], before: Sequence[int] = ()) -> str:
        """Return a planned list as signed text, for the field `rows`.

        `before` are the numbers of lines that were left out of it already.
        """
        listed = [line.listed for line in planned if line.outcome != "problem"]
        rows = [[row.line, row.name, row.club, row.number, row.surname] for row in listed]
        left_out = [line.listed.line for line in planned if line.outcome == "problem"]
        return signing.dumps([rows, sorted({*before, *left_out})], salt=LIST_SALT, compress=True)
