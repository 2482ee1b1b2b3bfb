"""Forms for the part of a round or a tournament that is printed."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.printing.signs import last_table
from wk.standings.queries import Standings
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.queries import playing, tables_with_seats

NUMBERS = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?", re.ASCII)
MOST_SIGNS = 300  # a hall with more tables prints them in parts


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


class SignsForm(forms.Form):
    """The tables to print signs for: "3", "3-7", or nothing for all that the tournament needs.

    When valid, `cleaned_data["tables"]` holds their numbers: one or more.
    """

    tables = forms.CharField(label=gettext_lazy("Tables"), required=False, max_length=30)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_tables(self) -> list[int]:
        """Return the numbers in the range, or all of them without a range."""
        asked = self.cleaned_data["tables"]
        last = last_table(self.tournament)
        if not asked and not last:
            raise ValidationError(_("How many tables there are is known once there are players."))
        numbers = _numbers(asked) if asked else (1, last)
        if not numbers or not 1 <= numbers[0] <= numbers[1]:
            raise ValidationError(_("Write one table or a range: 3 or 3-7."))
        first, end = numbers
        if end - first >= MOST_SIGNS:
            raise ValidationError(_("Print at most %d signs at a time.") % MOST_SIGNS)
        return [*range(first, end + 1)]


class PlacesForm(forms.Form):
    """The players to print certificates for: by rank, by start number, or nothing for all.

    When valid, `cleaned_data["rows"]` holds their rows of the standings: one or more.
    """

    places = forms.CharField(label=gettext_lazy("Ranks"), required=False, max_length=30)
    players = forms.CharField(label=gettext_lazy("Players"), required=False, max_length=30)

    def __init__(self, *args: Any, standings: Standings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.standings = standings

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        rows = list(self.standings.rows)
        for name, attribute in (("places", "rank"), ("players", "number")):
            if not data.get(name):
                continue
            if not (numbers := _numbers(data[name])):
                raise ValidationError(_("Write one number or a range: 3 or 3-7."))
            first, last = numbers
            rows = [row for row in rows if first <= getattr(row, attribute) <= last]
        if not rows:
            raise ValidationError(_("There are no such players."))
        return data | {"rows": rows}


def _numbers(asked: str) -> tuple[int, int] | None:
    """Return the first and last number of a range, None if it is no range."""
    found = NUMBERS.fullmatch(asked)
    return (int(found[1]), int(found[2] or found[1])) if found else None
