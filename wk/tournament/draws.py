"""Actions on rounds: draw, discard, confirm, start."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.accounts.models import User
from wk.tournament import changes
from wk.tournament.drawing import drawn_tables, is_by_standings, last_by_lot
from wk.tournament.models import BEGUN, Entry, Round, Seat, Table, Tournament
from wk.tournament.refusal import Refusal, held

MOST_SEED = 10**9 - 1

# The refusals for a round in another state than a step needs.
WRONG_STATE = {
    Round.State.DRAWN: gettext_lazy("Round %(number)d has been confirmed already."),
    Round.State.FIXED: gettext_lazy("Round %(number)d is not confirmed, or has started already."),
    Round.State.STARTED: gettext_lazy("Round %(number)d has not started, or is closed already."),
    Round.State.CLOSED: gettext_lazy("Round %(number)d is not closed, or is final already."),
    Round.State.FINAL: gettext_lazy("Round %(number)d is not closed: it need not be reopened."),
}


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
    changes.note_draw([round], "drawn", author, now, ranking=ranking)
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
    changes.note_draw(rounds, "drawn", author, now, ranking=ranking)
    return rounds


def _draw_next(
    tournament: Tournament, seed: int, ranking: Sequence[int] | None, rounds: int | None
) -> list[Round]:
    """Draw a number of rounds, or all to come. Raises Refusal where there is none to draw."""
    tournament = held(Tournament.objects.filter(pk=tournament.pk))
    waiting = tournament.rounds.filter(state=Round.State.DRAWN).first()
    if waiting:
        raise Refusal(_("Confirm round %(number)d first.") % {"number": waiting.number})
    number = next_number(tournament)
    if number > tournament.round_count:
        raise Refusal(_("All rounds of this tournament have been drawn."))
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
    locked = held_round(round, Round.State.DRAWN)
    later = [locked, *locked.tournament.rounds.filter(number__gt=locked.number)]
    drawn = drawn_tables(locked.tournament, locked.number, len(later), [seed], ranking)
    for each, (tables, own_seed) in zip(later, drawn, strict=True):
        each.tables.all().delete()
        _fill(each, tables)
        each.seed, each.changed_by_hand = own_seed, False
        each.save(update_fields=["seed", "changed_by_hand"])
    changes.note_draw(later, "again", author, now, ranking=ranking)
    return locked


@transaction.atomic
def discard_round(*, round: Round, author: User | None = None, now: datetime | None = None) -> None:
    """Delete a draw and those of the rounds after it; the audit log keeps that there was one."""
    locked = held_round(round, Round.State.DRAWN)
    later = locked.tournament.rounds.filter(number__gte=locked.number)
    changes.note_draw(list(later), "discarded", author, now)
    later.delete()


@transaction.atomic
def seat_round(
    *,
    tournament: Tournament,
    number: int,
    tables: Mapping[int, Sequence[Entry]],
    state: Round.State = Round.State.DRAWN,
    seed: int | None = None,
) -> Round:
    """Store a round with its tables, by table number, and their players, seat 1 first."""
    round = Round.objects.create(tournament=tournament, number=number, state=state, seed=seed)
    _fill(round, tables)
    return round


@transaction.atomic
def fix_round(*, round: Round) -> Round:
    """Confirm a draw: from now on it is public and sheets can be printed."""
    locked = held_round(round, Round.State.DRAWN)
    if waiting := drawn_before(locked):
        raise Refusal(_("Confirm round %(number)d first.") % {"number": waiting.number})
    _refuse_withdrawn(locked)
    return _move(locked, Round.State.FIXED)


@transaction.atomic
def unfix_round(*, round: Round) -> Round:
    """Take a confirmed round back to drawn, as long as it has not started."""
    locked = held_round(round, Round.State.FIXED)
    if locked.tournament.rounds.public().filter(number__gt=locked.number).exists():
        raise Refusal(_("A later round has been confirmed already."))
    return _move(locked, Round.State.DRAWN)


def drawn_before(round: Round) -> Round | None:
    """Return the first earlier round that is not confirmed yet, None if there is none."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    return earlier.filter(state=Round.State.DRAWN).first()


def drawn_after(round: Round) -> list[int]:
    """Return the numbers of the later rounds, which are drawn again together with this one."""
    later = round.tournament.rounds.filter(number__gt=round.number)
    return list(later.values_list("number", flat=True))


@transaction.atomic
def start_round(*, round: Round, now: datetime | None = None) -> Round:
    """Start a confirmed round: from now on its forms can be handed in.

    Its time runs from `now` on, where the tournament has a clock.
    """
    locked = held_round(round, Round.State.FIXED)
    earlier = locked.tournament.rounds.filter(number__lt=locked.number)
    if earlier.exclude(state__in=BEGUN).exists():
        raise Refusal(_("An earlier round has not started yet."))
    _refuse_withdrawn(locked)
    locked.started_at, locked.minutes = now, locked.tournament.round_minutes
    locked.save(update_fields=["started_at", "minutes"])
    return _move(locked, Round.State.STARTED)


@transaction.atomic
def unstart_round(*, round: Round) -> Round:
    """Take a round back to confirmed, for services that know that this is allowed."""
    locked = held_round(round, Round.State.STARTED)
    locked.tables.update(extra_minutes=0)
    locked.started_at = locked.minutes = locked.paused_at = None
    locked.save(update_fields=["started_at", "minutes", "paused_at"])
    return _move(locked, Round.State.FIXED)


def _refuse_withdrawn(round: Round) -> None:
    """Raise Refusal if a player with a seat in the round has withdrawn (A18)."""
    gone = round.seats.exclude(entry__withdrawn_after=None).select_related("entry").first()
    if gone:
        raise Refusal(
            _("%(name)s has withdrawn but has a seat. Draw the round again.") % {"name": gone.entry}
        )


def _fill(round: Round, tables: Mapping[int, Sequence[Entry]]) -> None:
    """Store the tables of a round that has none."""
    rows = Table.objects.bulk_create(Table(round=round, number=n) for n in tables)
    Seat.objects.bulk_create(
        Seat(table=table, round=round, number=place, entry=entry)
        for table, entries in zip(rows, tables.values(), strict=True)
        for place, entry in enumerate(entries, 1)
    )


def held_round(round: Round, *states: Round.State) -> Round:
    """Return the round, locked until the transaction ends.

    Raises Refusal if it is in none of these states. It is for services that change a round or its
    seats, within a transaction.
    """
    held(Tournament.objects.filter(pk=round.tournament_id))  # this and a draw wait for each other
    locked = held(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state not in states:
        raise Refusal(WRONG_STATE[states[0]] % {"number": locked.number})
    return locked


def _move(round: Round, state: Round.State) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    return round
