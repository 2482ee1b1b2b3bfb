"""Form for the director's announcements."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean

LONGEST_ANNOUNCEMENT = 200  # characters
UNTIL_TAKEN_BACK = 0  # in place of a number of minutes


class AnnouncementForm(forms.Form):
    """A short message for the whole hall."""

    text = forms.CharField(
        label=_("What everyone has to know"),
        max_length=LONGEST_ANNOUNCEMENT,
        validators=[validate_clean],
        help_text=_("Short: it stands above every page and on every phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    minutes = forms.TypedChoiceField(
        label=_("How long"),
        choices=[
            (5, _("5 minutes")),
            (15, _("15 minutes")),
            (30, _("half an hour")),
            (60, _("an hour")),
            (UNTIL_TAKEN_BACK, _("until I take it back")),
        ],
        coerce=lambda chosen: int(chosen) or None,
        initial=15,
    )
