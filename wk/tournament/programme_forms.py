"""The form of the programme of a day: a time for each of its points."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.core.fields import validate_clean
from wk.tournament.models import Tournament
from wk.tournament.programme import Kind, ProgrammePoint, first_out_of_order, programme_of

OWN_LINES = 4  # for what the organiser names himself, such as lunch
LONGEST_LINE = 60


def _time(label: Any) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget)


class ProgrammeForm(forms.Form):
    """The times of a day; an empty one is not in the programme."""

    doors_at = _time(gettext_lazy("Doors open"))
    prizes_at = _time(gettext_lazy("Prizes"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, tournament: Tournament) -> None:
        super().__init__(data, initial=_initial(tournament))
        self.rounds = range(1, tournament.round_count + 1)
        for number in self.rounds:
            label = _("Round %(number)d begins") % {"number": number}
            self.fields[f"round_{number}_at"] = _time(label)
        for line in range(1, OWN_LINES + 1):
            self.fields[f"line_{line}_at"] = _time(_("Time"))
            self.fields[f"line_{line}_text"] = forms.CharField(
                label=_("What"),
                required=False,
                max_length=LONGEST_LINE,
                validators=[validate_clean],
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        self.order_fields(["doors_at", *(f"round_{n}_at" for n in self.rounds), "prizes_at"])

    @property
    def usual(self) -> list[BoundField]:
        """Return the fields of what every day has: doors, rounds, prizes."""
        return [self["doors_at"], *(self[f"round_{n}_at"] for n in self.rounds), self["prizes_at"]]

    @property
    def own_lines(self) -> list[tuple[BoundField, BoundField]]:
        """Return the fields of the lines that the organiser names himself: time and words."""
        lines = range(1, OWN_LINES + 1)
        return [(self[f"line_{line}_at"], self[f"line_{line}_text"]) for line in lines]

    def clean(self) -> dict[str, Any]:
        """Refuse times that do not follow each other, and a line with half of it missing."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if point := first_out_of_order(list(self._usual_points())):
            name = f"round_{point.round}_at" if point.round else f"{point.kind}_at"
            self.add_error(name, _("This is not later than what comes before it."))
        for line in range(1, OWN_LINES + 1):
            at, text = f"line_{line}_at", f"line_{line}_text"
            if at in self.errors or text in self.errors:
                continue
            if bool(data.get(at)) != bool(data.get(text)):
                is_without_words = bool(data.get(at))
                why = _("Say what happens then.") if is_without_words else _("Say at what time.")
                self.add_error(text if is_without_words else at, why)
        return data

    @property
    def points(self) -> list[ProgrammePoint]:
        """Return the lines of the programme that was filled in."""
        return [*self._usual_points(), *self._own_points()]

    def _usual_points(self) -> Iterator[ProgrammePoint]:
        asked = [(Kind.DOORS, 0, "doors_at")]
        asked += [(Kind.ROUND, number, f"round_{number}_at") for number in self.rounds]
        asked += [(Kind.PRIZES, 0, "prizes_at")]
        for kind, number, name in asked:
            at: dt.time | None = self.cleaned_data.get(name)
            if at is not None:
                yield ProgrammePoint(kind, at, round=number)

    def _own_points(self) -> Iterator[ProgrammePoint]:
        for line in range(1, OWN_LINES + 1):
            at, text = (self.cleaned_data.get(f"line_{line}_{part}") for part in ("at", "text"))
            if at is not None and text:
                yield ProgrammePoint(Kind.OTHER, at, text=text)


def _initial(tournament: Tournament) -> dict[str, Any]:
    """Return the stored programme as the values of the fields."""
    values: dict[str, Any] = {}
    line = 0
    for point in programme_of(tournament):
        if point.kind == Kind.OTHER:
            line += 1
            values |= {f"line_{line}_at": point.at, f"line_{line}_text": point.text}
        elif point.kind == Kind.ROUND:
            values[f"round_{point.round}_at"] = point.at
        else:
            values[f"{point.kind}_at"] = point.at
    return values
