"""Forms for directors to hold results back and announce them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.hall.models import CEREMONY_END
from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS, Round


class WithholdForm(forms.Form):
    """The results of a round to hold back."""

    what = forms.TypedChoiceField(
        choices=[(what, what.label) for what in (Round.Withheld.TOP, Round.Withheld.ALL)],
        coerce=Round.Withheld,
    )


class ReleaseForm(forms.Form):
    """The results to publish: those of one round, or without a round all of them.

    `wall` says whether the next page is the wall.
    """

    round = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    wall = forms.BooleanField(required=False)


class AnnounceForm(forms.Form):
    """A step of the ceremony: the place to announce, and the one that the director saw.

    The end is CEREMONY_END, and what he saw may be CEREMONY_CURTAIN; no place is the time before
    the beginning.
    """

    place = forms.IntegerField(min_value=CEREMONY_END, max_value=MOST_NUMBER, required=False)
    seen = forms.IntegerField(min_value=CEREMONY_END, max_value=MOST_NUMBER, required=False)


class FromPlaceForm(forms.Form):
    """The place from which the announcement goes up to the first place."""

    def __init__(self, *args: Any, last: int, **kwargs: Any) -> None:
        """Make the form; `last` is the number of the last place of the ceremony."""
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.IntegerField(
            label=_("From place"),
            min_value=1,
            max_value=last,
            help_text=_("The last place is %(last)d.") % {"last": last},
        )
