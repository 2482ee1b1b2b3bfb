"""Verbs on rounds: draw, look, change by hand, fix, start."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.pairs import opposite
from scoring.tables import CannotSplit
from wk.tournament import partners
from wk.tournament.asking import WITH_PARTNERS, musts_of, why_not
from wk.tournament.constraints import Impossible, Must
from wk.tournament.models import Entry, Round, Seat, Table, Tournament
from wk.tournament.queries import gone, pairs_of, playing, seatings, table_sizes
from wk.tournament.refusal import Refusal, held

MOST_SEED = 10**9 - 1

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
    (round,) = _draw_next(tournament, seed, rounds=1)
    return round


@transaction.atomic
def draw_all_rounds(*, tournament: Tournament, seed: int) -> list[Round]:
    """Draw all rounds that are still to come at once, so that they suit each other."""
    return _draw_next(tournament, seed, rounds=None)


def _draw_next(tournament: Tournament, seed: int, rounds: int | None) -> list[Round]:
    """Draw so many rounds more, or all that are left; Refusal where there is none to draw."""
    tournament = held(Tournament.objects.filter(pk=tournament.pk))
    waiting = tournament.rounds.filter(state=Round.State.DRAWN).first()
    if waiting:
        raise Refusal(_("Confirm round %(number)d first.") % {"number": waiting.number})
    last = tournament.rounds.order_by("number").last()
    number = last.number + 1 if last else 1
    if number > tournament.round_count:
        raise Refusal(_("All rounds of this tournament have been drawn."))
    count = rounds or tournament.round_count - number + 1
    first = tournament.rounds.first()
    seeds = [seed] if first is None or first.seed is None else [first.seed, seed]
    return [
        seat_round(tournament=tournament, number=n, tables=tables, seed=seed)
        for n, (tables, seed) in enumerate(_drawn_tables(tournament, number, count, *seeds), number)
    ]


@transaction.atomic
def redraw_round(*, round: Round, seed: int) -> Round:
    """Draw a round anew, with who plays now, and the rounds after it that are drawn already."""
    locked = _locked(round, Round.State.DRAWN)
    later = [locked, *locked.tournament.rounds.filter(number__gt=locked.number)]
    drawn = _drawn_tables(locked.tournament, locked.number, len(later), seed)
    for each, (tables, own_seed) in zip(later, drawn, strict=True):
        each.tables.all().delete()
        _fill(each, tables)
        each.seed, each.changed_by_hand = own_seed, False
        each.save(update_fields=["seed", "changed_by_hand"])
    return locked


@transaction.atomic
def discard_round(*, round: Round) -> None:
    """Throw a draw away, as if it had not been made, and those of the rounds after it."""
    locked = _locked(round, Round.State.DRAWN)
    locked.tournament.rounds.filter(number__gte=locked.number).delete()


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
    if waiting := drawn_before(locked):
        raise Refusal(_("Confirm round %(number)d first.") % {"number": waiting.number})
    _refuse_withdrawn(locked)
    return _move(locked, Round.State.FIXED)


@transaction.atomic
def unfix_round(*, round: Round) -> Round:
    """Take a fixed round back to the drawing table, as long as it has not started."""
    locked = _locked(round, Round.State.FIXED)
    if locked.tournament.rounds.public().filter(number__gt=locked.number).exists():
        raise Refusal(_("A later round has been confirmed already."))
    return _move(locked, Round.State.DRAWN)


def drawn_before(round: Round) -> Round | None:
    """Return the first round before this one that is not confirmed yet, if there is one."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    return earlier.filter(state=Round.State.DRAWN).first()


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
    tournament: Tournament, number: int, rounds: int, *seeds: int
) -> Iterator[tuple[dict[int, list[Entry]], int]]:
    """Draw so many rounds from this number on: with the first seed whose arrangement goes on, else
    with the last. Yield the tables of each, and its own seed."""
    entries = {entry.number: entry for entry in playing(tournament)}
    rules, players = tournament.rules, list(entries)
    earlier = seatings(tournament, before=number)
    try:
        sizes = table_sizes(tournament, rules)
    except CannotSplit as error:
        raise Refusal(_cannot_split(error, tournament)) from error
    if asked := musts_of(tournament):
        drawn = _drawn_as_asked(tournament, entries, rounds, sizes, earlier, seeds, asked)
    else:
        goes_on = partial(partners.goes_on, rules.partners, players, sizes=sizes, earlier=earlier)
        drawn = partners.draw_rounds(
            rules.partners,
            players,
            rounds,
            sizes=sizes,
            earlier=earlier,
            seed=next((seed for seed in seeds if goes_on(seed=seed)), seeds[-1]),
            gone=gone(tournament),
        )
    for tables, seed in drawn:
        yield {n: [entries[p] for p in table] for n, table in enumerate(tables, 1)}, seed


def _drawn_as_asked(
    tournament: Tournament,
    entries: Mapping[int, Entry],
    rounds: int,
    sizes: Sequence[int],
    earlier: Sequence[Sequence[Sequence[int]]],
    seeds: Sequence[int],
    asked: Sequence[Must],
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Draw so many rounds as the organiser asks; Refusal with names where that cannot be."""
    if tournament.rules.partners != "none":
        raise Refusal(WITH_PARTNERS)
    first = tournament.rounds.first()
    try:
        return partners.draw_asked(
            list(entries),
            rounds,
            left=tournament.round_count - len(earlier),
            sizes=sizes,
            earlier=earlier,
            seed=seeds[-1],
            first_seed=first.seed if first and first.seed in seeds else None,
            asked=asked,
        )
    except Impossible as refused:
        nothing = _("Nothing has been drawn.")
        raise Refusal(f"{why_not(refused, entries)} {nothing}") from refused


def cannot_draw(tournament: Tournament) -> str:
    """Return why those who play cannot be divided over tables, "" if they can (A14)."""
    try:
        table_sizes(tournament, tournament.rules)
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
