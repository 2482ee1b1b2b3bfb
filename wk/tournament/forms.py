"""Forms for a tournament, for the rules of its game, and for the number of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.layout import Field, Layout
from scoring.problems import Problem
from scoring.text import Text
from wk.core.fields import validate_clean
from wk.core.formatting import words
from wk.tournament.champion_titles import ChampionTitle
from wk.tournament.models import MOST_NUMBER, Round, Table, Tournament
from wk.tournament.services import free_slug, is_drawn_here


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """The data of a tournament. An empty address (slug) is made from name and date."""

    slug = forms.SlugField(
        label=_("Web address"),
        max_length=50,
        required=False,
        help_text=_(
            "Part of the address of every page of this tournament, and of the codes on paper: leave"
            " it as it is once something is printed. Left empty, it is made from the name."
        ),
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
            "odds",
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
            "odds": _("Show an estimate of who wins"),
        }
        help_texts = {
            "last_round": _("This can be changed until the first round is drawn."),
            "round_minutes": _("Leave empty to have no clock."),
            "odds": _(
                "The standings and each player's page tell how likely a player is still to win: the"
                " computer plays what is to come thousands of times, by chance. Never while results"
                " are held back."
            ),
        }
        widgets = {
            "name": forms.TextInput(attrs={"autofocus": True}),
            # Browsers accept a date for type="date" in this format only, in every language.
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        others = Tournament.objects.exclude(pk=self.instance.pk)
        if slug and others.filter(slug=slug).exists():
            raise ValidationError(_("Another tournament has this address."))
        return slug

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("name") and data.get("date") and not data.get("slug"):
            data["slug"] = self.instance.slug or free_slug(data["name"], data["date"])
        return data


class EditTournamentForm(TournamentForm):
    """The data of an existing tournament.

    `last_round` cannot change once a round has been drawn by lot.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["last_round"]
        field.disabled = is_drawn_here(self.instance)
        if field.disabled:
            field.help_text = _("This cannot be changed any more: a round has been drawn.")


class ExtrasForm(forms.Form):
    """Settings that a tournament may do without: sounds in the hall, payment at the desk, and a
    title of the winner other than that by its name."""

    sounds = forms.BooleanField(
        label=_("Let screens on the wall sound at the end of a round"),
        required=False,
        help_text=_("Each screen asks for one tap first: a browser stays silent before that."),
    )
    notes_payments = forms.BooleanField(
        label=_("Note at the desk who has paid"),
        required=False,
        help_text=_("Only officials see it."),
    )
    fee = forms.DecimalField(
        label=_("Fee in euros"),
        required=False,
        min_value=Decimal("0.01"),
        max_digits=6,
        decimal_places=2,
    )

    champion = forms.ChoiceField(
        label=_("Title of the winner"),
        choices=[("", _("by the name: world champion of a WK")), *ChampionTitle.choices],
        required=False,
        help_text=_("It stands on the wall, on all pages and on the certificates."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, tournament: Tournament) -> None:
        stored = {name: getattr(tournament, name) for name in self.base_fields}
        super().__init__(data, initial=stored)


@dataclass(frozen=True, slots=True)
class SettingsCell:
    """One cell of a form of settings: its field, its text and its errors."""

    field: Field
    value: str
    errors: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return the id of the cell on the page."""
        return f"set-{self.field.path.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class SettingsTable:
    """Settings as a table with a column for each label. A row is a heading and its cells.

    A cell is None if the row has no setting of that label.
    """

    heading: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, tuple[SettingsCell | None, ...]], ...]


class SettingsForm(forms.Form):
    """The settings of a game: a text field for each cell in the layout of the game.

    This form checks only that texts are short and clean. The game itself checks their meaning; the
    view puts its problems into `problems`. `expected_game` is the key of the game on the page.
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
        """Return whether the page was made for the present game of the tournament."""
        return self.cleaned_data.get("expected_game", "") in ("", tournament.game)

    def written(self) -> dict[str, str]:
        """Return the typed text of each cell, by the path of its field."""
        return {field.path: self.cleaned_data[field.path] for field in self.settings.fields}

    @property
    def cells(self) -> tuple[SettingsCell, ...]:
        """Return all cells, in the order of the layout."""
        values: Mapping[str, Any] = self.data if self.is_bound else self.initial
        return tuple(
            SettingsCell(field, str(values.get(field.path, "")), self._errors_at(field.path))
            for field in self.settings.fields
        )

    @property
    def head(self) -> tuple[SettingsCell, ...]:
        """Return the cells outside the rows."""
        return tuple(cell for cell in self.cells if cell.field in self.settings.head)

    @property
    def table(self) -> SettingsTable | None:
        """Return the cells in rows as a table, None without rows."""
        if not self.settings.rows:
            return None
        cells = {cell.field.path: cell for cell in self.cells}
        # A dict keeps the order of the labels; a set would not.
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
    def other_errors(self) -> tuple[str, ...]:
        """Return the errors that belong to no cell."""
        paths = {field.path for field in self.settings.fields}
        return tuple(
            words(problem.text)
            for problem in self.problems
            if not any(f"{problem.path}.".startswith(f"{path}.") for path in paths)
        )

    def _errors_at(self, path: str) -> tuple[str, ...]:
        """Return the errors of a cell, with the problems at its path or below ("a.b" for "a")."""
        refused = (
            words(problem.text)
            for problem in self.problems
            if f"{problem.path}.".startswith(f"{path}.")
        )
        return (*map(str, self.errors.get(path, ())), *refused)


class TableNumberForm(forms.Form):
    """The choice of one table of a round, by its number."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_NUMBER)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_table(self) -> Table:
        """Return the table of this number."""
        table = self.round.tables.filter(number=self.cleaned_data["table"]).first()
        if table is None:
            raise ValidationError(_("There is no such table in this round."))
        return table
