"""Cards on a table, as the address of a page has them, and what the game says of them."""

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

SEATS = range(1, 9)
ON_TABLE = "table"
EVERYTHING = "all"
BETWEEN = "."  # between the codes of two cards
MOST_CODES = 300  # characters: more than a pack with its separators
PLACES = [(place, "") for place in (ON_TABLE, *map(str, SEATS))]


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Questions of a game on the page; `is_open` when one of them was answered."""

    label: str
    cells: tuple[SettingsCell, ...]
    is_open: bool


class WinnerForm(forms.Form):
    """The cards on a table and in hands, and the answers to the questions of the game.

    A button adds a card (`add`, at the place `to`) or takes the last one of a place back (`drop`).
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
        """Change the cards as the button asks, and let the game judge them.

        An added card that cannot lie there is refused: the cards stay, with its problems.
        """
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        written = self._written(data)
        self.laid = self._changed(written, data)
        self._judge()
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
        """Return what the address holds; hands of seats that the table does not have are left."""
        choices = {path: data[path] for path in self._defaults}
        seats = range(1, self.arbiter.seats(choices) + 1)
        hands = {seat: _codes(data[f"hand{seat}"]) for seat in seats}
        return TableTrick(choices, _codes(data["cards"]), _known(hands))

    def _changed(self, laid: TableTrick, data: Mapping[str, str]) -> TableTrick:
        """Return the cards after the button that was pressed, if any."""
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
        to = data.get("to") or ON_TABLE
        is_there = to == ON_TABLE or int(to) <= self.arbiter.seats(laid.choices)
        return to if is_there else ON_TABLE

    def _judge(self) -> None:
        self.verdict, self.problems = None, ()
        try:
            self.verdict = judge(self.arbiter, self.laid)
        except Invalid as error:
            self.problems = error.problems

    @property
    def place(self) -> str:
        """The place where the next card goes: the table, or a seat as a number in text."""
        return ON_TABLE if self.errors else self._place(self.laid, self.cleaned_data)

    @property
    def hidden(self) -> dict[str, str]:
        """The cards on the table and in hands, by the name of their field."""
        hands = {f"hand{seat}": BETWEEN.join(c) for seat, c in (self.laid.hands or {}).items()}
        return {"cards": BETWEEN.join(self.laid.cards), **hands}

    @property
    def address(self) -> str:
        """The query of an address for this state; what is at its default is left out."""
        query = {
            **{path: v for path, v in self.laid.choices.items() if v != self._defaults[path]},
            "to": "" if self.place == ON_TABLE else self.place,
            **self.hidden,
        }
        return urlencode({name: value for name, value in query.items() if value})

    @property
    def groups(self) -> tuple[CellGroup, ...]:
        """The questions of the game in their groups, each with its problems."""
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
    def elsewhere(self) -> tuple[str, ...]:
        """Return the problems of cards, which belong to no question."""
        return tuple(words(p.text) for p in self.problems if p.path not in self._defaults)


def _line(longest: int) -> forms.CharField:
    return forms.CharField(required=False, max_length=longest, validators=[validate_clean])


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code for code in text.split(BETWEEN) if code)


def _known(hands: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    return {seat: codes for seat, codes in hands.items() if codes}
