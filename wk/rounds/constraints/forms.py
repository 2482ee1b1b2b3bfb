"""Forms for the constraints of a draw."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean
from wk.draw import FIVE, FOUR
from wk.players.list_import.player_list import LONGEST
from wk.rounds.seat_swaps.forms import PlayerField, choose_from
from wk.tournament.letters import searchable
from wk.tournament.models import MOST_NUMBER, Entry, Tournament
from wk.tournament.name_search import is_found, told_apart
from wk.tournament.queries import playing

MOST_SHOWN = 5  # of the players that a name may mean
LONGEST_LIST = 20_000  # characters


class SeparationForm(forms.Form):
    """A separation: players, by name or start number, who may not sit at one table."""

    players = forms.CharField(
        label=_("Players"),
        max_length=LONGEST_LIST,
        help_text=_("Names or start numbers, with commas between them or one a line."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    name = forms.CharField(
        label=_("Name of the group"),
        help_text=_("Such as: the Baker family. By that name you find them again."),
        max_length=LONGEST,
        required=False,
        validators=[validate_clean],
    )
    is_hard = forms.TypedChoiceField(
        label=_("How firmly"),
        choices=[
            ("must", _("a must: else nothing is drawn")),
            ("wish", _("a wish: where it costs no meeting")),
        ],
        coerce=lambda choice: choice == "must",
        initial="must",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_players(self) -> list[Entry]:
        """Return the entries that the typed parts mean, each once.

        Raises ValidationError with every part that means no player, or several players.
        """
        entries = list(self.tournament.entries.all())
        found: dict[int, Entry] = {}
        problems = []
        for part in _parts(self.cleaned_data["players"], entries):
            meant = _meant(part, entries)
            if len(meant) == 1:
                found[meant[0].pk] = meant[0]
            elif meant:
                alike = {entry.name for entry in meant}
                names = ", ".join(told_apart(entry, alike) for entry in meant[:MOST_SHOWN])
                text = gettext("“%(part)s” may be several players: %(names)s. Type the number.")
                problems.append(text % {"part": part, "names": names})
            else:
                text = gettext("There is no player “%(part)s” here.")
                problems.append(text % {"part": part})
        if problems:
            raise ValidationError(problems)
        return list(found.values())


def _parts(typed: str, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the parts between commas and lines; a line that is a name of a list has its comma."""
    listed = {searchable(entry.name_parts.listed) for entry in entries}
    for line in re.split(r"[;\n]", typed):
        for part in [line] if searchable(line) in listed else line.split(","):
            if part.strip():
                yield part.strip()


def _meant(part: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that a part means: a start number, a number with a name, or a name.

    Entries with exactly this name come alone; only without any, part of a name is enough.
    """
    if numbered := re.fullmatch(r"(\d{1,9})\b\s*(.*)", part, re.ASCII):
        number, called = int(numbered[1]), numbered[2]
        return [e for e in entries if e.number == number and _is_called(called, e)]
    name = searchable(part)
    exact = [e for e in entries if name in map(searchable, (e.name, e.name_parts.listed))]
    return exact or [e for e in entries if _is_called(part, e)]


def _is_called(name: str, entry: Entry) -> bool:
    return is_found(name, name=entry.name, club="", number=0)


class FixedSeatForm(forms.Form):
    """A player and a fixed seat, in one round or in every round."""

    entry = PlayerField(Entry.objects.none(), label=_("Player"))
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text=_("Leave empty for any table."),
    )
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int, empty_value=None, required=False)
    round = forms.TypedChoiceField(label=_("Round"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self.fields["entry"], playing(tournament))
        seats = range(2, max(tournament.rules.table_sizes) + 1)
        numbered = [(n, n) for n in seats]
        rounds = range(1, tournament.round_count + 1)
        for name, choices in (
            ("seat", [("", gettext("any seat")), (1, gettext("NORTH (seat 1)")), *numbered]),
            ("round", [("", gettext("every round")), *((n, n) for n in rounds)]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and data["table"] is None and data["seat"] is None:
            self.add_error("table", _("Choose a table, a seat, or both."))
        return data


class FoursForm(forms.Form):
    """The number of tables of four."""

    fours = forms.TypedChoiceField(label=_("Tables"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, players: int, possible: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["fours"]
        assert isinstance(field, forms.TypedChoiceField)
        text = gettext("%(fives)d of five and %(fours)d of four")
        field.choices = [
            ("", gettext("as many of five as can be")),
            *(
                (fours, text % {"fives": (players - FOUR * fours) // FIVE, "fours": fours})
                for fours in possible
            ),
        ]
