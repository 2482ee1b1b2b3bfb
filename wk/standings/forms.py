"""What a reader of the standings may ask for in the address."""

from typing import TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _


class Wishes(TypedDict):
    """How the standings are to be shown; what made no sense is as if it had not been asked."""

    q: str
    sort: str
    page: int
    wall: bool


class WishesForm(forms.Form):
    """Search, order, page, and whether it hangs on a wall."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80)
    sort = forms.CharField(required=False, max_length=20)
    page = forms.IntegerField(required=False, min_value=1)
    wall = forms.BooleanField(required=False)

    @property
    def wishes(self) -> Wishes:
        """Return what was asked. Nothing here is worth an error page: bad input is left out."""
        self.is_valid()
        asked = self.cleaned_data
        return Wishes(
            q=asked.get("q", ""),
            sort=asked.get("sort", ""),
            page=asked.get("page") or 1,
            wall=asked.get("wall", False),
        )
