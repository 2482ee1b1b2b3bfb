"""What an open page says that it shows."""

from django import forms


class SeenForm(forms.Form):
    """The version token of what a page shows, "" for nothing."""

    version_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
