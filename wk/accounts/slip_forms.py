"""Forms for slips: whose, and for how long."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wk.accounts import slips
from wk.accounts.forms import NameField
from wk.accounts.lasting import Lasting
from wk.core.fields import validate_clean


class OfferField(forms.CharField):
    """The offer of a slip: hidden, and a new one each time that the form is shown."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": _("This page is too old. Press the button once more."),
    }

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the new offer, not the one that was sent."""
        return initial

    def validate(self, value: Any) -> None:
        """Refuse what this server did not offer, or too long ago."""
        super().validate(value)
        if not slips.is_offer(value):
            raise ValidationError(self.error_messages["required"], code="required")


class RenewSlipForm(forms.Form):
    """A slip for an account that is there."""

    lasting = forms.ChoiceField(
        label=_("May log in"),
        choices=Lasting,
        initial=Lasting.TODAY,
        widget=forms.RadioSelect,
        help_text=_("The day ends at 6 o’clock the next morning."),
    )
    is_here = forms.BooleanField(
        label=_("This clerk works at this computer"),
        help_text=_("The code on the slip then works at this computer alone."),
        error_messages={
            "required": _(
                "Open Card champion to the hall first, or tick that the clerk works here."
            ),
        },
    )
    offer = OfferField(label=_("Slip"))

    def __init__(self, *args: Any, is_out_of_reach: bool = False, **kwargs: Any) -> None:
        """`is_out_of_reach`: no other device could open the code, so it is asked who needs none."""
        super().__init__(*args, **kwargs)
        if not is_out_of_reach:
            del self.fields["is_here"]


class NewSlipForm(RenewSlipForm):
    """A slip for a new clerk."""

    username = NameField(
        label=_("Name"),
        max_length=150,
        help_text=_("As people call the clerk, who logs in with it."),
        validators=[validate_clean],
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    field_order = ("username",)
