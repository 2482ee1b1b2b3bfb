"""The form of the kiosk."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.players.checkin.forms import MOST_TYPED


class KioskForm(forms.Form):
    """What a player typed or scanned: the start number, or the address on the card."""

    q = forms.CharField(label=_("Start number or card"), max_length=MOST_TYPED)
