"""The figures of a day that a game draws from its forms: records, and how often bids come off."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.text import Text

Who = TypeVar("Who")
Other = TypeVar("Other")

HIGHEST_ROUND = Text("Hoogste ronde", "Highest round")
CLOSEST = Text("Spannendste tafel", "Closest table")
POINTS = Text("punten", "points")
APART = Text("punten tussen de nummers 1 en 2", "points between the first two")


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a record: a form by its index, a seat of it from 0 and a deal from 1.

    A record of a whole table has no seat, one of a whole round no deal.
    """

    form: int
    seat: int | None = None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Record(Generic[Who]):
    """The highest value of its kind, with its unit and everybody who reached it.

    A game names its holders by a Holder, and other modules by what they know of them.
    """

    label: Text
    unit: Text
    value: Fraction | int
    holders: tuple[Who, ...]

    def held_by(self, known: Callable[[Who], Other]) -> "Record[Other]":
        """Return the same record with each of its holders as `known` returns them."""
        return Record(self.label, self.unit, self.value, tuple(map(known, self.holders)))


@dataclass(frozen=True, slots=True)
class SuccessRate:
    """How often something came off: `made` of `tries`, under a label such as "10" cards."""

    label: str
    made: int
    tries: int

    @property
    def percentage(self) -> int:
        """The part that came off, in whole hundredths, halves upwards."""
        return (200 * self.made + self.tries) // (2 * self.tries) if self.tries else 0


@dataclass(frozen=True, slots=True)
class SuccessChart:
    """Rates in order of their labels, under a title; `heading` stands above the labels."""

    title: Text
    heading: Text
    rates: tuple[SuccessRate, ...]


@dataclass(frozen=True, slots=True)
class PlayFigures:
    """The figures of some forms; a game that draws none has neither records nor charts."""

    records: tuple[Record[Holder], ...] = ()
    charts: tuple[SuccessChart, ...] = ()


def record_of(
    label: Text, unit: Text, values: Iterable[tuple[Fraction | int, Who]]
) -> tuple[Record[Who], ...]:
    """Return the record of these values, as a tuple of one; empty without values."""
    kept = tuple(values)
    if not kept:
        return ()
    best = max(value for value, _holder in kept)
    return (Record(label, unit, best, tuple(who for value, who in kept if value == best)),)


def records_of_results(tables: Sequence[Sequence[int]]) -> tuple[Record[Holder], ...]:
    """Return the records that every game has, from the points of each seat at each table.

    The closest table is the one where the best player was ahead by the fewest points; a first place
    that is shared is no record.
    """
    points = (
        (own, Holder(form, seat))
        for form, seats in enumerate(tables)
        for seat, own in enumerate(seats)
    )
    margins = ((_margin(seats), Holder(form)) for form, seats in enumerate(tables))
    # The fewest points ahead are the most of their opposites.
    closest = record_of(CLOSEST, APART, ((-margin, who) for margin, who in margins if margin))
    return (
        *record_of(HIGHEST_ROUND, POINTS, points),
        *(replace(each, value=-each.value) for each in closest),
    )


def _margin(points: Sequence[int]) -> int:
    first, second, *_others = sorted(points, reverse=True)
    return first - second


def together(parts: Iterable[tuple[int, PlayFigures]]) -> PlayFigures:
    """Return the figures of several rounds as those of one day.

    Each part comes with its number of forms, which stand after those of the parts before it.
    """
    values: dict[tuple[Text, Text], list[tuple[Fraction | int, Holder]]] = {}
    rates: dict[tuple[Text, Text], dict[str, list[SuccessRate]]] = {}
    before = 0
    for forms, part in parts:
        for each in part.records:
            holders = (replace(who, form=who.form + before) for who in each.holders)
            values.setdefault((each.label, each.unit), []).extend(
                (each.value, who) for who in holders
            )
        for chart in part.charts:
            rows = rates.setdefault((chart.title, chart.heading), {})
            for rate in chart.rates:
                rows.setdefault(rate.label, []).append(rate)
        before += forms
    return PlayFigures(
        tuple(record for words, found in values.items() for record in record_of(*words, found)),
        tuple(SuccessChart(*words, _sums(rows)) for words, rows in rates.items()),
    )


def _sums(rows: Mapping[str, Sequence[SuccessRate]]) -> tuple[SuccessRate, ...]:
    return tuple(
        SuccessRate(label, sum(rate.made for rate in same), sum(rate.tries for rate in same))
        for label, same in rows.items()
    )
