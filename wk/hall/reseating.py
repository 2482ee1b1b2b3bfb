"""Two players who sat in each other's place, found when deals have been played already.

Either they stay where they are and the names change over on the forms, or they go to their own
places and nothing changes but the log. What was typed stays with the table, whoever it is about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ranking import Ranked, Tally, rank
from wk.accounts.models import User
from wk.scoreforms.drafts import why_closed
from wk.scoreforms.models import Draft, Result, Version
from wk.standings.queries import RoundResult, Standing, standings
from wk.tournament import changes, hand
from wk.tournament.draws import held_round
from wk.tournament.models import Change, Entry, Round, Seat, Substitute, Table
from wk.tournament.moves import Move, fits, mark, price_of, seating, swap_moves
from wk.tournament.refusal import Refusal, held


class How(TextChoices):
    """What happens to two players who sat in each other's place."""

    NAMES = "names", gettext_lazy("They stay where they sit: the names change over on the form.")
    OWN = "own", gettext_lazy("They go to their own places.")


@dataclass(frozen=True, slots=True)
class Shift:
    """A player in the standings before and after."""

    entry: Entry
    before: Ranked
    after: Ranked


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form of a table that is touched: how far it is, as a word of the list of forms."""

    table: int
    state: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What it does, before it is done: who moves, on the forms or in the hall; in the standings
    the players themselves, and how many `others` get another place; repeat meetings and extra
    sittings before and after; and the forms of the tables."""

    moves: tuple[Move, ...]
    shifts: tuple[Shift, ...] = ()
    others: int = 0
    met: tuple[int, int] = (0, 0)
    sat: tuple[int, int] = (0, 0)
    forms: tuple[TableForm, ...] = ()

    @property
    def moves_nobody(self) -> bool:
        """Whether the standings stay as they are."""
        return not self.others and all(
            shift.before.tally == shift.after.tally for shift in self.shifts
        )


def effect(*, round: Round, first: Entry, second: Entry, how: How) -> Effect:
    """Return what putting it right does. Refusal where they have no two seats in this round."""
    moves = swap_moves(round, first, second)
    forms = _forms(round, moves)
    if how == How.OWN:
        return Effect(tuple(move.back for move in moves), forms=forms)
    rows = standings(round.tournament).rows
    shifts, others = _shifts(rows, round.number, moves)
    price = price_of(round, moves)
    met, sat = (price.before.met, price.after.met), (price.before.sat, price.after.sat)
    return Effect(moves, shifts, others, met, sat, forms)


@transaction.atomic
def reseat(
    *,
    round: Round,
    first: Entry,
    second: Entry,
    how: How,
    author: User,
    now: datetime,
    seen: str = "",
    reason: str = "",
) -> Change:
    """Put right that two players sat in each other's place; return where that is noted.

    Where pairs stay together their partners are meant too, unless the two are partners. `seen` is
    the `mark` of the seating that the author had before him, "" where he had none. Refusal where
    that has changed, from a clerk, and in a round that has not started or is final.
    """
    locked = _held(round, author)
    if seen and seen != mark(seating(locked)):
        raise Refusal(_("This has changed meanwhile. Look at it again."))
    done = effect(round=locked, first=first, second=second, how=how)
    facts = {"how": how.value}
    if how == How.OWN:
        return hand.note(locked, done.moves, author=author, now=now, reason=reason, **facts)
    _exchange(locked, done.moves)
    return hand.note(
        locked,
        done.moves,
        author=author,
        now=now,
        reason=reason,
        met=done.met,
        sat=done.sat,
        **facts,
    )


@transaction.atomic
def undo(*, change: Change, author: User, now: datetime) -> Change:
    """Undo it: names go back to where they were. Refusal as for `reseat`, and where other changes
    came after it."""
    if change.round is None or "how" not in change.facts:
        raise Refusal(_("This cannot be undone here."))
    locked = _held(change.round, author)
    change = changes.undoing(change, author, now)
    if change.facts["how"] == How.NAMES:
        moves = tuple(move.back for move in hand.moves_of(change)[0])
        if not fits(seating(locked), moves):
            raise Refusal(_("Seats have changed since. Undo the later changes first."))
        _exchange(locked, moves)
    return change


