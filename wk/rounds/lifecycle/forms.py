"""Forms for directors to take a step with a round."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean


class AcceptForm(forms.Form):
    """The confirmation that the director has seen the issues, by their version token."""

    confirmed_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    @property
    def version_token(self) -> str:
        """Return the version token of the issues that were seen, "" if there is no valid one."""
        self.is_valid()
        version_token: str = self.cleaned_data.get("confirmed_token", "")
        return version_token


class ReopenForm(forms.Form):
    """The reason to reopen a round, and the version token of the later rounds that were shown."""

    confirmed_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why?"), max_length=300, validators=[validate_clean], widget=forms.TextInput
    )
