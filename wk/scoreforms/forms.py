"""What clerks send: the cells of a score form."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.game import Document, Game
from scoring.problems import COMMON_MESSAGES, Problem, ProblemList
from wk.tournament.fields import validate_clean
from wk.tournament.models import Round, Table


class CellsForm(forms.Form):
    """Everything that is written on a form, a field for each cell of its layout.

    Besides: which version and which draft the clerk had before him, which players he saw, and why
    he corrects. What the cells mean is for the game to say; here they are only short and clean.
    """

    action = forms.ChoiceField(choices=[("draft", ""), ("count", "")], required=False)
    expected_version = forms.IntegerField(min_value=0, max_value=32_767)
    expected_draft = forms.DateTimeField(required=False)
    players = forms.RegexField(r"^[0-9 ]{1,80}$")
    reason = forms.CharField(
        label=_("Why is this corrected?"),
        max_length=300,
        required=False,
        validators=[validate_clean],
        widget=forms.TextInput,
    )
    typing_error = forms.BooleanField(
        label=_("The paper always said so: it was a typing error."), required=False
    )

    def __init__(
        self, data: QueryDict | None = None, *, game: Game, seats: int, document: Document
    ) -> None:
        """`document` is what the form said; a page that was sent says itself how long it is."""
        super().__init__(data)
        self.game, self.seats = game, seats
        if data is not None:
            sent = {name: text for name, text in data.items() if isinstance(text, str)}
            document = game.from_cells(sent, seats)
        self.layout = game.layout(seats, document)
        for field in self.layout.fields:
            self.fields[field.path] = forms.CharField(
                required=False, max_length=field.longest, validators=[validate_clean]
            )

    def written(self) -> dict[str, str]:
        """Return what stands in the cells, by path."""
        return {cell.path: self.cleaned_data.get(cell.path, "") for cell in self.layout.fields}

    def document(self) -> Document:
        """Return what is written on the form."""
        return self.game.from_cells(self.written(), self.seats)

    def unreadable(self) -> tuple[Problem, ...]:
        """Return what is wrong with cells that cannot even be stored, each at its place."""
        problems = ProblemList(COMMON_MESSAGES)
        for cell in self.layout.fields:
            for why in self.errors.get(cell.path, []):
                at = {"deal": cell.place.deal, "seat": cell.place.seat}
                problems.add("CELL_UNREADABLE", cell.path, **at, why=str(why))
        return tuple(problems.found)

    def clean_players(self) -> tuple[int, ...]:
        return tuple(int(number) for number in self.cleaned_data["players"].split())


class FindTableForm(forms.Form):
    """The number of a table, to go to its form."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=99_999)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_table(self) -> Table:
        table = self.round.tables.filter(number=self.cleaned_data["table"]).first()
        if table is None:
            raise ValidationError(_("There is no such table in this round."), code="unknown")
        return table


class RoundChoiceForm(forms.Form):
    """Which round's forms to show."""

    round = forms.IntegerField(min_value=1, max_value=99, required=False)


class VersionChoiceForm(forms.Form):
    """Which version of a form to show."""

    version = forms.IntegerField(min_value=1, max_value=32_767, required=False)
