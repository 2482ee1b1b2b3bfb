"""Forms of the buttons about draws."""

from django import forms


class ShownDrawForm(forms.Form):
    """The draw that was shown beside the button, by its `draw_token`."""

    shown_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)

    @property
    def token(self) -> str:
        """Return the token, "" if there is no valid one."""
        self.is_valid()
        token: str = self.cleaned_data.get("shown_token", "")
        return token
