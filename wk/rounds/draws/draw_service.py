"""Actions on draws: draw rounds, draw a round again, discard a draw. Pages and command use these.

Each service first locks the tournament. For a round by the standings it then locks the tables of
the earlier rounds, as their forms make up the standings. Only then it reads the input of the draw.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row, lock_rows
from wk.draw import Infeasible, draw
from wk.rounds.constraints.messages import conflict_message
from wk.rounds.draws.asked import asked_of
from wk.rounds.draws.queries import draw_token, next_number
from wk.rounds.draws.ranking import locked_ranking
from wk.rounds.draws.request import draw_request
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.queries import playing
from wk.tournament.round_states import last_by_lot, lock_round
from wk.tournament.seating import fill_tables, seat_round, seating

MOST_SEED = 10**9 - 1


def new_seed() -> int:
    """Return a random draw number, from 0 to `MOST_SEED`, that nobody can foresee."""
    return secrets.randbelow(MOST_SEED + 1)


@transaction.atomic
def draw_round(
    *,
    tournament: Tournament,
    seed: int,
    is_announced: bool = False,
    author: User | None = None,
    now: datetime | None = None,
) -> Round:
    """Draw the next round, and store its seats; the same seed and players give the same seats.

    As long as no player came, left or moved after the first round, the round continues the design
    of the first round's seed: no rounds are known that cost less. Without an `author` the log names
    nobody. `is_announced`: the seed was announced beforehand and typed in; the log says so.

    Raises ActionRefused if no round can be drawn now, if the round goes by standings that are not
    complete, if the players cannot be divided over tables (A14), and if the constraints cannot be
    met.
    """
    (round,) = _draw_next(tournament, seed, author, now, rounds=1, is_announced=is_announced)
    return round


@transaction.atomic
def draw_all_rounds(
    *, tournament: Tournament, seed: int, author: User | None = None, now: datetime | None = None
) -> list[Round]:
    """Draw all rounds to come together, from one seed; return them. Otherwise as `draw_round`.

    A last round by the standings is left out, unless it is the next round: then it is the only one.
    """
    return _draw_next(tournament, seed, author, now, rounds=None)


def _draw_next(
    tournament: Tournament,
    seed: int,
    author: User | None,
    now: datetime | None,
    rounds: int | None,
    is_announced: bool = False,
) -> list[Round]:
    """Draw this number of rounds, or with None all rounds to come."""
    # Under the lock: of two presses of the button the second finds the draw of the first.
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    number = next_number(tournament)
    ranking = locked_ranking(tournament, number)
    waiting = tournament.rounds.filter(state=Round.State.DRAWN).first()
    if waiting:
        raise ActionRefused(_("Confirm round %(number)d first.") % {"number": waiting.number})
    if number > tournament.round_count:
        raise ActionRefused(_("All rounds of this tournament have been drawn."))
    # At least one: the next round may be the one by the standings.
    count = rounds or max(1, last_by_lot(tournament) - number + 1)
    # The seeds of the earlier rounds come first: a design that began with one of them goes on.
    earlier = [each.seed for each in tournament.rounds.all() if each.seed is not None]
    drawn, asked = _drawn_tables(tournament, number, count, [*earlier, seed], ranking)
    made = [
        seat_round(tournament=tournament, number=n, tables=tables, seed=own_seed)
        for n, (tables, own_seed) in enumerate(drawn, number)
    ]
    # A round that goes on with the number of an earlier one does not use the announced one.
    told = asked | {"is_announced": is_announced and made[0].seed == seed}
    auditlog.record_draw(made, "drawn", author, now, ranking=ranking, asked=told)
    return made


@transaction.atomic
def redraw_round(
    *,
    round: Round,
    seed: int,
    shown_token: str = "",
    reason: str = "",
    author: User | None = None,
    now: datetime | None = None,
) -> Round:
    """Draw a round again for the present players, together with the later rounds already drawn.

    The later rounds depend on this one, so they cannot stay. `shown_token` is the `draw_token` of
    the draw that was shown, "" if none was. `reason` is kept in the log. Return the round. Raises
    ActionRefused if the round is confirmed, drawn again or changed since it was shown, and as
    `draw_round` does.
    """
    locked = lock_round(round, Round.State.DRAWN)
    if shown_token and shown_token != draw_token(locked, seating(locked)):
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    ranking = locked_ranking(locked.tournament, locked.number)
    later = [locked, *locked.tournament.rounds.filter(number__gt=locked.number)]
    # Only the new seed: with the seed of an earlier round the same draw would come again.
    drawn, asked = _drawn_tables(locked.tournament, locked.number, len(later), [seed], ranking)
    for each, (tables, own_seed) in zip(later, drawn, strict=True):
        each.tables.all().delete()
        fill_tables(each, tables)
        each.seed, each.changed_by_hand = own_seed, False
        each.save(update_fields=["seed", "changed_by_hand"])
    auditlog.record_draw(later, "again", author, now, ranking=ranking, asked=asked, reason=reason)
    return locked


def _drawn_tables(
    tournament: Tournament,
    number: int,
    rounds: int,
    seeds: Sequence[int],
    ranking: Sequence[int] | None,
) -> tuple[list[tuple[dict[int, list[Entry]], int]], dict[str, Any]]:
    """Draw rounds from this number on.

    Return for each round the entries at each table, by its number and in seat order, and the seed;
    and what was asked, for the log. Raises ActionRefused if there is no draw. If constraints are
    the reason, it names their players.
    """
    request = draw_request(tournament, number, rounds=rounds, seeds=seeds, ranking=ranking)
    entries = {entry.number: entry for entry in playing(tournament)}
    try:
        drawn = draw(request).rounds
    except Infeasible as refused:
        nothing = _("Nothing has been drawn.")
        raise ActionRefused(f"{conflict_message(refused, entries)} {nothing}") from refused
    tables = [
        ({n: [entries[p] for p in table] for n, table in enumerate(each.tables, 1)}, each.seed)
        for each in drawn
    ]
    return tables, asked_of(request, entries)


@transaction.atomic
def discard_round(
    *, round: Round, reason: str = "", author: User | None = None, now: datetime | None = None
) -> None:
    """Delete the draw of a round and those of later rounds; the log keeps that they were drawn.

    `reason` is kept in the log.

    Raises ActionRefused if the round is confirmed.
    """
    locked = lock_round(round, Round.State.DRAWN)
    later = locked.tournament.rounds.filter(number__gte=locked.number)
    lock_rows(later)
    lock_rows(Table.objects.filter(round__in=later))
    auditlog.record_draw(list(later), "discarded", author, now, reason=reason)
    later.delete()
