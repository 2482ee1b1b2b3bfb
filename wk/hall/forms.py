"""Forms for directors about the clock and announcements, and for readers of the hall."""

from django import forms

from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS

MOST_EXTRA = 60
LONGEST_ANNOUNCEMENT = 200
UNTIL_TAKEN_BACK = 0


class LookForm(forms.Form):
    """How the hall page is shown: on a wall or not, the news it has already, and its table."""

    wall = forms.BooleanField(required=False)
    version_token = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)

    @property
    def is_wall(self) -> bool:
        """Return whether the page is for a screen on a wall, which nobody touches."""
        self.is_valid()
        return bool(self.cleaned_data.get("wall"))

    @property
    def known(self) -> str:
        """Return the version token of what the page shows, "" for nothing or for nonsense."""
        self.is_valid()
        known: str = self.cleaned_data.get("version_token", "")
        return known

    @property
    def about(self) -> tuple[int, int] | None:
        """Return the numbers of the round and table of the page, None for other pages."""
        self.is_valid()
        round, table = (self.cleaned_data.get(name) for name in ("round", "table"))
        return (round, table) if round and table else None
