"""Forms of the second step of a login."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wk.accounts import second_step

WRONG = _(
    "This code is not right, or it was used before. Wait for the next one in the app. If none is"
    " right, the clocks of the phone and of this computer differ."
)


class CodeForm(forms.Form):
    """A code of the app, or one of paper."""

    code = forms.CharField(
        label=_("Code of the app"),
        max_length=20,
        help_text=_("Six digits, new every 30 seconds."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "spellcheck": "false",
            }
        ),
    )

    def __init__(self, *args: Any, has_focus: bool = False, **kwargs: Any) -> None:
        """`has_focus`: the page is for the code alone, so its field has the focus."""
        super().__init__(*args, **kwargs)
        if has_focus:
            self.fields["code"].widget.attrs["autofocus"] = True


class PaperCodeForm(CodeForm):
    """A recovery code; a code of the app counts as well."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label, field.help_text = _("Recovery code"), _("From your paper, such as K7MN-X3PA.")
        field.widget.attrs |= {"inputmode": "text", "autocapitalize": "characters"}


class OfferField(forms.CharField):
    """What the page offers: hidden, and the same as long as this server knows it."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": _("This page was too old. What it shows now is new: begin again."),
    }

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the offer that was sent, or a new one if that is no good."""
        return data if second_step.is_offer(data or "") else initial

    def validate(self, value: Any) -> None:
        """Refuse what this server did not offer, or too long ago."""
        super().validate(value)
        if not second_step.is_offer(value):
            raise ValidationError(self.error_messages["required"], code="required")


class OfferedForm(CodeForm):
    """A code of the app for what the page offers."""

    offer = OfferField(label=_("Page"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"offer": second_step.offer()}, **kwargs)

    @property
    def offered(self) -> str:
        """Return the offer that the page shows."""
        return str(self["offer"].value())
