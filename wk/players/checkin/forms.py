"""Forms of check-in."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.fields import validate_clean
from wk.players.checkin.bulk import Action
from wk.players.checkin.queries import tables_in
from wk.players.forms import CorrectionForm, NameForm, NewNameForm, namesake_question
from wk.players.list_import.player_list import LONGEST
from wk.tournament.alphabets import validate_one_alphabet
from wk.tournament.fuzzy_names import entries_with_similar_name
from wk.tournament.models import MOST_DEALS, MOST_NUMBER, Entry, Player, Seat
from wk.tournament.name_search import with_same_name

MOST_TYPED = 300  # characters: a scanned card types its whole address


class FindForm(forms.Form):
    """The query of the check-in page: a search, or a poll of the open page for changes.

    - `q`: the typed text.
    - `player`: the start number of the player to show at first.
    - `change`: the key of the log entry to show as done.
    - `version_token`: that of the arrivals on the page, sent by a poll.
    """

    q = forms.CharField(max_length=MOST_TYPED, required=False)
    player = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    # 2**53 is more than any key, and less than the greatest integer of every database.
    change = forms.IntegerField(min_value=1, max_value=2**53, required=False)
    version_token = forms.CharField(max_length=16, required=False)

    @property
    def valid_fields(self) -> Mapping[str, Any]:
        """Return the values of the valid fields, by name."""
        self.is_valid()
        return self.cleaned_data


class RenameForm(CorrectionForm, NameForm):
    """The corrected name, surname and club of a player."""


class NewcomerForm(NewNameForm):
    """A new player at the door. `player` is the person if known from earlier editions."""

    player = forms.ModelChoiceField(
        Player.objects.none(), required=False, widget=forms.HiddenInput, label=_("Person")
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, entries=entries, **kwargs)
        known = self.fields["player"]
        assert isinstance(known, forms.ModelChoiceField)
        here = [entry.player_id for entry in entries]
        known.queryset = Player.objects.exclude(pk__in=here)
        if self.data.get("player"):
            # His name is in the database as he was entered then: nobody typed it now.
            self.fields["name"].validators.remove(validate_one_alphabet)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        known, name = data.get("player"), data.get("name", "")
        if self.data.get("player") and (known is None or known.name != name) and name:
            self._refuse_mixed_alphabets(name)
        return data

    def _refuse_mixed_alphabets(self, name: str) -> None:
        """Add an error for a name that was typed beside the key of a person."""
        try:
            validate_one_alphabet(name)
        except ValidationError as error:
            self.add_error("name", error)


class SubstituteForm(forms.Form):
    """A substitute in a seat for the rest of the round.

    `entries` are all entries of the tournament. If the name is that of an entry, the official has
    to confirm with `is_other` that the substitute is somebody else.
    """

    name = forms.CharField(
        label=_("Who plays on"),
        max_length=LONGEST,
        validators=[validate_clean, validate_one_alphabet],
    )
    is_other = forms.BooleanField(
        label=_("This is somebody else"), required=False, widget=forms.HiddenInput
    )
    from_deal = forms.IntegerField(
        label=_("From deal"),
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        help_text=_("The first deal he plays, as far as you know."),
    )
    leaves = forms.BooleanField(
        label=_("The player does not come back after this round"), required=False
    )

    def __init__(
        self, *args: Any, seat: Seat | None, entries: Sequence[Entry] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seat, self.entries = seat, entries
        if seat is None:
            return
        # If the game fixes the number of deals, no later deal is accepted.
        deals = seat.round.rules.progress({}, seat.table.seats.count()).deals
        if deals:
            self.fields["from_deal"] = forms.IntegerField(
                label=_("From deal"),
                min_value=1,
                max_value=deals,
                required=False,
                help_text=_("The first deal he plays, as far as you know."),
            )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        questions = self._questions(data.get("name", ""))
        if questions:
            self.fields["is_other"].widget = forms.CheckboxInput()
        if not data.pop("is_other", False):
            for text in questions:
                self.add_error("is_other", text)
        return data

    def _questions(self, name: str) -> list[str]:
        """Return the questions about the name of a substitute, [] for none.

        There is one for each player with an equal or similar name and a seat in this round. There
        is one more for similar names without a seat.
        """
        same = with_same_name(self.entries, name)
        alike = same or entries_with_similar_name(self.entries, name)
        tables = tables_in(self.seat.round) if alike and self.seat else {}
        text = gettext("%(name)s sits at table %(table)d in this round. Is this somebody else?")
        sitting = [
            text % {"name": entry, "table": tables[entry.pk]}
            for entry in alike
            if entry.pk in tables
        ]
        waiting = [entry for entry in alike if entry.pk not in tables]
        return sitting if same or not waiting else [*sitting, namesake_question(waiting)]


class BulkForm(forms.Form):
    """The chosen players, by start number, and the action on them."""

    action = forms.ChoiceField(choices=Action.choices, label=_("What happens"))
    number = forms.TypedMultipleChoiceField(coerce=int, label=_("Players"))
    version_token = forms.CharField(max_length=16, required=False)

    def __init__(self, *args: Any, entries: Sequence[Entry], user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        choices = [(str(entry.number), entry.name) for entry in entries]
        self.fields["number"] = forms.TypedMultipleChoiceField(
            choices=choices,
            coerce=int,
            label=_("Players"),
            error_messages={"required": _("Choose who it is about.")},
        )
        # Only the actions that the role of the official allows.
        self.fields["action"] = forms.ChoiceField(
            choices=[(action.value, action.label) for action in actions_of(user)],
            label=_("What happens"),
        )

    def chosen(self) -> list[Entry]:
        """Return the ticked entries."""
        numbers = set(self.cleaned_data["number"])
        return [entry for entry in self.entries if entry.number in numbers]


def actions_of(user: User) -> tuple[Action, ...]:
    """Return the actions on several players that the role of an official allows."""
    return tuple(Action) if may(user, Act.WITHDRAW_PLAYERS) else (Action.CHECK_IN,)
