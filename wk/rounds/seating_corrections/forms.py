"""Forms for directors to correct a seating."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.tournament.models import Entry, Round
from wk.tournament.name_search import by_surname, listed_label
from wk.tournament.seating import TableSeat, seating, sizes_of, table_seat_words


def _sitting(at: Mapping[Entry, TableSeat]) -> list[tuple[int, str]]:
    """Return the players to choose from, as a list has them, with their seats."""
    return [
        (entry.number, f"{listed_label(entry)}, {table_seat_words(at[entry])}")
        for entry in by_surname(at)
    ]


def _offer(field: forms.Field, empty: str, choices: Iterable[tuple[int, str]]) -> None:
    assert isinstance(field, forms.TypedChoiceField)
    field.choices = [("", empty), *choices]


class CorrectionForm(forms.Form):
    """A correction. Its effect is shown before it is confirmed."""

    @property
    def sent(self) -> dict[str, Any]:
        """Return the values that were sent, by field, for the hidden fields of the confirmation."""
        return {field.name: field.value() for field in self if field.value()}


class SwapCorrectionForm(CorrectionForm):
    """Players who sat in each other's seats, by start number, and the kind of correction.

    Two players may have exchanged seats, or more may form a cycle. So the form asks whether the
    second player sat in the seat of the first, or in that of a third (field `then_1`), and so on.
    `cleaned_data` holds the players after the second as `others`.
    """

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("sat in the seat of"), coerce=int)
    how = forms.TypedChoiceField(
        label=_("What happens now"),
        choices=CorrectionKind.choices,
        coerce=CorrectionKind,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        at = seating(round)
        self._entries = {entry.number: entry for entry in at}
        self._choices = _sitting(at)
        for name in ("first", "second"):
            _offer(self.fields[name], gettext("choose a player"), self._choices)
        self._cycle = ["first", "second", *self._add_fields()]

    def _add_fields(self) -> list[str]:
        """Add a field for each player after the second, and an empty one; return their names.

        The number of fields depends on the data that was sent.
        """
        others = {str(entry.number): entry for entry in self._entries.values()}
        first, last = (
            others.pop(str(self.data.get(name, "")), None) for name in ("first", "second")
        )
        names: list[str] = []
        while first and last and others:  # nobody is asked about twice
            names.append(f"then_{len(names) + 1}")
            self.fields[names[-1]] = forms.TypedChoiceField(
                label=gettext("In whose seat did %(name)s sit?") % {"name": last},
                choices=[("", gettext("in that of %(name)s") % {"name": first}), *self._choices],
                coerce=int,
                empty_value=None,
                required=False,
            )
            last = others.pop(str(self.data.get(names[-1], "")), None)
        return names

    @property
    def further_fields(self) -> list[forms.BoundField]:
        """Return the fields of the players after the second, and the empty one."""
        return [self[name] for name in self._cycle[2:]]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        cycle = [data.pop(name) for name in self._cycle]
        players = [self._entries[number] for number in cycle if number]
        if len(players) > 2 and players[-1] == players[0]:
            players.pop()  # to name the first player closes the cycle, as an empty field does
        self._check_different(players)
        first, second, *others = players
        return data | {"first": first, "second": second, "others": others}

    def _check_different(self, players: Sequence[Entry]) -> None:
        for index, (name, entry) in enumerate(zip(self._cycle, players, strict=False)):
            if entry in players[:index]:
                text = gettext("Choose another player: %(name)s stands here already.")
                self.add_error(name, text % {"name": entry})


class TableCorrectionForm(CorrectionForm):
    """A player and the table where the player sat as an extra one.

    The form offers players of tables that can have one fewer, and tables that can have one more.
    `is_of_use` says whether there are any.
    """

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    table = forms.TypedChoiceField(label=_("sat as one more at table"), coerce=int)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        at, allowed = seating(round), round.tournament.rules.table_sizes
        sizes = sizes_of(at)
        leaving = {entry: place for entry, place in at.items() if sizes[place[0]] - 1 in allowed}
        free = [table for table, size in sorted(sizes.items()) if size + 1 in allowed]
        self._entries = {entry.number: entry for entry in leaving}
        self.is_of_use = bool(leaving and free)
        _offer(self.fields["player"], gettext("choose a player"), _sitting(leaving))
        _offer(self.fields["table"], gettext("choose a table"), ((n, str(n)) for n in free))

    def clean_player(self) -> Entry:
        return self._entries[self.cleaned_data["player"]]


class ConfirmationForm(forms.Form):
    """The confirmation after the effect was shown.

    `shown_token` is the `seating_token` of the seating on that page.
    """

    shown_token = forms.RegexField(r"^[0-9a-f]{16}$")
    reason = forms.CharField(
        label=_("What happened?"), max_length=300, required=False, validators=[validate_clean]
    )


class ConfirmedSwapForm(ConfirmationForm, SwapCorrectionForm):
    """A `SwapCorrectionForm` confirmed after its effect was shown."""


class ConfirmedTableForm(ConfirmationForm, TableCorrectionForm):
    """A `TableCorrectionForm` confirmed after its effect was shown."""
