"""A stored tournament as an archive."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.game import Document, Game
from wk.archive.archive import Archive, ArchivedPlayer, ArchivedRound, ArchivedTable
from wk.scoreforms.models import Version
from wk.tournament.models import Round, Seat, Tournament

PUBLIC = (Round.State.FIXED, Round.State.STARTED)


def archive_of(tournament: Tournament) -> Archive:
    """Return a tournament as it stands, in three queries.

    Facts only: a draw that is not fixed, drafts and older versions of forms are not among them.
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
    rows = (
        Seat.objects.filter(round__tournament=tournament, round__state__in=PUBLIC)
        .order_by("round__number", "table__number", "number")
        .values_list("round__number", "table__number", "table_id", "entry__number")
    )
    seats: dict[int, dict[tuple[int, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    for round_number, table, key, player in rows:
        seats[round_number][table, key].append(player)
    written: dict[int, Document] = dict(
        Version.objects.filter(
            is_counted=True, form__table__round__tournament=tournament
        ).values_list("form__table", "content")
    )
    return tuple(
        ArchivedRound(
            number,
            _tables(tables, tournament.rules.for_tables(set(map(len, tables.values()))), written),
        )
        for number, tables in seats.items()
    )


def _tables(
    tables: Mapping[tuple[int, int], Sequence[int]], rules: Game, written: Mapping[int, Document]
) -> tuple[ArchivedTable, ...]:
    """Return the tables of a round, by number and key, with the forms written for their keys."""
    return tuple(
        ArchivedTable(
            number,
            tuple(players),
            # A database may keep the keys of JSON in another order than the format's.
            rules.normal(written[key], len(players)) if key in written else None,
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
            # Who left while seated in a round already fixed left after that one.
            None if left is None else max(left, last.get(number, 0)),
        )
        for number, name, club, left in rows
    )
