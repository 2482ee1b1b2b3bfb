"""Forms of officials about players: names, lists, searches."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from wk.tournament.fields import validate_clean
from wk.tournament.models import MOST_NUMBER, Entry, Table
from wk.tournament.near import almost_of_that_name
from wk.tournament.playerlist import LONGEST, Listed, ListInvalid, PlayerList, read_file, read_text
from wk.tournament.queries import folded
from wk.tournament.search import is_found, of_that_name

LIST_SALT = "wk.tournament.playerlist"


class NameForm(forms.Form):
    """The name and club of a player."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST, validators=[validate_clean])
    club = forms.CharField(
        label=_("Club"), max_length=LONGEST, validators=[validate_clean], required=False
    )


class NewNameForm(NameForm):
    """The name and club of a player entered beside those on the list, `entries`.

    An equal name needs something to tell the two apart. An almost equal name may be the same
    person, mistyped. `alike` are the entries the player may be confused with.
    """

    is_other = forms.BooleanField(
        label=_("This is somebody else"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, entries: Sequence[Entry] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.alike: list[Entry] = []

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        same = of_that_name(self.entries, data.get("name", ""))
        self.alike = same or almost_of_that_name(self.entries, data.get("name", ""))
        if not self.alike:
            return data
        self.fields["is_other"].widget = forms.CheckboxInput()
        if not data.get("is_other"):
            message = is_this_another(self.alike)
            self.add_error("is_other", ValidationError(message, code="namesake"))
        if any(folded(entry.club) == folded(data.get("club", "")) for entry in same):
            text = gettext("Give a club, or add something to the name, to tell them apart.")
            self.add_error("club", ValidationError(text, code="same"))
        return data


def is_this_another(alike: Sequence[Entry]) -> str:
    """Ask whether a newcomer differs from the players on the list with (almost) that name."""
    there = ", ".join(f"{e} ({e.club})" if e.club else str(e) for e in alike)
    text = ngettext(
        "%(names)s is on the list already. Is this somebody else?",
        "%(names)s are on the list already. Is this somebody else?",
        len(alike),
    )
    return text % {"names": there}


class EntryForm(NewNameForm):
    """A player of one tournament; a new player may get the next free start number."""

    number = forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text=_("Leave empty for the next free one."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data.pop("is_other", None)
        return data


class EditEntryForm(EntryForm):
    """A player on the list; `mark` is a mark of name and club when the page was made."""

    mark = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number = self.fields["number"]
        number.required, number.help_text = True, ""


class PlayerSearchForm(forms.Form):
    """A search for a player: words of name and club, or the start number."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80)

    @property
    def asked(self) -> str:
        """Return what was typed; "" for nonsense."""
        self.is_valid()
        asked: str = self.cleaned_data.get("q", "")
        return asked

    def entries(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that match the search; all of them when nothing was typed."""
        asked = self.asked
        return [e for e in entries if is_found(asked, name=e.name, club=e.club, number=e.number)]

    def tables(self, tables: Iterable[Table]) -> list[Table]:
        """Return the tables, fetched with their seats, with a player that matches the search."""
        return [t for t in tables if self.entries(seat.entry for seat in t.seats.all())]


class PlayerListForm(forms.Form):
    """A list of players, as a file or pasted."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV or XLSX, with a heading above the names: Naam or Name."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx", "autofocus": True}),
    )
    text = forms.CharField(
        label=_("Or paste the names here"),
        required=False,
        max_length=500_000,
        help_text=_("One player a line; a club may follow after a comma."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text")
        if self.errors:
            return data
        if not file and not text:
            raise ValidationError(_("Choose a file or paste some names."), code="empty")
        try:
            players = read_file(file.name, file.read()) if file else read_text(text or "")
        except ListInvalid as error:
            raise ValidationError(str(error), code="invalid") from error
        if not players.rows:
            raise ValidationError(_("There are no players in this list."), code="empty")
        data["players"] = players
        return data


class ConfirmedListForm(forms.Form):
    """The list that was previewed, sent back to be imported; signed, so that it is the same."""

    rows = forms.CharField(widget=forms.HiddenInput)

    def clean_rows(self) -> tuple[Listed, ...]:
        """Return the list; raise ValidationError without our signature."""
        try:
            rows = signing.loads(self.cleaned_data["rows"], salt=LIST_SALT)
        except signing.BadSignature as error:
            message = _("This list has been damaged on its way.")
            raise ValidationError(message, code="invalid") from error
        return tuple(Listed(*row) for row in rows)

    @staticmethod
    def pack(players: PlayerList) -> str:
        """Return a list in the signed form that this form reads."""
        rows = [[row.line, row.name, row.club, row.number] for row in players.rows]
        return signing.dumps(rows, salt=LIST_SALT, compress=True)
