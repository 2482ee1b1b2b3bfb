"""Verbs on rounds: draw, look, change by hand, fix, start."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from scoring.tables import CannotSplit, split

from wk.tournament import seating
from wk.tournament.models import Entry, Round, Seat, Table, Tournament
from wk.tournament.queries import playing, seatings
from wk.tournament.refusal import Refusal


@transaction.atomic
def draw_round(*, tournament: Tournament, seed: int) -> Round:
    """Draw the next round; the same seed and players give the same seats."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    last = tournament.rounds.order_by("number").last()
    if last and not last.is_public:
        raise Refusal(_("Fix round %(number)d first.") % {"number": last.number})
    number = last.number + 1 if last else 1
    if number > tournament.round_count:
        raise Refusal(_("All rounds of this tournament have been drawn."))
    tables = _drawn_tables(tournament, number, seed)
    return seat_round(tournament=tournament, number=number, tables=tables, seed=seed)


@transaction.atomic
def redraw_round(*, round: Round, seed: int) -> Round:
    """Draw a round anew, with who plays now."""
    _locked(round, Round.State.DRAWN)
    tables = _drawn_tables(round.tournament, round.number, seed)
    round.delete()
    return seat_round(tournament=round.tournament, number=round.number, tables=tables, seed=seed)


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
    rows = Table.objects.bulk_create(Table(round=round, number=n) for n in tables)
    Seat.objects.bulk_create(
        Seat(table=table, round=round, number=place, entry=entry)
        for table, entries in zip(rows, tables.values(), strict=True)
        for place, entry in enumerate(entries, 1)
    )
    return round


@transaction.atomic
def swap_seats(*, round: Round, first: Entry, second: Entry) -> None:
    """Let two players change places in a draw that is not fixed yet."""
    _locked(round, Round.State.DRAWN)
    seats = list(Seat.objects.filter(round=round, entry__in=[first, second]))
    if len(seats) != 2:
        raise Refusal(_("Choose two different players who have a seat in this round."))
    here, there = seats
    # The database allows nobody two seats, not even half-way: leave both, then sit down again.
    Seat.objects.filter(pk__in=[here.pk, there.pk]).delete()
    here.entry, there.entry = there.entry, here.entry
    Seat.objects.bulk_create([here, there])
    Round.objects.filter(pk=round.pk).update(changed_by_hand=True)


@transaction.atomic
def fix_round(*, round: Round) -> Round:
    """Fix a draw: from now on everyone may see it and sheets can be printed."""
    locked = _locked(round, Round.State.DRAWN)
    gone = locked.seats.exclude(entry__withdrawn_after=None).select_related("entry").first()
    if gone:
        raise Refusal(
            _("%(name)s has withdrawn but has a seat. Draw again.") % {"name": gone.entry.name}
        )
    return _move(locked, Round.State.FIXED)


@transaction.atomic
def unfix_round(*, round: Round) -> Round:
    """Take a fixed round back to the drawing table, as long as it has not started."""
    if round.tournament.rounds.filter(number__gt=round.number).exists():
        raise Refusal(_("A later round has been drawn already."))
    return _move(_locked(round, Round.State.FIXED), Round.State.DRAWN)


@transaction.atomic
def start_round(*, round: Round) -> Round:
    """Start a fixed round: from now on its forms can be handed in."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    if earlier.exclude(state=Round.State.STARTED).exists():
        raise Refusal(_("An earlier round has not started yet."))
    return _move(_locked(round, Round.State.FIXED), Round.State.STARTED)


def _drawn_tables(tournament: Tournament, number: int, seed: int) -> dict[int, list[Entry]]:
    entries = {entry.number: entry for entry in playing(tournament)}
    try:
        sizes = split(len(entries), tournament.rules.table_sizes)
    except CannotSplit as error:
        raise Refusal(_cannot_split(error)) from error
    drawn = seating.draw(
        list(entries), sizes=sizes, earlier=seatings(tournament, before=number), seed=seed
    )
    return {table: [entries[n] for n in numbers] for table, numbers in enumerate(drawn.tables, 1)}


def _cannot_split(error: CannotSplit) -> str:
    """Say why so many players cannot be seated, and how many could (A14)."""
    sizes = _(" or ").join(str(size) for size in error.sizes)
    text = _("%(players)d players cannot be divided over tables of %(sizes)s.") % {
        "players": error.players,
        "sizes": sizes,
    }
    nearest = [str(n) for n in (error.below, error.above) if n]
    return f"{text} {_('It can be done with %(counts)s.') % {'counts': _(' or ').join(nearest)}}"


def _locked(round: Round, state: Round.State) -> Round:
    """Return the round, held until the transaction ends; Refusal if it is not in this state."""
    locked = Round.objects.select_for_update().get(pk=round.pk)
    if locked.state != state:
        raise Refusal(
            _("Round %(number)d is %(state)s already.")
            % {"number": locked.number, "state": locked.get_state_display()}
        )
    return locked


def _move(round: Round, state: Round.State) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    return round
