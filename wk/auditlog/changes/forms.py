"""The query of the page of all changes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.auditlog.changes.filters import FILTERS
from wk.tournament.models import Tournament


class ChangesForm(forms.Form):
    """Which changes are shown: those of a tournament, of a kind, or the one of a check code."""

    about = forms.ModelChoiceField(
        Tournament.objects.all(),
        to_field_name="slug",
        required=False,
        label=_("Tournament"),
        empty_label=_("everything"),
    )
    kind = forms.ChoiceField(
        label=_("Only"),
        required=False,
        choices=[("", _("everything")), *((key, name) for key, (name, _m) in FILTERS.items())],
    )
    hash = forms.CharField(
        label=_("Check code on paper"),
        required=False,
        max_length=100,  # all 64 digits, also in groups as on paper
        widget=forms.TextInput(attrs={"placeholder": "A1B2 C3D4 E5F6 0718"}),
    )

    @property
    def slug(self) -> str:
        """Return the slug of the chosen tournament, "" for all of wk."""
        chosen = self.cleaned_data.get("about") if self.is_valid() else None
        return chosen.slug if chosen else ""

    @property
    def chosen_kind(self) -> str:
        """Return the chosen kind, "" for everything."""
        return str(self.cleaned_data.get("kind", "")) if self.is_valid() else ""

    @property
    def only(self) -> str:
        """Return in words what alone is shown: "Accounts", "WK 2026: Forms"; "" for everything."""
        chosen = self.cleaned_data.get("about") if self.is_valid() else None
        kind = str(FILTERS[self.chosen_kind][0]) if self.chosen_kind else ""
        return ": ".join(filter(None, [str(chosen or ""), kind]))

    @property
    def typed_hash(self) -> str:
        """Return the hash that was typed from paper, "" for none."""
        return str(self.cleaned_data.get("hash", "")) if self.is_valid() else ""
