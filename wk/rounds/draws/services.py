"""Actions on rounds: draw, discard, confirm, start."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.rounds.draws.draw_service import drawn_tables
from wk.tournament.models import Round, Tournament
from wk.tournament.round_states import is_by_standings, last_by_lot, lock_round
from wk.tournament.seating import fill_tables, seat_round

MOST_SEED = 10**9 - 1


def next_number(tournament: Tournament) -> int:
    """Return the number of the next round to draw; one past the last where all are drawn."""
    last = tournament.rounds.order_by("number").last()
    return last.number + 1 if last else 1


def left_out(round: Round) -> str:
    """Say that the next round goes by the standings and when to draw it; "" if it does not."""
    if not is_by_standings(round.tournament, round.number + 1):
        return ""
    text = _(
        "Round %(number)d is seated by the standings: draw it when round %(before)d is complete."
    )
    return text % {"number": round.number + 1, "before": round.number}


def new_seed() -> int:
    """Return a lot number that nobody can foresee."""
    return secrets.randbelow(MOST_SEED + 1)


@transaction.atomic
def draw_round(
    *,
    tournament: Tournament,
    seed: int,
    ranking: Sequence[int] | None = None,
    author: User | None = None,
    now: datetime | None = None,
) -> Round:
    """Draw the next round; the same seed and players give the same seats.

    As long as no player came, left or moved after the first round, the seed of the arrangement goes
    on: its rounds cost the least that is known. `ranking` are the start numbers in the order of the
    standings, for a round that is seated by them (`is_by_standings`).
    """
    (round,) = _draw_next(tournament, seed, ranking, rounds=1)
    auditlog.record_draw([round], "drawn", author, now, ranking=ranking)
    return round


@transaction.atomic
def draw_all_rounds(
    *,
    tournament: Tournament,
    seed: int,
    ranking: Sequence[int] | None = None,
    author: User | None = None,
    now: datetime | None = None,
) -> list[Round]:
    """Draw all rounds to come at once, so that they suit each other.

    A last round by the standings is left out, unless it is the next.
    """
    rounds = _draw_next(tournament, seed, ranking, rounds=None)
    auditlog.record_draw(rounds, "drawn", author, now, ranking=ranking)
    return rounds


def _draw_next(
    tournament: Tournament, seed: int, ranking: Sequence[int] | None, rounds: int | None
) -> list[Round]:
    """Draw a number of rounds, or all to come. Raises ActionRefused where there is none to draw."""
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    waiting = tournament.rounds.filter(state=Round.State.DRAWN).first()
    if waiting:
        raise ActionRefused(_("Confirm round %(number)d first.") % {"number": waiting.number})
    number = next_number(tournament)
    if number > tournament.round_count:
        raise ActionRefused(_("All rounds of this tournament have been drawn."))
    count = rounds or max(1, last_by_lot(tournament) - number + 1)
    earlier = [each.seed for each in tournament.rounds.all() if each.seed is not None]
    drawn = drawn_tables(tournament, number, count, [*earlier, seed], ranking)
    return [
        seat_round(tournament=tournament, number=n, tables=tables, seed=seed)
        for n, (tables, seed) in enumerate(drawn, number)
    ]


@transaction.atomic
def redraw_round(
    *,
    round: Round,
    seed: int,
    ranking: Sequence[int] | None = None,
    author: User | None = None,
    now: datetime | None = None,
) -> Round:
    """Draw a round again with the present players, and also the later rounds already drawn.

    `ranking` as for `draw_round`.
    """
    locked = lock_round(round, Round.State.DRAWN)
    later = [locked, *locked.tournament.rounds.filter(number__gt=locked.number)]
    drawn = drawn_tables(locked.tournament, locked.number, len(later), [seed], ranking)
    for each, (tables, own_seed) in zip(later, drawn, strict=True):
        each.tables.all().delete()
        fill_tables(each, tables)
        each.seed, each.changed_by_hand = own_seed, False
        each.save(update_fields=["seed", "changed_by_hand"])
    auditlog.record_draw(later, "again", author, now, ranking=ranking)
    return locked


@transaction.atomic
def discard_round(*, round: Round, author: User | None = None, now: datetime | None = None) -> None:
    """Delete a draw and those of the rounds after it; the audit log keeps that there was one."""
    locked = lock_round(round, Round.State.DRAWN)
    later = locked.tournament.rounds.filter(number__gte=locked.number)
    auditlog.record_draw(list(later), "discarded", author, now)
    later.delete()


def drawn_before(round: Round) -> Round | None:
    """Return the first earlier round that is not confirmed yet, None if there is none."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    return earlier.filter(state=Round.State.DRAWN).first()


def drawn_after(round: Round) -> list[int]:
    """Return the numbers of the later rounds, which are drawn again together with this one."""
    later = round.tournament.rounds.filter(number__gt=round.number)
    return list(later.values_list("number", flat=True))
