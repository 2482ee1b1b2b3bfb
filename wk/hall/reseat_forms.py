"""What a director sends who puts a wrong seating right."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.hall.reseating import How
from wk.tournament.fields import validate_clean
from wk.tournament.models import Entry, Round
from wk.tournament.moves import at_words, seating
from wk.tournament.search import by_name


class ReseatForm(forms.Form):
    """Two players who sat in each other's place, by start number, and what is to happen."""

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("sat in each other’s place with"), coerce=int)
    how = forms.TypedChoiceField(
        label=_("What happens now"), choices=How.choices, coerce=How, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        at = seating(round)
        self._entries = {entry.number: entry for entry in at}
        choices = [
            (entry.number, f"{entry}, {at_words(place)}")
            for entry, place in ((entry, at[entry]) for entry in by_name(at))
        ]
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [("", gettext("choose a player")), *choices]

    def clean_first(self) -> Entry:
        return self._entries[self.cleaned_data["first"]]

    def clean_second(self) -> Entry:
        return self._entries[self.cleaned_data["second"]]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and data["first"] == data["second"]:
            self.add_error("second", _("Choose two different players."))
        return data


class ConfirmedReseatForm(ReseatForm):
    """The same again, after its effect was shown: `seen` stands for the seating on that page."""

    seen = forms.RegexField(r"^[0-9a-f]{16}$")
    reason = forms.CharField(
        label=_("What happened?"), max_length=300, required=False, validators=[validate_clean]
    )
