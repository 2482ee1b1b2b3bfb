"""What a clerk types, or a scanner for him, to open the form of a paper."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Round, Table
from wk.tournament.sheet_codes import read

LONGEST = 80  # characters: a code has the slug of its tournament
MOST_DIGITS = 9  # of the number of a table: a larger one is an error of the database


class PaperForm(forms.Form):
    """The number of a table in a round, or the code on the sheet of any table of the tournament.

    A scanner types the code as a keyboard does. The code tells the round; a number is one of the
    round that is shown.
    """

    table = forms.CharField(label=_("Table"), max_length=LONGEST)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_table(self) -> Table:
        """Return the table, with its round."""
        text: str = self.cleaned_data["table"]
        if code := read(text):
            return self._table(code.tournament, code.round, code.table)
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
            raise ValidationError(_("Type the number of the table, or scan the code on its sheet."))
        return self._table(self.round.tournament.slug, self.round.number, int(text))

    def _table(self, slug: str, round: int, number: int) -> Table:
        if slug != self.round.tournament.slug:
            raise ValidationError(_("This sheet is of another tournament."))
        tables = Table.objects.filter(round__tournament=self.round.tournament_id)
        found = tables.filter(round__number=round, number=number).select_related("round").first()
        if found is None or not found.round.is_started:
            raise ValidationError(_("There is no such table in this round."))
        return found
