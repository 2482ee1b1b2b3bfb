"""Forms for players: their names, and the search in their list."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean
from wk.players.list_import.player_list import LONGEST
from wk.players.services import entry_token
from wk.tournament.alphabets import validate_one_alphabet
from wk.tournament.fuzzy_names import entries_with_similar_name
from wk.tournament.models import MOST_NUMBER, Entry, Table
from wk.tournament.name_search import (
    is_found,
    listed_label,
    with_same_name,
    with_same_name_and_club,
)
from wk.tournament.surnames import surname_in


class NameForm(forms.Form):
    """The name and club of a player."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST, validators=[validate_clean, validate_one_alphabet]
    )
    club = forms.CharField(
        label=_("Club"), max_length=LONGEST, validators=[validate_clean], required=False
    )


class NewNameForm(NameForm):
    """The name and club of a new player. `entries` are the players on the list.

    For a name that is equal or similar to one on the list the official has to confirm `is_other`.
    Two players of the same name must have different clubs. After validation, `alike` holds the
    entries with an equal name, or else those with a similar one.
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
        same = with_same_name(self.entries, data.get("name", ""))
        self.alike = same or entries_with_similar_name(self.entries, data.get("name", ""))
        if not self.alike:
            return data
        # Hidden until there is a namesake to confirm.
        self.fields["is_other"].widget = forms.CheckboxInput()
        if not data.get("is_other"):
            message = namesake_question(self.alike)
            self.add_error("is_other", message)
        if with_same_name_and_club(same, data.get("name", ""), data.get("club", "")):
            text = gettext("Give a club, or add something to the name, to tell them apart.")
            self.add_error("club", text)
        return data


def namesake_question(alike: Sequence[Entry]) -> str:
    """Return the question whether a new player is somebody else than these players."""
    names = ", ".join(f"{e} ({e.club})" if e.club else str(e) for e in alike)
    text = ngettext(
        "%(names)s is on the list already. Is this somebody else?",
        "%(names)s are on the list already. Is this somebody else?",
        len(alike),
    )
    return text % {"names": names}


class EntryForm(NewNameForm):
    """A new player of a tournament. Without a start number the player gets the next free one."""

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
        data.pop("is_other", None)  # no argument of the service
        return data


class CorrectionForm(forms.Form):
    """The corrected name of an entry, with the surname under which lists have it.

    `version_token` is that of the entry as the page shows it. The cleaned surname is None if the
    official left it as the page showed it, and "" for a guess.
    """

    surname = forms.CharField(
        label=_("On lists under"), max_length=LONGEST, validators=[validate_clean], required=False
    )
    version_token = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    field_order = ("name", "surname", "club", "number")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, entry: Entry, **kwargs: Any
    ) -> None:
        initial = {
            "name": entry.name,
            "surname": entry.name_parts.surname,
            "club": entry.club,
            "number": entry.number,
            "version_token": entry_token(entry),
        }
        super().__init__(data, initial=initial, **kwargs)
        text = gettext(
            "Lists have this player under %(letter)s: %(listed)s. Leave this empty to let Card"
            " champion choose."
        )
        about = {"letter": entry.name_parts.letter, "listed": listed_label(entry)}
        self.fields["surname"].help_text = escape(text % about)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        name, surname = data.get("name", ""), data.get("surname", "")
        if surname == self.initial["surname"]:
            data["surname"] = None
        elif name and surname and not surname_in(name, surname):
            text = gettext("“%(surname)s” is not a part of the name %(name)s.")
            message = text % {"surname": surname, "name": name}
            self.add_error("surname", message)
        return data


class EditEntryForm(CorrectionForm, EntryForm):
    """A corrected player on the list, with the start number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number = self.fields["number"]
        number.required, number.help_text = True, ""


class PlayerSearchForm(forms.Form):
    """A search for a player: words of name and club, or the start number."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80)

    @property
    def query(self) -> str:
        """Return the search as it was typed, "" if it is not valid."""
        self.is_valid()
        query: str = self.cleaned_data.get("q", "")
        return query

    def entries(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that match the search; all of them for an empty search."""
        query = self.query
        return [e for e in entries if is_found(query, name=e.name, club=e.club, number=e.number)]

    def found(self, tables: Iterable[Table]) -> set[int]:
        """Return the keys of the entries at these tables that match the search."""
        return {
            entry.pk
            for table in tables
            for entry in self.entries(seat.entry for seat in table.seats.all())
        }

    def tables(self, tables: Iterable[Table]) -> list[Table]:
        """Return the tables with a matching player. The seats of `tables` must be prefetched."""
        return [t for t in tables if self.entries(seat.entry for seat in t.seats.all())]
