"""Forms for directors to hold results back and announce them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import MOST_ROUNDS, Round


class WithholdForm(forms.Form):
    """What of a round is held back."""

    what = forms.TypedChoiceField(
        choices=[(what, what.label) for what in (Round.Withheld.TOP, Round.Withheld.ALL)],
        coerce=Round.Withheld,
    )


class ReleaseForm(forms.Form):
    """What is to be made public: the results of one round, or of all where none is named; and
    whether the page after it is the one for the wall."""

    round = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    wall = forms.BooleanField(required=False)


class FromPlaceForm(forms.Form):
    """From which place on, up to the first, the places are told."""

    def __init__(self, *args: Any, last: int, **kwargs: Any) -> None:
        """`last` is the last place that there is."""
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.IntegerField(
            label=_("From place"),
            min_value=1,
            max_value=last,
            help_text=_("The last place is %(last)d.") % {"last": last},
        )
