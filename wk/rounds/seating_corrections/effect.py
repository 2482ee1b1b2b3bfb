"""The effect of a seating correction, shown before the correction is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from scoring.ranking import Ranked, Tally, rank
from wk.auditlog import seat_changes
from wk.rounds.seat_swaps.moves import ChangeImpact, cycle_moves, impact_of, table_correction_moves
from wk.scoreforms.models import Draft, Version
from wk.standings.queries import RoundResult, Standing, standings
from wk.tournament.models import Entry, Round
from wk.tournament.seating import Move


class CorrectionKind(TextChoices):
    """The two ways to correct players who sat in each other's seats."""

    NAMES = (
        seat_changes.NAMES_EXCHANGED,
        gettext_lazy("They stay where they sit: the names change over on the form."),
    )
    OWN = seat_changes.RETURN_TO_OWN_SEAT, gettext_lazy("They go to their own seats.")


@dataclass(frozen=True, slots=True)
class RankShift:
    """A player's rank in the standings before and after."""

    entry: Entry
    before: Ranked
    after: Ranked


@dataclass(frozen=True, slots=True)
class TouchedForm:
    """The form of a table that a correction touches.

    `state` is counted, waiting (handed in, and not counted yet), draft or missing.
    """

    table: int
    state: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a correction, before it is made.

    - `moves`: the moves. If the players return to their own seats they walk in the hall; otherwise
      their names move on the forms.
    - `shifts`: the ranks of these players in the standings, before and after.
    - `others`: the number of other players who get another rank.
    - `repeat_meetings`, `extra_sittings`: these numbers before and after.
    - `forms`: the forms of the tables that the correction touches.
    - `left`: the withdrawn ones of these players. It is empty if all of them have withdrawn. The
      withdrawal of one may have been stored for the wrong player.
    """

    moves: tuple[Move, ...]
    shifts: tuple[RankShift, ...] = ()
    others: int = 0
    repeat_meetings: tuple[int, int] = (0, 0)
    extra_sittings: tuple[int, int] = (0, 0)
    forms: tuple[TouchedForm, ...] = ()
    left: tuple[Entry, ...] = ()

    @property
    def has_form_to_complete(self) -> bool:
        """Return whether a form of these tables is in already.

        After the correction it does not count until it is completed again.
        """
        return any(form.state in ("counted", "waiting") for form in self.forms)

    @property
    def keeps_standings(self) -> bool:
        """Return whether the standings stay as they are."""
        return not self.others and all(
            shift.before.tally == shift.after.tally for shift in self.shifts
        )


def swap_correction_effect(
    *, round: Round, first: Entry, second: Entry, how: CorrectionKind, others: Sequence[Entry] = ()
) -> Effect:
    """Return the effect of the correction that `services.correct_swap` would make.

    Raises ActionRefused if the players have no different seats in this round, or if a pair would be
    parted.
    """
    moves = cycle_moves(round, (first, second, *others))
    forms = _forms(round, moves)
    # The moves describe how the players sat. Returning to the own seats is the way back.
    if how == CorrectionKind.OWN:
        return Effect(tuple(move.back for move in moves), forms=forms)
    rows = standings(round.tournament).rows
    shifts, moved = _rank_shifts(rows, round.number, moves)
    impact = impact_of(round, moves)
    meetings, sittings = _before_and_after(impact)
    left = tuple(move.entry for move in moves if move.entry.withdrawn_after is not None)
    left = left if len(left) < len(moves) else ()
    return Effect(moves, shifts, moved, meetings, sittings, forms, left)


def table_correction_effect(*, round: Round, player: Entry, table: int) -> Effect:
    """Return the effect of the correction that `services.correct_table` would make.

    Raises ActionRefused as `table_correction_moves`.
    """
    moves = table_correction_moves(round, player, table)
    impact = impact_of(round, moves)
    meetings, sittings = _before_and_after(impact)
    return Effect(
        moves, repeat_meetings=meetings, extra_sittings=sittings, forms=_forms(round, moves)
    )


def _before_and_after(impact: ChangeImpact) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the repeat meetings before and after a change, and the extra sittings."""
    before, after = impact.before, impact.after
    return (
        (before.repeat_meetings, after.repeat_meetings),
        (before.extra_sittings, after.extra_sittings),
    )


def tables_of(moves: Sequence[Move]) -> list[int]:
    """Return the numbers of the tables of these moves."""
    return sorted({at[0] for move in moves for at in (move.from_seat, move.to_seat) if at})


def _rank_shifts(
    rows: Sequence[Standing], number: int, moves: Sequence[Move]
) -> tuple[tuple[RankShift, ...], int]:
    """Return the ranks of the players of these moves if they exchange their results of a round.

    `rows` are the present standings, `number` is that of the round. Results stay with the seats, so
    each player gets the result of the seat he moves to. Also return the number of other players
    that get another rank.
    """
    own = {row.number: row.rounds[number - 1] for row in rows if len(row.rounds) >= number}
    sitter = {move.from_seat: move.entry.number for move in moves}
    got = {move.entry.number: own.get(sitter[move.to_seat]) for move in moves}
    before = {row.number: Tally(row.number, row.match_points, row.points) for row in rows}
    after = {n: _with(t, own.get(n), got[n]) if n in got else t for n, t in before.items()}
    was, now = _ranked_by_number(before), _ranked_by_number(after)
    shifts = tuple(
        RankShift(move.entry, was[move.entry.number], now[move.entry.number]) for move in moves
    )
    others = sum(was[n].rank != now[n].rank for n in before if n not in got)
    return shifts, others


def _with(tally: Tally, out: RoundResult | None, into: RoundResult | None) -> Tally:
    """Return a tally with the round result `into` in place of `out`."""
    match_points, points = tally.match_points, tally.points
    if out and out.match_points is not None:
        match_points, points = match_points - out.match_points, points - (out.points or 0)
    if into and into.match_points is not None:
        match_points, points = match_points + into.match_points, points + (into.points or 0)
    return Tally(tally.number, match_points, points)


def _ranked_by_number(tallies: Mapping[int, Tally]) -> dict[int, Ranked]:
    return {ranked.tally.number: ranked for ranked in rank(tallies.values())}


def _forms(round: Round, moves: Sequence[Move]) -> tuple[TouchedForm, ...]:
    """Return the state of the forms at the tables of these moves."""
    numbers = tables_of(moves)
    here = Version.objects.filter(form__table__round=round, form__table__number__in=numbers)
    counted = set(here.filter(is_counted=True).values_list("form__table__number", flat=True))
    waiting = set(here.filter(is_waiting=True).values_list("form__table__number", flat=True))
    drafts = Draft.objects.filter(form__table__round=round, form__table__number__in=numbers)
    begun = set(drafts.values_list("form__table__number", flat=True))
    states = (("counted", counted), ("waiting", waiting), ("draft", begun))
    return tuple(
        TouchedForm(n, next((state for state, there in states if n in there), "missing"))
        for n in numbers
    )
