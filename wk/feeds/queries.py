"""What the feeds of a tournament tell: its standings, players, rounds and tables.

Each query returns values for JSON, of what a reader without an account may see.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.http import Http404

from wk.core.formatting import exact_halves
from wk.standings.formats import standings_data
from wk.standings.players import substitutes
from wk.standings.possible import possible_ranks
from wk.standings.queries import visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.models import Round, Seat, Tournament


class SeatRow(NamedTuple):
    """A seat in a public round; points and half match points are None until the form counts."""

    round: int
    table: int
    seat: int
    number: int
    name: str
    points: int | None
    half_points: int | None


def public_visibility(tournament: Tournament) -> ResultVisibility:
    """Return the results that a reader without an account may see.

    A feed is the same for officials: it goes on to other people and programs.
    """
    return result_visibility(tournament, sees_all=False)


def public_standings(tournament: Tournament, round: int | None = None) -> dict[str, Any]:
    """Return the standings after a round, or as they are now.

    Raises Http404 for a round that has not begun, as the page of those standings does.
    """
    visibility = public_visibility(tournament)
    if round is not None and round not in [each.number for each in visibility.begun]:
        raise Http404
    shown = visible_standings(visibility, round)
    return standings_data(shown, possible_ranks(shown, visibility))


def players(tournament: Tournament) -> dict[str, Any]:
    """Return all players in the order of their start numbers; one query."""
    fields = ("number", "name", "club", "withdrawn_after")
    listed = tournament.entries.order_by("number").values(*fields)
    return {"tournament": tournament.slug, "players": list(listed)}


def rounds(tournament: Tournament) -> dict[str, Any]:
    """Return the public rounds: state, number of tables, and how many of their forms count."""
    is_counted = Q(tables__form__versions__is_counted=True)
    listed = (
        tournament.rounds.public()
        .order_by("number")
        .annotate(
            table_count=Count("tables", distinct=True),
            counted=Count("tables", filter=is_counted, distinct=True),
        )
        .values("number", "state", "table_count", "counted")
    )
    hidden = {round.number for round in public_visibility(tournament).hidden}
    return {
        "tournament": tournament.slug,
        "rounds": [
            {
                "round": row["number"],
                "state": row["state"],
                "withheld": row["number"] in hidden,
                "tables": row["table_count"],
                "counted": row["counted"],
            }
            for row in listed
        ],
    }


def tables(tournament: Tournament) -> dict[str, Any]:
    """Return the tables of all public rounds: who sits where, and the results that are public."""
    hidden = {round.number for round in public_visibility(tournament).hidden}
    names = {key: [each.name for each in seated] for key, seated in substitutes(tournament).items()}
    seats = map(SeatRow._make, _public_seats(tournament))
    return {
        "tournament": tournament.slug,
        "tables": [
            _table_data(list(seated), is_hidden=round in hidden, substitutes=names)
            for (round, _table), seated in groupby(seats, key=lambda row: (row.round, row.table))
        ],
    }


def _public_seats(tournament: Tournament) -> Iterable[tuple[Any, ...]]:
    seats = Seat.objects.filter(round__tournament=tournament).exclude(
        round__state=Round.State.DRAWN
    )
    return seats.order_by("round__number", "table__number", "number").values_list(
        *("round__number", "table__number", "number", "entry__number", "entry__name"),
        *("result__points", "result__half_points"),
    )


def _table_data(
    seats: list[SeatRow], *, is_hidden: bool, substitutes: dict[tuple[int, int], list[str]]
) -> dict[str, Any]:
    return {
        "round": seats[0].round,
        "table": seats[0].table,
        "counted": all(row.points is not None for row in seats),
        "seats": [
            {
                "seat": row.seat,
                "number": row.number,
                "name": row.name,
                "substitutes": substitutes.get((row.number, row.round), []),
                "wp": None if is_hidden else _match_points(row),
                "points": None if is_hidden else row.points,
            }
            for row in seats
        ],
    }


def _match_points(row: SeatRow) -> str | None:
    return None if row.half_points is None else exact_halves(Fraction(row.half_points, 2))
