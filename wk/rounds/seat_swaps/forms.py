"""Forms for directors to change a draw by hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import MOST_NUMBER, Entry, Round, Table
from wk.tournament.name_search import by_surname, listed_label, namesakes
from wk.tournament.queries import playing


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    """The players to choose from, as a list has them; namesakes are shown with their clubs."""

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        entries = by_surname(self.queryset)
        alike = namesakes(entry.name for entry in entries)
        yield "", str(self.field.empty_label or "")
        for entry in entries:
            value, _name = self.choice(entry)
            is_told_apart = entry.club and entry.name in alike
            label = listed_label(entry)
            yield value, f"{label}, {entry.club}" if is_told_apart else label


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of one player, sorted by surname; `choose_from` sets the players."""

    iterator = _ByName


class MoveForm(forms.Form):
    """A player and the new seat: that of `other`, the next one at `table`, or none (`out`).

    With `instead` that player takes the seat, and `player` has none any more.
    `shown_token` is the `seating_token` of the seating that the page showed.
    """

    player = PlayerField(Entry.objects.none(), to_field_name="number", label=_("Player"))
    other = PlayerField(Entry.objects.none(), to_field_name="number", required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_NUMBER, required=False)
    out = forms.BooleanField(required=False)
    instead = PlayerField(Entry.objects.none(), to_field_name="number", required=False)
    shown_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("player", "other", "instead"):
            choose_from(self.fields[name], round.tournament.entries.all())

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        ways = ("other", "table", "out", "instead")
        if not self.errors and sum(bool(data[way]) for way in ways) != 1:
            raise ValidationError(gettext("Choose another player, or a table."))
        return data


class SwapForm(forms.Form):
    """Two players who exchange seats; it is sent to `MoveForm`."""

    player = PlayerField(Entry.objects.none(), to_field_name="number", label=_("Player"))
    other = PlayerField(Entry.objects.none(), to_field_name="number", label=_("changes seats with"))

    def __init__(self, *, round: Round) -> None:
        super().__init__(auto_id="swap_%s")
        seated = Entry.objects.filter(seats__round=round)
        for name in ("player", "other"):
            choose_from(self.fields[name], seated)


class InsteadForm(forms.Form):
    """The player without a seat who takes that of one who has stopped; sent to `MoveForm`."""

    instead = PlayerField(Entry.objects.none(), to_field_name="number", label=_("Who sits there"))

    def __init__(self, *, entries: QuerySet[Entry], leaver: Entry) -> None:
        super().__init__(auto_id=f"instead_{leaver.number}_%s")
        choose_from(self.fields["instead"], entries)


class FreePlaceForm(forms.Form):
    """A player and a table that can have one more player; it is sent to `MoveForm`.

    The players are those at tables that can have one player fewer, and those without a seat.
    `is_of_use` says whether any table can have one more.
    """

    player = PlayerField(Entry.objects.none(), to_field_name="number", label=_("Player"))
    table = forms.TypedChoiceField(label=_("to table"), coerce=int)

    def __init__(self, *, round: Round, tables: Sequence[Table]) -> None:
        """Make the form for the tables of a round, fetched with their seats."""
        super().__init__(auto_id="free_%s")
        allowed = round.tournament.rules.table_sizes
        sizes = {table: len(table.seats.all()) for table in tables}
        lending = [table for table, size in sizes.items() if size - 1 in allowed]
        free = [table.number for table, size in sizes.items() if size + 1 in allowed]
        moving = Entry.objects.filter(seats__table__in=lending)
        fresh = playing(round.tournament).exclude(seats__round=round)
        choose_from(self.fields["player"], (moving | fresh).distinct())
        field = self.fields["table"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", gettext("choose a table")), *((n, n) for n in free)]
        self.is_of_use = bool(free)


def choose_from(field: forms.Field, entries: QuerySet[Entry]) -> None:
    """Set the players that a field offers."""
    assert isinstance(field, PlayerField)
    field.queryset = entries
    field.empty_label = gettext("choose a player")
