"""The query that returns a stored tournament as an archive."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.game import Document, Game
from wk.archive.archive import (
    Archive,
    ArchivedPlayer,
    ArchivedRound,
    ArchivedSubstitute,
    ArchivedTable,
)
from wk.scoreforms.models import Version
from wk.tournament.models import BEGUN, Round, Seat, Substitute, Tournament

# Rounds in these states are in an archive.
PUBLIC = (Round.State.CONFIRMED, *BEGUN)


def archive_of(tournament: Tournament) -> Archive:
    """Return a tournament as an archive; four queries.

    It has the public rounds and the versions of forms that count. Rounds that are only drawn,
    drafts and other versions are left out.
    """
    rounds = _rounds(tournament)
    return Archive(
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        game=tournament.game,
        options=tournament.options,
        round_count=tournament.round_count,
        players=_players(tournament, rounds),
        rounds=rounds,
    )


def _rounds(tournament: Tournament) -> tuple[ArchivedRound, ...]:
    """Return the public rounds, with their tables by number and their seats in order."""
    rows = (
        Seat.objects.filter(round__tournament=tournament, round__state__in=PUBLIC)
        .order_by("round__number", "table__number", "number")
        .values_list("round__number", "table__number", "table_id", "entry__number")
    )
    seats: dict[int, dict[tuple[int, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    for round_number, table, key, player in rows:
        seats[round_number][table, key].append(player)
    documents: dict[int, Document] = dict(
        Version.objects.filter(
            is_counted=True, form__table__round__tournament=tournament
        ).values_list("form__table", "content")
    )
    substitutes = _substitutes(tournament)
    return tuple(
        ArchivedRound(number, _tables(tables, tournament.rules, documents, substitutes))
        for number, tables in seats.items()
    )


def _substitutes(tournament: Tournament) -> Mapping[int, tuple[ArchivedSubstitute, ...]]:
    """Return the substitutes of a tournament in their order, by the key of the table."""
    rows = Substitute.objects.filter(seat__round__tournament=tournament).order_by("pk")
    found: dict[int, list[ArchivedSubstitute]] = defaultdict(list)
    values = rows.values_list("seat__table", "seat__number", "name", "from_deal")
    for table, seat, name, from_deal in values:
        found[table].append(ArchivedSubstitute(seat, name, from_deal))
    # Sorted here: databases differ in where they put NULL, a substitute with an unknown deal.
    return {
        table: tuple(sorted(those, key=lambda each: each.order)) for table, those in found.items()
    }


def _tables(
    tables: Mapping[tuple[int, int], Sequence[int]],
    game: Game,
    documents: Mapping[int, Document],
    substitutes: Mapping[int, tuple[ArchivedSubstitute, ...]],
) -> tuple[ArchivedTable, ...]:
    """Return the tables of a round; `tables` has start numbers by number and key of the table."""
    rules = game.for_tables(set(map(len, tables.values())))
    return tuple(
        ArchivedTable(
            number,
            tuple(players),
            # PostgreSQL keeps the keys of JSON in an order of its own; `normal` restores ours.
            rules.normal(documents[key], len(players)) if key in documents else None,
            substitutes.get(key, ()),
        )
        for (number, key), players in tables.items()
    )


def _players(
    tournament: Tournament, rounds: tuple[ArchivedRound, ...]
) -> tuple[ArchivedPlayer, ...]:
    last = {
        number: round.number for round in rounds for table in round.tables for number in table.seats
    }
    rows = tournament.entries.order_by("number").values_list(
        "number", "name", "club", "withdrawn_after"
    )
    return tuple(
        ArchivedPlayer(
            number,
            name,
            club,
            # A player with a seat in a confirmed round counts as withdrawn after that round: the
            # reader refuses a seat after a withdrawal.
            None if left is None else max(left, last.get(number, 0)),
        )
        for number, name, club, left in rows
    )
