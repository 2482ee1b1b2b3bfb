"""Verbs on rounds: draw, look, change by hand, fix, start."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.pairs import opposite
from scoring.tables import CannotSplit, split
from wk.tournament import partners
from wk.tournament.models import Entry, Round, Seat, Table, Tournament
from wk.tournament.queries import gone, pairs_of, playing, seatings
from wk.tournament.refusal import Refusal, held

# What is said of a round that is not in the state it should be in.
WRONG_STATE = {
    Round.State.DRAWN: gettext_lazy("Round %(number)d has been confirmed already."),
    Round.State.FIXED: gettext_lazy("Round %(number)d is not confirmed, or has started already."),
}


@transaction.atomic
def draw_round(*, tournament: Tournament, seed: int) -> Round:
    """Draw the next round; the same seed and players give the same seats.

    As long as nobody came, left or was moved, the seed of the first round goes on: the rounds of
    one arrangement cost the least that is known.
    """
    tournament = held(Tournament.objects.filter(pk=tournament.pk))
    last = tournament.rounds.order_by("number").last()
    if last and not last.is_public:
        raise Refusal(_("Confirm round %(number)d first.") % {"number": last.number})
    number = last.number + 1 if last else 1
    if number > tournament.round_count:
        raise Refusal(_("All rounds of this tournament have been drawn."))
    first = tournament.rounds.first()
    seeds = [seed] if first is None or first.seed is None else [first.seed, seed]
    tables, seed = _drawn_tables(tournament, number, *seeds)
    return seat_round(tournament=tournament, number=number, tables=tables, seed=seed)


@transaction.atomic
def redraw_round(*, round: Round, seed: int) -> Round:
    """Draw a round anew, with who plays now."""
    locked = _locked(round, Round.State.DRAWN)
    tables, seed = _drawn_tables(locked.tournament, locked.number, seed)
    locked.tables.all().delete()
    _fill(locked, tables)
    locked.seed, locked.changed_by_hand = seed, False
    locked.save(update_fields=["seed", "changed_by_hand"])
    return locked


@transaction.atomic
def discard_round(*, round: Round) -> None:
    """Throw a draw away, as if it had not been made."""
    _locked(round, Round.State.DRAWN).delete()


@transaction.atomic
def seat_round(
    *,
    tournament: Tournament,
    number: int,
    tables: Mapping[int, Sequence[Entry]],
    state: Round.State = Round.State.DRAWN,
    seed: int | None = None,
) -> Round:
    """Store a round with its tables, by table number, and who sits where, seat 1 first."""
    round = Round.objects.create(tournament=tournament, number=number, state=state, seed=seed)
    _fill(round, tables)
    return round


@transaction.atomic
def swap_seats(*, round: Round, first: Entry, second: Entry) -> bool:
    """Let two players change places in a draw that is not fixed yet.

    Where pairs stay together their partners go with them, unless the two are partners; return
    whether they did.
    """
    locked = _locked(round, Round.State.DRAWN)
    seats = list(Seat.objects.filter(round=round, entry__in=[first, second]))
    if len(seats) != 2:
        raise Refusal(_("Choose two different players who have a seat in this round."))
    changes = [(seats[0], seats[1])]
    if locked.tournament.rules.partners == "fixed":
        one, other = (_seat_across(seat) for seat in seats)
        if one != seats[1]:
            changes.append((one, other))
    # The database allows nobody two seats, not even half-way: leave them, then sit down again.
    moved = [seat for change in changes for seat in change]
    Seat.objects.filter(pk__in=[seat.pk for seat in moved]).delete()
    for here, there in changes:
        here.entry, there.entry = there.entry, here.entry
    Seat.objects.bulk_create(moved)
    Round.objects.filter(pk=round.pk).update(changed_by_hand=True)
    return len(changes) > 1


def _seat_across(seat: Seat) -> Seat:
    return Seat.objects.get(table=seat.table_id, number=opposite(seat.number))


@transaction.atomic
def fix_round(*, round: Round) -> Round:
    """Fix a draw: from now on everyone may see it and sheets can be printed."""
    locked = _locked(round, Round.State.DRAWN)
    _refuse_withdrawn(locked)
    return _move(locked, Round.State.FIXED)


@transaction.atomic
def unfix_round(*, round: Round) -> Round:
    """Take a fixed round back to the drawing table, as long as it has not started."""
    locked = _locked(round, Round.State.FIXED)
    if locked.tournament.rounds.filter(number__gt=locked.number).exists():
        raise Refusal(_("A later round has been drawn already."))
    return _move(locked, Round.State.DRAWN)


@transaction.atomic
def start_round(*, round: Round) -> Round:
    """Start a fixed round: from now on its forms can be handed in."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    if earlier.exclude(state=Round.State.STARTED).exists():
        raise Refusal(_("An earlier round has not started yet."))
    locked = _locked(round, Round.State.FIXED)
    _refuse_withdrawn(locked)
    return _move(locked, Round.State.STARTED)


