"""Forms for directors to take a step with a round."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean

SIXTEEN_HEX_DIGITS = r"^[0-9a-f]{16}$"  # as `wk.core.version_token` makes them


class StepForm(forms.Form):
    """A step that needs nothing but its button."""


class IssuesForm(StepForm):
    """A step with the version token of the issues that the director has confirmed."""

    confirmed_token = forms.Field(required=False)

    def clean_confirmed_token(self) -> str:
        """Return the version token, "" if none was sent or it cannot be one.

        A wrong token is no error here: the service then says that there are issues to confirm.
        """
        token = self.cleaned_data["confirmed_token"] or ""
        return token if re.fullmatch(SIXTEEN_HEX_DIGITS, token) else ""


class ReopenForm(StepForm):
    """The reason to reopen a round, and the version token of the later rounds that were shown."""

    confirmed_token = forms.RegexField(SIXTEEN_HEX_DIGITS, required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why?"), max_length=300, validators=[validate_clean], widget=forms.TextInput
    )
