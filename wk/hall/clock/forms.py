"""Forms for directors about the clock."""

import datetime as dt
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wk.hall.forms import MOST_EXTRA
from wk.tournament.models import MOST_NUMBER, Round, Table


class ExtraTimeForm(forms.Form):
    """Extra minutes for everyone."""

    minutes = forms.IntegerField(
        label=_("Minutes more"), min_value=1, max_value=MOST_EXTRA, initial=5
    )


class TableForm(forms.Form):
    """The choice of one table of a round, by its number."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_NUMBER)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_table(self) -> Table:
        """Return the table of this number."""
        table = self.round.tables.filter(number=self.cleaned_data["table"]).first()
        if table is None:
            raise ValidationError(_("There is no such table in this round."), code="unknown")
        return table


class TableTimeForm(TableForm, ExtraTimeForm):
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
