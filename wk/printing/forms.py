"""What may be asked of the printer."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.tournament.models import Round, Table
from wk.tournament.queries import tables_with_seats

TABLES = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?", re.ASCII)


class TablesForm(forms.Form):
    """Which tables of a round: "3", "3-7", or nothing for all of them.

    When valid, `cleaned_data["tables"]` holds them with their seats and players: one or more.
    """

    tables = forms.CharField(label=gettext_lazy("Tables"), required=False, max_length=30)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_tables(self) -> QuerySet[Table]:
        """Return the tables that are asked for."""
        tables = tables_with_seats(self.round)
        asked = self.cleaned_data["tables"]
        if asked:
            found = TABLES.fullmatch(asked)
            if not found:
                raise ValidationError(_("Write one table or a range: 3 or 3-7."), code="tables")
            first, last = int(found[1]), int(found[2] or found[1])
            tables = tables.filter(number__gte=first, number__lte=last)
        if not tables:
            raise ValidationError(_("This round has no such table."), code="no_table")
        return tables
