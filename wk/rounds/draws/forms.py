"""Forms of the buttons about draws."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean
from wk.rounds.draws.draw_service import MOST_SEED


class ShownDrawForm(forms.Form):
    """The draw that was shown beside the button, by its `draw_token`."""

    shown_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    @property
    def token(self) -> str:
        """Return the token, "" if there is no valid one."""
        self.is_valid()
        token: str = self.cleaned_data.get("shown_token", "")
        return token


class ThrowAwayForm(forms.Form):
    """Why a draw is thrown away, to draw again or to have none."""

    reason = forms.CharField(
        label=_("Why is this draw thrown away?"),
        max_length=300,
        validators=[validate_clean],
        widget=forms.TextInput,
    )


class AnnouncedSeedForm(forms.Form):
    """A draw number that was announced beforehand, such as that of a public lottery; or none."""

    seed = forms.IntegerField(
        label=_("Draw number"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    @property
    def announced(self) -> int | None:
        """Return the number that was typed, None for none. Only for a valid form."""
        found: int | None = self.cleaned_data["seed"]
        return found
