"""The parameters of the standings in an address."""

from typing import TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _


class DisplayOptions(TypedDict):
    """The search, order and page of the standings; an invalid parameter has its default."""

    q: str
    sort: str
    page: int
    whole: bool
    wall: bool


class DisplayForm(forms.Form):
    """Search, order and page; `whole`: all on one page, as it is printed.

    `wall`: this is the former address of the wall.
    """

    q = forms.CharField(label=_("Search"), required=False, max_length=80)
    sort = forms.CharField(required=False, max_length=20)
    page = forms.IntegerField(required=False, min_value=1)
    whole = forms.BooleanField(required=False)
    wall = forms.BooleanField(required=False)

    @property
    def display(self) -> DisplayOptions:
        """Return the parameters, with the default for an invalid one: there is no error page."""
        self.is_valid()
        parameters = self.cleaned_data
        return DisplayOptions(
            q=parameters.get("q", ""),
            sort=parameters.get("sort", ""),
            page=parameters.get("page") or 1,
            whole=parameters["whole"],
            wall=parameters["wall"],
        )
