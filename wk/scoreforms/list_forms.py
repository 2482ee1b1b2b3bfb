"""What a reader of the list of forms chooses."""

from django import forms


class ListChoiceForm(forms.Form):
    """The round and the filter of a list of forms, and the `version_token` of an open page."""

    round = forms.IntegerField(min_value=1, max_value=99, required=False)
    show = forms.RegexField(r"^[a-z]{1,10}$", required=False)
    version_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
