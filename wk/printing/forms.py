"""Forms for the part of a round or a tournament that is printed."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.queries import playing, tables_with_seats

NUMBERS = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?", re.ASCII)


class TablesForm(forms.Form):
    """The tables of a round to print: "3", "3-7", or nothing for all of them.

    When valid, `cleaned_data["tables"]` holds them with their seats and players: one or more.
    """

    tables = forms.CharField(label=gettext_lazy("Tables"), required=False, max_length=30)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_tables(self) -> QuerySet[Table]:
        """Return the tables in the range, or all of them without a range."""
        tables = tables_with_seats(self.round)
        asked = self.cleaned_data["tables"]
        if asked:
            numbers = _numbers(asked)
            if not numbers:
                raise ValidationError(_("Write one table or a range: 3 or 3-7."))
            tables = tables.filter(number__range=numbers)
        if not tables:
            raise ValidationError(_("This round has no such table."))
        return tables


class CardsForm(forms.Form):
    """The players to print cards for: "3", "3-7", or nothing for all that take part.

    When valid, `cleaned_data["players"]` holds their entries by start number: one or more.
    """

    players = forms.CharField(label=gettext_lazy("Players"), required=False, max_length=30)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_players(self) -> QuerySet[Entry]:
        """Return the entries in the range, or without a range all that have not withdrawn."""
        asked = self.cleaned_data["players"]
        players = playing(self.tournament)
        if asked:
            numbers = _numbers(asked)
            if not numbers:
                raise ValidationError(_("Write a start number or a range: 3 or 3-7."))
            players = self.tournament.entries.filter(number__range=numbers)
        if not players:
            raise ValidationError(_("There are no such players."))
        return players.order_by("number")


def _numbers(asked: str) -> tuple[int, int] | None:
    """Return the first and last number of a range, None if it is no range."""
    found = NUMBERS.fullmatch(asked)
    return (int(found[1]), int(found[2] or found[1])) if found else None
