"""The form with which the office answers a player."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean


class AnswerForm(forms.Form):
    """The words of an answer."""

    answer = forms.CharField(
        label=_("Answer"), max_length=300, validators=[validate_clean], widget=forms.TextInput
    )
