"""The form with which a director opens wk to the hall, and the parameter of its page."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Tournament


class OpenHallForm(forms.Form):
    """The host at which the hall will reach wk: one that this machine has now."""

    host = forms.ChoiceField(
        label=_("The address in the hall"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose an address."),
            "invalid_choice": _("This computer does not have that address now. Choose again."),
        },
    )

    def __init__(self, *args: Any, hosts: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["host"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(host, host) for host in hosts]


class AboutForm(forms.Form):
    """The tournament of the director's last page, if any."""

    tournament = forms.ModelChoiceField(
        Tournament.objects.all(), to_field_name="slug", required=False
    )

    @property
    def slug(self) -> str:
        """Return the address of the tournament, "" without one."""
        tournament = self.cleaned_data.get("tournament") if self.is_valid() else None
        return tournament.slug if tournament else ""
