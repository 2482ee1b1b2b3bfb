"""What officials may send: every input to a tournament enters here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.layout import Field, Layout
from scoring.problems import Problem
from scoring.text import Text
from wk.tournament.fields import validate_clean
from wk.tournament.models import MOST_NUMBER, Entry, Table, Tournament
from wk.tournament.numbers import words
from wk.tournament.playerlist import LONGEST, Listed, ListInvalid, PlayerList, read_file, read_text
from wk.tournament.search import is_found
from wk.tournament.services import free_slug, is_drawn_here

LIST_SALT = "wk.tournament.playerlist"


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """The facts of a tournament, its clock, and how its last round is seated.

    Its address is made from the name when it is left empty.
    """

    slug = forms.SlugField(
        label=_("Web address"),
        max_length=50,
        required=False,
        help_text=_("Leave empty to have one made from the name."),
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "date",
            "venue",
            "game",
            "round_count",
            "last_round",
            "round_minutes",
            "slug",
        ]
        labels = {
            "name": _("Name"),
            "date": _("Date"),
            "venue": _("Venue"),
            "game": _("Game"),
            "round_count": _("Number of rounds"),
            "last_round": _("Last round"),
            "round_minutes": _("Minutes a round"),
        }
        help_texts = {
            "last_round": _("This can be changed until the first round is drawn."),
            "round_minutes": _("Leave empty to have no clock."),
        }
        widgets = {
            "name": forms.TextInput(attrs={"autofocus": True}),
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        others = Tournament.objects.exclude(pk=self.instance.pk)
        if slug and others.filter(slug=slug).exists():
            raise ValidationError(_("Another tournament has this address."), code="taken")
        return slug

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("name") and data.get("date") and not data.get("slug"):
            data["slug"] = self.instance.slug or free_slug(data["name"], data["date"])
        return data


class EditTournamentForm(TournamentForm):
    """The same of a tournament that is there: how its last round is seated stays as it is once a
    round has been drawn."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["last_round"]
        field.disabled = is_drawn_here(self.instance)
        if field.disabled:
            field.help_text = _("This cannot be changed any more: a round has been drawn.")


class EntryForm(forms.Form):
    """A player of one tournament. The start number may be left to us when he is new."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        validators=[validate_clean],
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    club = forms.CharField(
        label=_("Club"), max_length=LONGEST, validators=[validate_clean], required=False
    )
    number = forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text=_("Leave empty for the next free one."),
    )


class PlayerSearchForm(forms.Form):
    """A player who is looked for: words of his name and club, or his start number."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80)

    @property
    def asked(self) -> str:
        """What was typed; nothing where that makes no sense."""
        self.is_valid()
        asked: str = self.cleaned_data.get("q", "")
        return asked

    def entries(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return those who are asked for: everyone when nothing was typed."""
        asked = self.asked
        return [e for e in entries if is_found(asked, name=e.name, club=e.club, number=e.number)]

    def tables(self, tables: Iterable[Table]) -> list[Table]:
        """Return the tables, fetched with their seats, at which those sit who are asked for."""
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
    """The list that was previewed, sent back to be imported; signed, as it must be the same."""

    rows = forms.CharField(widget=forms.HiddenInput)

    def clean_rows(self) -> tuple[Listed, ...]:
        """Return the list; what we have not signed is refused."""
        try:
            rows = signing.loads(self.cleaned_data["rows"], salt=LIST_SALT)
        except signing.BadSignature as error:
            message = _("This list has been damaged on its way.")
            raise ValidationError(message, code="invalid") from error
        return tuple(Listed(*row) for row in rows)

    @staticmethod
    def pack(players: PlayerList) -> str:
        """Return a list as this form takes it."""
        rows = [[row.line, row.name, row.club, row.number] for row in players.rows]
        return signing.dumps(rows, salt=LIST_SALT, compress=True)


@dataclass(frozen=True, slots=True)
class SettingsCell:
    """One cell of the settings of a game: what stands in it, and what is wrong with that."""

    field: Field
    value: str
    errors: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its id on the page."""
        return f"set-{self.field.path.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class SettingsTable:
    """The settings that stand in rows: a column for each label, None where a row has no cell."""

    heading: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, tuple[SettingsCell | None, ...]], ...]


class SettingsForm(forms.Form):
    """What an organiser sets about a game: a field for each cell that the game declares.

    Besides: for which game the page was. What the cells mean is for the game to say; here they are
    only short and clean.
    """

    action = forms.ChoiceField(choices=[("preview", ""), ("save", "")], required=False)
    expected_game = forms.CharField(required=False)

    def __init__(self, *args: Any, settings: Layout, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings = settings
        self.problems: tuple[Problem, ...] = ()
        for field in settings.fields:
            self.fields[field.path] = forms.CharField(
                required=False, max_length=field.longest, validators=[validate_clean]
            )

    def is_for(self, tournament: Tournament) -> bool:
        """Whether a page that was sent is not one of the game that was played here before."""
        return self.cleaned_data.get("expected_game", "") in ("", tournament.game)

    def written(self) -> dict[str, str]:
        """Return what was typed in the cells, by path."""
        return {field.path: self.cleaned_data[field.path] for field in self.settings.fields}

    @property
    def cells(self) -> tuple[SettingsCell, ...]:
        """Every cell, in the order of writing."""
        values: Mapping[str, Any] = self.data if self.is_bound else self.initial
        return tuple(
            SettingsCell(field, str(values.get(field.path, "")), self._errors_at(field.path))
            for field in self.settings.fields
        )

    @property
    def head(self) -> tuple[SettingsCell, ...]:
        """The cells that stand by themselves."""
        return tuple(cell for cell in self.cells if cell.field in self.settings.head)

    @property
    def table(self) -> SettingsTable | None:
        """The cells that stand in rows, if there are any."""
        if not self.settings.rows:
            return None
        cells = {cell.field.path: cell for cell in self.cells}
        columns = tuple({f.label: None for row in self.settings.rows for f in row.fields})
        rows = tuple(
            (
                words(row.name) if row.name else row.label,
                {field.label: cells[field.path] for field in row.fields},
            )
            for row in self.settings.rows
        )
        return SettingsTable(
            self.settings.row_heading,
            columns,
            tuple((label, tuple(map(row.get, columns))) for label, row in rows),
        )

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """What is wrong but stands at no cell."""
        paths = {field.path for field in self.settings.fields}
        return tuple(
            words(problem.text)
            for problem in self.problems
            if not any(f"{problem.path}.".startswith(f"{path}.") for path in paths)
        )

    def _errors_at(self, path: str) -> tuple[str, ...]:
        refused = (
            words(problem.text)
            for problem in self.problems
            if f"{problem.path}.".startswith(f"{path}.")
        )
        return (*map(str, self.errors.get(path, ())), *refused)