def _refuse_withdrawn(round: Round) -> None:
    """Nobody who left is seated again (A18)."""
    gone = round.seats.exclude(entry__withdrawn_after=None).select_related("entry").first()
    if gone:
        raise Refusal(
            _("%(name)s has withdrawn but has a seat. Draw the round again.")
            % {"name": gone.entry.name}
        )


def _fill(round: Round, tables: Mapping[int, Sequence[Entry]]) -> None:
    """Store the tables of a round that has none."""
    rows = Table.objects.bulk_create(Table(round=round, number=n) for n in tables)
    Seat.objects.bulk_create(
        Seat(table=table, round=round, number=place, entry=entry)
        for table, entries in zip(rows, tables.values(), strict=True)
        for place, entry in enumerate(entries, 1)
    )


def _drawn_tables(
    tournament: Tournament, number: int, *seeds: int
) -> tuple[dict[int, list[Entry]], int]:
    """Draw the tables of a round with the first seed whose arrangement goes on, else with the last;
    return that seed too."""
    entries = {entry.number: entry for entry in playing(tournament)}
    rules, players = tournament.rules, list(entries)
    earlier = seatings(tournament, before=number)
    try:
        sizes = split(len(players), rules.table_sizes)
    except CannotSplit as error:
        raise Refusal(_cannot_split(error, tournament)) from error
    goes_on = partial(partners.goes_on, rules.partners, players, sizes=sizes, earlier=earlier)
    seed = next((seed for seed in seeds if goes_on(seed=seed)), seeds[-1])
    drawn = partners.draw(
        rules.partners, players, sizes=sizes, earlier=earlier, seed=seed, gone=gone(tournament)
    )
    return {table: [entries[n] for n in numbers] for table, numbers in enumerate(drawn, 1)}, seed


def cannot_draw(tournament: Tournament) -> str:
    """Return why those who play cannot be divided over tables, "" if they can (A14)."""
    try:
        split(playing(tournament).count(), tournament.rules.table_sizes)
    except CannotSplit as error:
        return _cannot_split(error, tournament)
    return ""


def _cannot_split(error: CannotSplit, tournament: Tournament) -> str:
    """Say why so many players cannot be seated, how many could, and who is left over (A14)."""
    sizes = _(" or ").join(str(size) for size in error.sizes)
    text = _("%(players)d players cannot be divided over tables of %(sizes)s.") % {
        "players": error.players,
        "sizes": sizes,
    }
    nearest = _(" or ").join(str(n) for n in (error.below, error.above) if n)
    hint = _("It can be done with %(counts)s.") % {"counts": nearest}
    if tournament.rules.partners == "fixed":
        for entry in tournament.entries.filter(number__in=pairs_of(tournament).alone):
            hint += " " + _("There is no partner for %(name)s.") % {"name": entry}
    return f"{text} {hint}"


def _locked(round: Round, state: Round.State) -> Round:
    """Return the round, held until the transaction ends; Refusal if it is not in this state."""
    held(Tournament.objects.filter(pk=round.tournament_id))  # a draw waits, or is waited for
    locked = held(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state != state:
        raise Refusal(WRONG_STATE[state] % {"number": locked.number})
    return locked


def _move(round: Round, state: Round.State) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    return round
