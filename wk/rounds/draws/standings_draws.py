"""Draws that may go by the standings; these are read while nobody can change them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from wk.accounts.models import User
from wk.core.row_locks import lock_row, lock_rows
from wk.rounds.by_standings import ranking_for
from wk.rounds.draws import services as draws
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.round_states import is_by_standings


@transaction.atomic
def draw_round(
    *,
    tournament: Tournament,
    seed: int,
    author: User | None = None,
    now: datetime | None = None,
) -> Round:
    """Draw the next round.

    Raises ActionRefused as for `draws.draw_round`, and where a round by the standings has to wait
    for them.
    """
    ranking = _held_ranking(tournament)
    return draws.draw_round(
        tournament=tournament, seed=seed, ranking=ranking, author=author, now=now
    )


@transaction.atomic
def draw_all_rounds(
    *,
    tournament: Tournament,
    seed: int,
    author: User | None = None,
    now: datetime | None = None,
) -> list[Round]:
    """Draw all rounds to come, except one that waits for the standings; else as `draw_round`."""
    ranking = _held_ranking(tournament)
    return draws.draw_all_rounds(
        tournament=tournament, seed=seed, ranking=ranking, author=author, now=now
    )


@transaction.atomic
def redraw_round(
    *, round: Round, seed: int, author: User | None = None, now: datetime | None = None
) -> Round:
    """Draw a round again, with those drawn after it; else as `draw_round`."""
    ranking = _held_ranking(round.tournament, round.number)
    return draws.redraw_round(round=round, seed=seed, ranking=ranking, author=author, now=now)


def _held_ranking(tournament: Tournament, number: int | None = None) -> Sequence[int] | None:
    """Return the ranking for a round, None for the next, and lock what it comes from.

    A form that is being handed in or corrected locks its table: it counts before the ranking is
    read, or waits until the draw is made.
    """
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    number = draws.next_number(tournament) if number is None else number
    if is_by_standings(tournament, number):
        tables = Table.objects.filter(round__tournament=tournament, round__number__lt=number)
        lock_rows(tables)
    return ranking_for(tournament, number)
