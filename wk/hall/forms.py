"""The parameters in the addresses of the hall and of the news."""

from django import forms

from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS


class HallForm(forms.Form):
    """The parameters with which an open page asks for the hall or the news.

    - `wall`: the page was on a wall before the wall had pages of its own.
    - `round`, `table`: the numbers of the table that the page is about, if it is about one.
    """

    wall = forms.BooleanField(required=False)
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)

    @property
    def is_wall(self) -> bool:
        """Return whether this is the former address of the wall."""
        self.is_valid()
        return bool(self.cleaned_data.get("wall"))

    @property
    def about(self) -> tuple[int, int] | None:
        """Return the numbers of the round and the table of the page, None if it is about none."""
        self.is_valid()
        round, table = (self.cleaned_data.get(name) for name in ("round", "table"))
        return (round, table) if round and table else None
