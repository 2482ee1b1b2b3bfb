"""Forms for directors about the clock."""

import datetime as dt

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wk.tournament.forms import TableNumberForm

MOST_EXTRA = 60  # minutes given at once


class ExtraTimeForm(forms.Form):
    """Extra minutes for everyone."""

    minutes = forms.IntegerField(
        label=_("Minutes more"), min_value=1, max_value=MOST_EXTRA, initial=5
    )


class TableTimeForm(TableNumberForm, ExtraTimeForm):
    """Extra minutes for one table."""

    field_order = ["table", "minutes"]


class EndForm(forms.Form):
    """The time of day at which a round ends: the next moment with that time."""

    end = forms.TimeField(
        label=_("Ends at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def moment(self, now: dt.datetime) -> dt.datetime:
        """Return the first moment after `now` with that time of day: today, or else tomorrow."""
        today = timezone.localtime(now)
        asked: dt.time = self.cleaned_data["end"]
        end = timezone.make_aware(dt.datetime.combine(today.date(), asked))
        if end <= now:
            tomorrow = today.date() + dt.timedelta(days=1)
            end = timezone.make_aware(dt.datetime.combine(tomorrow, asked))
        return end
