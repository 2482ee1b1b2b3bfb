"""The form of the page for disputes: cards from its address, judged by the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from scoring.arbiter import Arbiter, TableTrick, Verdict, judge
from scoring.problems import Invalid, Problem
from scoring.questions import Question
from wk.core.fields import validate_clean
from wk.core.formatting import words
from wk.tournament.forms import SettingsCell

SEATS = range(1, 9)  # of the largest table of all games
ON_TABLE = "table"
EVERYTHING = "all"
BETWEEN = "."  # between the codes of two cards
MOST_CODES = 300  # characters: more than a pack with its separators
PLACES = [(place, "") for place in (ON_TABLE, *map(str, SEATS))]


@dataclass(frozen=True, slots=True)
class CellGroup:
    """A group of questions of a game; `is_open` if an answer differs from its default."""

    label: str
    cells: tuple[SettingsCell, ...]
    is_open: bool


class WinnerForm(forms.Form):
    """The cards on a table and in hands, and the answers to the questions of the game.

    - `cards`, `hand1`, `hand2`, ...: the codes of the cards, separated by BETWEEN.
    - `to`: the place for the next card, the table or the number of a seat.
    - `add`: the card of the pressed button, to be added at `to`.
    - `drop`: the place from which the pressed button removes the last card.
    """

    cards = forms.CharField(required=False, max_length=MOST_CODES, validators=[validate_clean])
    to = forms.ChoiceField(choices=PLACES, required=False)
    add = forms.CharField(required=False, max_length=4, validators=[validate_clean])
    drop = forms.ChoiceField(choices=[*PLACES, (EVERYTHING, "")], required=False)

    def __init__(self, data: QueryDict, *, arbiter: Arbiter) -> None:
        super().__init__(data)
        self.arbiter = arbiter
        self.laid = TableTrick({}, hands={})
        self.verdict: Verdict | None = None
        self.problems: tuple[Problem, ...] = ()
        self.is_refused = False
        self._defaults = {q.field.path: q.value for q in self._questions({})}
        for seat in SEATS:
            self.fields[f"hand{seat}"] = _line(MOST_CODES)
        for question in self._questions({}):
            self.fields[question.field.path] = _line(question.field.longest)

    def clean(self) -> dict[str, Any]:
        """Apply the pressed button to the cards, and let the game judge them.

        If an added card is impossible, the cards stay as they were, and its problems are shown.
        """
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        written = self._written(data)
        self.laid = self._changed(written, data)
        self._judge()
        # A missing answer or card is no reason to refuse: the table is filled card by card.
        self.is_refused = bool(data["add"]) and any(not p.is_missing for p in self.problems)
        if self.is_refused:
            why, self.laid = self.problems, written
            self._judge()
            self.problems = why
        return data

    def _questions(self, choices: Mapping[str, str]) -> tuple[Question, ...]:
        groups = self.arbiter.groups(choices)
        return tuple(question for group in groups for question in group.questions)

    def _written(self, data: Mapping[str, str]) -> TableTrick:
        """Return cards and answers of the address. Hands of seats beyond the table are ignored."""
        choices = {path: data[path] for path in self._defaults}
        seats = range(1, self.arbiter.seats(choices) + 1)
        hands = {seat: _codes(data[f"hand{seat}"]) for seat in seats}
        return TableTrick(choices, _codes(data["cards"]), _known(hands))

    def _changed(self, laid: TableTrick, data: Mapping[str, str]) -> TableTrick:
        """Return the cards after the pressed button; the same cards without one."""
        add, drop, to = data["add"], data["drop"], self._place(laid, data)
        hands = dict(laid.hands or {})
        if drop == EVERYTHING:
            return replace(laid, cards=(), hands={})
        if drop == ON_TABLE:
            return replace(laid, cards=laid.cards[:-1])
        if drop:
            hands[int(drop)] = hands.get(int(drop), ())[:-1]
        elif add and to == ON_TABLE:
            return replace(laid, cards=(*laid.cards, add))
        elif add:
            hands[int(to)] = (*hands.get(int(to), ()), add)
        return replace(laid, hands=_known(hands))

    def _place(self, laid: TableTrick, data: Mapping[str, str]) -> str:
        """Return the chosen place; the table if the chosen seat is beyond the present table."""
        to = data.get("to") or ON_TABLE
        exists = to == ON_TABLE or int(to) <= self.arbiter.seats(laid.choices)
        return to if exists else ON_TABLE

    def _judge(self) -> None:
        self.verdict, self.problems = None, ()
        try:
            self.verdict = judge(self.arbiter, self.laid)
        except Invalid as error:
            self.problems = error.problems

    @property
    def place(self) -> str:
        """Return the place of the next card: ON_TABLE, or the number of a seat as text."""
        return ON_TABLE if self.errors else self._place(self.laid, self.cleaned_data)

    @property
    def hidden(self) -> dict[str, str]:
        """Return the cards on the table and in hands as texts, by the name of their field."""
        hands = {f"hand{seat}": BETWEEN.join(c) for seat, c in (self.laid.hands or {}).items()}
        return {"cards": BETWEEN.join(self.laid.cards), **hands}

    @property
    def address(self) -> str:
        """Return the query string of this state. Values at their default are left out."""
        query = {
            **{path: v for path, v in self.laid.choices.items() if v != self._defaults[path]},
            "to": "" if self.place == ON_TABLE else self.place,
            **self.hidden,
        }
        return urlencode({name: value for name, value in query.items() if value})

    @property
    def groups(self) -> tuple[CellGroup, ...]:
        """Return the questions of the game in their groups, each with its problems."""
        return tuple(
            CellGroup(
                words(group.label) if group.label else "",
                tuple(self._cell(question) for question in group.questions),
                any(q.value != self._defaults[q.field.path] for q in group.questions),
            )
            for group in self.arbiter.groups(self.laid.choices)
        )

    def _cell(self, question: Question) -> SettingsCell:
        path = question.field.path
        wrong = (words(each.text) for each in self.problems if each.path == path)
        return SettingsCell(question.field, question.value, tuple(wrong))

    @property
    def other_errors(self) -> tuple[str, ...]:
        """Return the problems that belong to no question: those of cards."""
        return tuple(words(p.text) for p in self.problems if p.path not in self._defaults)


def _line(longest: int) -> forms.CharField:
    return forms.CharField(required=False, max_length=longest, validators=[validate_clean])


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code for code in text.split(BETWEEN) if code)


def _known(hands: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Return the hands that have cards; an empty hand is one that nobody has given."""
    return {seat: codes for seat, codes in hands.items() if codes}
