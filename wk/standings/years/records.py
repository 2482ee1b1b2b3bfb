"""The records over all editions of the same game, from the final standings and the forms."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from scoring.figures import (
    Holder,
    PlayFigures,
    Record,
    record_of,
    records_of_results,
    together,
)
from scoring.registry import game
from scoring.text import Text
from wk.scoreforms.models import Version
from wk.standings.years.people import Person, people
from wk.standings.years.queries import Edition, Participant
from wk.tournament.models import Seat

TITLES = Text("Meeste titels", "Most titles")
EDITIONS = Text("Vaakst meegedaan", "Most editions played")
MATCH_POINTS = Text("Meeste WP in {rounds} rondes", "Most MP in {rounds} rounds")
POINTS = Text("Meeste punten in {rounds} rondes", "Most points in {rounds} rounds")
OF_TITLES, OF_EDITIONS = Text("titels", "titles"), Text("edities", "editions")
OF_MATCH_POINTS = Text("wedstrijdpunten", "match points")
OF_POINTS = Text("punten", "points")
MOST_ROUNDS_KEPT = 1000  # rounds of which the figures are remembered


@dataclass(frozen=True, slots=True)
class YearsHolder:
    """The holder of a record over the years.

    `participant` is None for a whole table. `round`, `table` and `deal` are None for a record of
    more than that. A record over several editions has the player's latest one; `won` are those
    that the player won, for the record of titles.
    """

    edition: Edition
    participant: Participant | None
    round: int | None = None
    table: int | None = None
    deal: int | None = None
    is_of_one_edition: bool = True
    won: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecords:
    """The records of editions of one game, under the same options.

    The holders of a record are in order of time, the earliest first.
    """

    name: Text
    has_options: bool
    records: tuple[Record[YearsHolder], ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a final edition, with start number and points of each seat; the form as JSON.

    `sizes` are those of all tables of the round.
    """

    edition: Edition
    round: int
    number: int
    sizes: frozenset[int]
    numbers: tuple[int, ...]
    points: tuple[int, ...]
    content: str


def records(editions: Sequence[Edition]) -> tuple[GameRecords, ...]:
    """Return the records of each game, that of the latest edition first; two queries.

    Editions are given with the latest first. Only final ones have records.
    """
    final = [edition for edition in editions if edition.is_final]
    tables = _tables(final)
    same_game: dict[tuple[str, str], list[Edition]] = defaultdict(list)
    for edition in final:
        same_game[_rules_of(edition)].append(edition)
    return tuple(
        GameRecords(
            same[0].tournament.rules.name,
            bool(same[0].tournament.rules.options),
            (
                *_records_of_people(people(same)),
                *_records_of_totals(same),
                # The earliest first: who reached a record first stands first.
                *_records_of_tables([t for each in reversed(same) for t in tables[each]]),
            ),
        )
        for same in same_game.values()
    )


def _rules_of(edition: Edition) -> tuple[str, str]:
    """Return the game and the options of an edition, to be compared with those of another."""
    rules = edition.tournament.rules
    return rules.key, json.dumps(rules.options, sort_keys=True)


def _records_of_people(persons: Sequence[Person]) -> Iterator[Record[YearsHolder]]:
    """Yield most titles and most editions; once is no record."""

    kinds = ((TITLES, OF_TITLES, "titles"), (EDITIONS, OF_EDITIONS, "editions"))
    for label, unit, attribute in kinds:
        counted = ((len(getattr(person, attribute)), person) for person in persons)
        holders = (
            (count, _person_holder(person, label is TITLES))
            for count, person in counted
            if count > 1
        )
        yield from record_of(label, unit, holders)


def _person_holder(person: Person, shows_titles: bool) -> YearsHolder:
    won = person.titles if shows_titles else ()
    return YearsHolder(*person.editions[0], is_of_one_edition=False, won=won)


def _records_of_totals(editions: Sequence[Edition]) -> Iterator[Record[YearsHolder]]:
    """Yield the highest totals in as many rounds as the latest edition had."""
    rounds = editions[0].tournament.round_count
    alike = [each for each in reversed(editions) if each.tournament.round_count == rounds]

    kinds = (
        (MATCH_POINTS, OF_MATCH_POINTS, attrgetter("match_points")),
        (POINTS, OF_POINTS, attrgetter("points")),
    )
    for label, unit, total in kinds:
        totals = (
            (total(each.ranked.tally), (edition, each))
            for edition in alike
            for each in edition.participants
            if each.ranked
        )
        for record in record_of(label.format(rounds=rounds), unit, totals):
            yield record.held_by(lambda who: YearsHolder(*who))


def _records_of_tables(tables: Sequence[_Table]) -> Iterator[Record[YearsHolder]]:
    """Yield the records of rounds, tables and deals."""
    play = together(_play(tables)).records
    for record in (*records_of_results([table.points for table in tables]), *play):
        yield record.held_by(lambda who: _holder(who, tables[who.form]))


def _holder(who: Holder, table: _Table) -> YearsHolder:
    number = None if who.seat is None else table.numbers[who.seat]
    participant = None if number is None else table.edition.by_number[number]
    return YearsHolder(table.edition, participant, table.round, table.number, who.deal)


def _play(tables: Sequence[_Table]) -> Iterator[tuple[int, PlayFigures]]:
    """Yield the number of forms of each round, with what the game tells of them."""
    for (edition, _round), group in groupby(tables, key=attrgetter("edition", "round")):
        same = [*group]
        forms = tuple((each.content, len(each.points)) for each in same)
        # One thread reads a round, and all others take what it found.
        with _READING:
            figures = _figures(*_rules_of(edition), same[0].sizes, forms)
        yield len(forms), figures


_READING = Lock()


@lru_cache(MOST_ROUNDS_KEPT)
def _figures(
    key: str, options: str, sizes: frozenset[int], forms: tuple[tuple[str, int], ...]
) -> PlayFigures:
    """Return the figures of a round with tables of these sizes, by what its forms say.

    They are remembered: the forms of thirty editions take seconds to read, and do not change.
    """
    rules = game(key, json.loads(options)).for_tables(sizes)
    return rules.figures([(json.loads(form), seats) for form, seats in forms])


def _tables(editions: Iterable[Edition]) -> Mapping[Edition, list[_Table]]:
    """Return the tables with a form that counts of these editions, in order; two queries."""
    by_key = {edition.tournament.pk: edition for edition in editions}
    counted = Version.objects.filter(
        is_counted=True, form__table__round__tournament__in=by_key
    ).values_list("form__table", Cast("content", TextField()))
    contents: dict[int, str] = dict(counted)
    found: dict[Edition, list[_Table]] = defaultdict(list)
    for (key, round), rows in groupby(_seats(by_key), key=lambda row: row[:2]):
        seats = [(*table, [*same]) for table, same in groupby(rows, key=lambda row: row[2:4])]
        sizes = frozenset(len(same) for _number, _table, same in seats)
        for number, table, same in seats:
            if table in contents:
                numbers, points = zip(*(row[4:] for row in same), strict=True)
                edition, content = by_key[key], contents[table]
                found[edition].append(
                    _Table(edition, round, number, sizes, numbers, points, content)
                )
    return found


def _seats(tournaments: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    """Return the seats: tournament, round, number and key of the table, then start number and
    points, None without a result."""
    return (
        Seat.objects.filter(round__tournament__in=tournaments)
        .order_by("round__tournament", "round__number", "table__number", "number")
        .values_list(
            *("round__tournament", "round__number", "table__number", "table"),
            *("entry__number", "result__points"),
        )
    )
