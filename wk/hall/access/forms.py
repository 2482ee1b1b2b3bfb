"""The form with which a director opens wk to the hall, and the parameter of its page."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Tournament

# A slip that waits for the address in the hall: a new one, or that of an account by its key.
SLIP = r"^(new|[0-9]{1,9})$"


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

    slip = forms.RegexField(SLIP, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, hosts: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["host"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(host, host) for host in hosts]


def slip_page(slip: str) -> str:
    """Return the address of the page for a slip, "" for no slip."""
    if slip == "new":
        return reverse("printing:new_slip")
    return reverse("printing:renew_slip", args=[int(slip)]) if slip else ""


class AboutForm(forms.Form):
    """The director's last page, if any: that of a tournament, or of a slip.

    `back` is its address, which leads back there.
    """

    back = forms.CharField(required=False, max_length=200)

    slip = forms.RegexField(SLIP, required=False)

    tournament = forms.ModelChoiceField(
        Tournament.objects.all(), to_field_name="slug", required=False
    )

    def clean_back(self) -> str:
        """Return an address of this program, "" for any other: a link may come from anywhere."""
        back: str = self.cleaned_data["back"]
        is_own = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
        return back if is_own else ""

    @property
    def way_back(self) -> str:
        """Return the address of the last page, of its tournament, or "" without one."""
        if not self.is_valid():
            return ""
        tournament = self.cleaned_data.get("tournament")
        return self.cleaned_data["back"] or (tournament.get_absolute_url() if tournament else "")

    @property
    def query(self) -> str:
        """Return the parameters with which the page tells the same last page again."""
        asked = {"tournament": self.slug, "back": self.way_back}
        return urlencode({key: value for key, value in asked.items() if value})

    @property
    def slug(self) -> str:
        """Return the slug of the tournament, "" without one."""
        tournament = self.cleaned_data.get("tournament") if self.is_valid() else None
        return tournament.slug if tournament else ""

    @property
    def waiting_slip(self) -> str:
        """Return the slip that waits, "" without one."""
        return self.cleaned_data.get("slip", "") if self.is_valid() else ""
