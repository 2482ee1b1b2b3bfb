"""Forms for requests of the phones at the tables, and for their keys in the office."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.game import Document, Game
from wk.core.fields import is_clean, validate_clean
from wk.scoreforms.entry.forms import ColumnsForm
from wk.scoreforms.objections.models import MOST_VALUE, MOST_WORDS
from wk.tournament.models import Round, Table

MOST_CELLS = 3000  # 60 deals at a table of eight, with their notes, are fewer
MOST_TEXT = 100_000  # characters of all of them together
LONGEST_PATH = 60
MOST_ROUND = 32_767  # the largest number of the database field
UNREADABLE = _("This form cannot be read.")


class KeyForm(forms.Form):
    """The key of a table."""

    key = forms.RegexField(r"^[A-Za-z0-9_-]{16,40}$")


class PhoneContentForm(KeyForm, ColumnsForm):
    """The form on a phone: its columns, its revision, and its cells as JSON by path.

    Only the game knows the meaning of cells. `seats` is the number of columns that were sent, or
    the number of seats at the table if the game has no table with so many columns.
    """

    revision = forms.IntegerField(min_value=0, max_value=2_000_000_000)
    cells = forms.CharField(max_length=MOST_TEXT, strip=False)
    sure = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    def __init__(self, data: QueryDict, *, game: Game, seats: int) -> None:
        super().__init__(data)
        sent = len(data.get("players", "").split())
        self.game, self.seats = game, sent if sent in game.table_sizes else seats

    def clean_cells(self) -> dict[str, str]:
        """Return the cells of the form that have a value; unknown cells are left out."""
        sent = _cells_of(self.cleaned_data["cells"])
        layout = self.game.layout(self.seats, self.game.from_cells(sent, self.seats))
        longest = {field.path: field.longest for field in layout.fields}
        # Unknown cells have no limit here: they are left out below.
        if any(len(text) > longest.get(path, len(text)) for path, text in sent.items()):
            raise ValidationError(UNREADABLE)
        return {path: text for path, text in sent.items() if path in longest}

    def document(self) -> Document:
        """Return the document that is written on the form."""
        return self.game.from_cells(self.cleaned_data["cells"], self.seats)


def _cells_of(text: str) -> dict[str, str]:
    """Return the cells in a JSON text, by path; raises ValidationError for anything else."""
    try:
        sent = json.loads(text)
    # Brackets that are nested very deep raise RecursionError.
    except (ValueError, RecursionError) as error:
        raise ValidationError(UNREADABLE) from error
    if not isinstance(sent, dict) or len(sent) > MOST_CELLS:
        raise ValidationError(UNREADABLE)
    if not all(_is_cell(path, value) for path, value in sent.items()):
        raise ValidationError(UNREADABLE)
    return sent


def _is_cell(path: str, value: object) -> bool:
    return len(path) <= LONGEST_PATH and isinstance(value, str) and is_clean(value)


class ObjectionForm(KeyForm):
    """What a player says: the round and the seat of a form, a cell of it, and what it should be.

    `seat` is asked of the code of a table only: a card has one player.
    """

    round = forms.IntegerField(min_value=1, max_value=MOST_ROUND)
    seat = forms.IntegerField(min_value=1, max_value=MOST_ROUND, required=False)
    path = forms.CharField(max_length=LONGEST_PATH, validators=[validate_clean])
    value = forms.CharField(max_length=MOST_VALUE, required=False, validators=[validate_clean])
    words = forms.CharField(max_length=MOST_WORDS, required=False, validators=[validate_clean])


class CallForm(KeyForm):
    """A call for the director: the press of the button, and whether the table takes it back."""

    press = forms.RegexField(r"^[A-Za-z0-9-]{8,40}$")
    back = forms.BooleanField(required=False)


class TableChoiceForm(forms.Form):
    """The choice of one table of a round, or of all tables if it is empty."""

    table = forms.IntegerField(min_value=1, max_value=99_999, required=False)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def tables(self) -> list[Table]:
        """Return the chosen tables."""
        number = self.cleaned_data["table"]
        return list(self.round.tables.filter(number=number) if number else self.round.tables.all())

    def clean_table(self) -> int | None:
        number: int | None = self.cleaned_data["table"]
        if number and not self.round.tables.filter(number=number).exists():
            raise ValidationError(_("There is no such table in this round."))
        return number
