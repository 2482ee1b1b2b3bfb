"""Queries of the records of a day, and of how well the field plays. They read public forms only."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, TextField
from django.db.models.functions import Cast

from scoring.figures import (
    Holder,
    PlayFigures,
    Record,
    SuccessChart,
    records_of_results,
    together,
)
from scoring.registry import game
from wk.scoreforms.models import Result, Version
from wk.standings.visibility import ResultVisibility
from wk.tournament.models import Entry, Round

MOST_ROUNDS_KEPT = 16  # rounds of which the charts are remembered


@dataclass(frozen=True, slots=True)
class CountedTable:
    """One table with a form that counts: its round and number, the document, and the results in
    seat order."""

    round: Round
    number: int
    document: Any
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Feat:
    """One holder of a record: the table, the player (None: all at the table), and the number of the
    deal (None: the whole round)."""

    round: int
    table: int
    entry: Entry | None
    deal: int | None


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The figures of a tournament so far, over the tables whose results a reader may see.

    The holders of a record are in order of round and table.
    """

    tables: int
    records: tuple[Record[Feat], ...]
    charts: tuple[SuccessChart, ...]


def day_figures(visibility: ResultVisibility) -> DayFigures:
    """Return the figures of the results that a reader may see; two queries, and one a round."""
    tables = tuple(_counted_tables(_told(visibility)))
    play = together(_play(tables))
    points = [[result.points for result in table.results] for table in tables]
    records = (
        record.held_by(lambda who: _feat(who, tables[who.form]))
        for record in (*records_of_results(points), *play.records)
    )
    return DayFigures(len(tables), tuple(records), play.charts)


def field_charts(visibility: ResultVisibility) -> tuple[SuccessChart, ...]:
    """Return the charts of `day_figures` alone; one query, and one a round."""
    forms: dict[Round, list[tuple[str, int]]] = {}
    rounds = {round.pk: round for round in _told(visibility)}
    counted = Version.objects.filter(is_counted=True, form__table__round__in=rounds).order_by(
        "form__table__round__number", "form"
    )
    text, seats = Cast("content", TextField()), Count("form__table__seats")
    for round, content, size in counted.values_list("form__table__round", text, seats):
        forms.setdefault(rounds[round], []).append((content, size))
    charts = (_charts(*_rules_of(round), tuple(found)) for round, found in forms.items())
    return together((0, PlayFigures((), each)) for each in charts).charts


def _rules_of(round: Round) -> tuple[str, str, frozenset[int]]:
    """Return the game of a round, its options and the sizes of the tables, to be compared."""
    rules = round.tournament.rules
    return rules.key, json.dumps(rules.options, sort_keys=True), frozenset(round.table_sizes)


@lru_cache(MOST_ROUNDS_KEPT)
def _charts(
    key: str, options: str, sizes: frozenset[int], forms: tuple[tuple[str, int], ...]
) -> tuple[SuccessChart, ...]:
    """Return the charts of a round by what its forms say, each with its number of seats.

    They are remembered: each form that comes in makes the page of every player new, and for all of
    them the forms of the other rounds say what they said before.
    """
    rules = game(key, json.loads(options)).for_tables(sizes)
    return rules.success_charts([(json.loads(form), seats, None) for form, seats in forms])


def _told(visibility: ResultVisibility) -> list[Round]:
    """Return the rounds that the figures are about: begun, public, and none withheld before."""
    hidden = {round.number for round in visibility.hidden}
    return [
        round
        for round in visibility.begun
        if round.number <= visibility.last and round.number not in hidden
    ]


def _counted_tables(rounds: Sequence[Round]) -> Iterator[CountedTable]:
    by_key = {round.pk: round for round in rounds}
    results = _results_by_version(rounds)
    counted = (
        Version.objects.filter(is_counted=True, form__table__round__in=rounds)
        .order_by("form__table__round__number", "form__table__number")
        .values_list("pk", "content", "form__table__round", "form__table__number")
    )
    for pk, content, round, number in counted:
        if seats := results.get(pk):
            yield CountedTable(by_key[round], number, content, tuple(seats))


def _results_by_version(rounds: Sequence[Round]) -> Mapping[int, Sequence[Result]]:
    found: dict[int, list[Result]] = {}
    results = Result.objects.filter(seat__round__in=rounds).select_related("seat__entry")
    for result in results.order_by("seat__number"):
        found.setdefault(result.version_id, []).append(result)
    return found


def _play(tables: Iterable[CountedTable]) -> Iterator[tuple[int, PlayFigures]]:
    """Yield the number of forms of each round, with what the game tells of them."""
    for round, group in groupby(tables, key=attrgetter("round")):
        forms = [(each.document, len(each.results)) for each in group]
        yield len(forms), round.rules.figures(forms)


def _feat(holder: Holder, table: CountedTable) -> Feat:
    entry = None if holder.seat is None else table.results[holder.seat].seat.entry
    return Feat(table.round.number, table.number, entry, holder.deal)
