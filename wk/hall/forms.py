"""Forms for directors about the clock and announcements, and for readers of the hall."""

import datetime as dt
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wk.tournament.fields import validate_clean
from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS, Round, Table

MOST_EXTRA = 60
LONGEST_ANNOUNCEMENT = 200
UNTIL_TAKEN_BACK = 0


class LookForm(forms.Form):
    """How the hall page is shown: on a wall or not, the news it has already, and its table."""

    wall = forms.BooleanField(required=False)
    mark = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)

    @property
    def is_wall(self) -> bool:
        """Return whether the page hangs on a wall, where nobody touches it."""
        self.is_valid()
        return bool(self.cleaned_data.get("wall"))

    @property
    def known(self) -> str:
        """Return the mark of what the page shows already, "" for nothing or for nonsense."""
        self.is_valid()
        known: str = self.cleaned_data.get("mark", "")
        return known

    @property
    def about(self) -> tuple[int, int] | None:
        """Return the numbers of the round and table of the page, None for other pages."""
        self.is_valid()
        round, table = (self.cleaned_data.get(name) for name in ("round", "table"))
        return (round, table) if round and table else None


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
        """Return the table that was meant."""
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
        """Return that moment, counted from `now`; tomorrow where the time has passed today."""
        today = timezone.localtime(now)
        asked: dt.time = self.cleaned_data["end"]
        end = timezone.make_aware(dt.datetime.combine(today.date(), asked))
        if end <= now:
            tomorrow = today.date() + dt.timedelta(days=1)
            end = timezone.make_aware(dt.datetime.combine(tomorrow, asked))
        return end


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
