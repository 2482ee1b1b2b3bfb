"""Forms for the categories of prizes, the players marked for one, and the winner of a prize."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean
from wk.tournament.models import (
    MOST_NUMBER,
    USUAL_MEMBERS,
    Entry,
    PrizeCategory,
    Tournament,
)


class CategoryForm(forms.ModelForm):  # type: ignore[type-arg]
    """A category of prizes. The last two fields count for one kind of category each."""

    class Meta:
        model = PrizeCategory
        fields = ["name", "prizes", "counts", "round", "best"]
        labels = {
            "name": _("Name"),
            "prizes": _("Number of prizes"),
            "counts": _("What counts"),
            "best": _("For clubs: how many players count"),
        }
        help_texts = {
            "name": _("As it is read out: newcomer, women, youth, best club …"),
            "best": _(
                "The match points of that many best players are added up, and their points after"
                " that. A club with fewer players does not take part. Left empty: 3 players."
            ),
        }
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
            "counts": forms.RadioSelect,
        }

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counts = self.fields["counts"]
        assert isinstance(counts, forms.TypedChoiceField)
        counts.choices = [(kind.value, _in_words(kind)) for kind in PrizeCategory.Counts]
        numbers = range(1, tournament.round_count + 1)
        choices = [(n, gettext("round %(number)d") % {"number": n}) for n in numbers]
        self.fields["round"] = forms.TypedChoiceField(
            label=_("For most points: which round"),
            choices=[("", _("any round: the best one of each player")), *choices],
            coerce=int,
            empty_value=None,
            required=False,
        )
        # A page that does not say keeps the usual number.
        self.fields["best"].required = False
        self.order_fields(["name", "prizes", "counts", "round", "best"])

    def clean_best(self) -> int:
        """Return the number of players of a club that count, the usual one if none is given."""
        typed: int | None = self.cleaned_data["best"]
        return USUAL_MEMBERS if typed is None else typed


def _in_words(kind: PrizeCategory.Counts) -> str:
    """Return what counts in words, and where the players are ticked."""
    words = str(kind.label)
    is_marked = kind is PrizeCategory.Counts.MARKED
    return gettext("%(words)s (once this is saved)") % {"words": words} if is_marked else words


class MarkForm(forms.Form):
    """The start numbers of the players who are marked for a category."""

    number = forms.TypedMultipleChoiceField(coerce=int, required=False, label=_("Players"))

    def __init__(self, *args: Any, entries: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = forms.TypedMultipleChoiceField(
            choices=[(str(entry.number), entry.name) for entry in entries],
            coerce=int,
            required=False,
            label=_("Players"),
        )


class WinnerForm(forms.Form):
    """A winner: the start number of a player, or else the name of a club."""

    number = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    club = forms.CharField(max_length=80, required=False, validators=[validate_clean])

    def clean(self) -> dict[str, Any]:
        """Refuse a form that names nobody."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not data.get("number") and not data.get("club"):
            raise forms.ValidationError(_("Say who it is about."))
        return data