def _held(round: Round, author: User) -> Round:
    """Return a round that has begun and is not final, held until the transaction ends."""
    if not author.is_director:
        raise Refusal(_("Only the director can change seats."))
    if why := why_closed(round, author):
        raise Refusal(why)
    return held_round(round, Round.State.STARTED, Round.State.CLOSED)


def _exchange(round: Round, moves: Sequence[Move]) -> None:
    """Let players change over between seats; whatever belongs to a seat stays with it.

    Their tables are held: who hands a form in waits, and is told that others sit there now. The
    database allows nobody two seats, not even half-way: the seats go with what is on them, and come
    back under the same keys.
    """
    entries = [move.entry for move in moves]
    for pk in sorted(round.seats.filter(entry__in=entries).values_list("table", flat=True)):
        held(Table.objects.filter(pk=pk))
    seats = list(round.seats.filter(entry__in=entries).select_related("table"))
    comes = {move.come: move.entry for move in moves}
    results = list(Result.objects.filter(seat__in=seats))
    substitutes = list(Substitute.objects.filter(seat__in=seats))
    round.seats.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat in seats:
        seat.entry = comes[seat.table.number, seat.number]
    Seat.objects.bulk_create(seats)
    Result.objects.bulk_create(results)
    Substitute.objects.bulk_create(substitutes)


def _shifts(
    rows: Sequence[Standing], number: int, moves: Sequence[Move]
) -> tuple[tuple[Shift, ...], int]:
    """Who moves in the standings when these players have each other's results of a round, and how
    many others get another place."""
    own = {row.number: row.rounds[number - 1] for row in rows if len(row.rounds) >= number}
    sitter = {move.gone: move.entry.number for move in moves}
    got = {move.entry.number: own.get(sitter[move.come]) for move in moves}
    before = {row.number: Tally(row.number, row.match_points, row.points) for row in rows}
    after = {n: _with(t, own.get(n), got[n]) if n in got else t for n, t in before.items()}
    was, now = _ranked(before), _ranked(after)
    shifts = tuple(
        Shift(move.entry, was[move.entry.number], now[move.entry.number]) for move in moves
    )
    others = sum(was[n].rank != now[n].rank for n in before if n not in got)
    return shifts, others


def _with(tally: Tally, out: RoundResult | None, into: RoundResult | None) -> Tally:
    """A tally with another result of a round in place of its own."""
    match_points, points = tally.match_points, tally.points
    if out and out.match_points is not None:
        match_points, points = match_points - out.match_points, points - (out.points or 0)
    if into and into.match_points is not None:
        match_points, points = match_points + into.match_points, points + (into.points or 0)
    return Tally(tally.number, match_points, points)


def _ranked(tallies: Mapping[int, Tally]) -> dict[int, Ranked]:
    return {ranked.tally.number: ranked for ranked in rank(tallies.values())}


def _forms(round: Round, moves: Sequence[Move]) -> tuple[TableForm, ...]:
    """How far the forms are of the tables from which somebody moves."""
    numbers = sorted({move.gone[0] for move in moves if move.gone})
    here = Version.objects.filter(form__table__round=round, form__table__number__in=numbers)
    counted = set(here.filter(is_counted=True).values_list("form__table__number", flat=True))
    waiting = set(here.filter(is_waiting=True).values_list("form__table__number", flat=True))
    drafts = Draft.objects.filter(form__table__round=round, form__table__number__in=numbers)
    begun = set(drafts.values_list("form__table__number", flat=True))
    states = (("counted", counted), ("waiting", waiting), ("draft", begun))
    return tuple(
        TableForm(n, next((state for state, there in states if n in there), "missing"))
        for n in numbers
    )
