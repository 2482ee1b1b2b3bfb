"""The order in which a round by the standings is seated, and its draw compared with them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.seat_changes import as_drawn
from wk.core.refusals import ActionRefused
from wk.draw import FixedSeat as FixedSeatConstraint
from wk.draw import Tables, outside_ranks, ranks_at
from wk.rounds.constraints.messages import constraints_of, named
from wk.rounds.draw_quality import in_a_row
from wk.rounds.draws.ranking import standings_for
from wk.rounds.draws.request import is_drawn_so
from wk.standings.queries import Standing
from wk.tournament.models import Entry, FixedSeat, Round
from wk.tournament.queries import seatings
from wk.tournament.seating import seating

BEST_BEGIN = gettext_lazy("The best begin at table %(table)d.")


@dataclass(frozen=True, slots=True)
class StandingsComparison:
    """A draw compared with the present standings.

    `waits` says what the standings lack for a comparison. `stale` says why the draw has to be made
    again. Both are "" where all is well. `notes` tell where the draw does not go by rank. `best` is
    the table of the best players where fixed places have moved tables, else 0. `ranking` are the
    start numbers by rank, of a stale draw only.
    """

    waits: str = ""
    stale: str = ""
    notes: tuple[str, ...] = ()
    best: int = 0
    ranking: tuple[int, ...] = ()


def compared_with_standings(round: Round) -> StandingsComparison:
    """Return a drawn round compared with the standings; empty if it is not seated by them."""
    try:
        so_far = standings_for(round.tournament, round.number)
    except ActionRefused as refusal:
        return StandingsComparison(waits=str(refusal))
    if so_far is None:
        return StandingsComparison()
    ranking = [row.number for row in so_far.rows]
    if stale := _why_stale(round, ranking):
        return StandingsComparison(stale=stale, ranking=tuple(ranking))
    if round.tournament.rules.partners == "fixed":
        return StandingsComparison()  # pairs stand where the better of the two stands
    tables = seatings(round.tournament, before=round.number + 1)[-1]
    seated = {player for table in tables for player in table}
    order = [row for row in so_far.rows if row.number in seated]
    laid, best = _laid_elsewhere(round, order, tables)
    return StandingsComparison(notes=(*laid, *_moved(round, order, tables)), best=best)


def has_fixed_table(round: Round) -> bool:
    """Return whether a player has a fixed table in this round.

    Without one, the best players sit at table 1.
    """
    places = FixedSeat.objects.filter(entry__tournament=round.tournament, table__isnull=False)
    return places.filter(Q(round=None) | Q(round=round.number)).exists()


def best_begin(round: Round) -> str:
    """Return the sentence that names the table of the best players, "" if it is the first."""
    best = compared_with_standings(round).best if has_fixed_table(round) else 0
    return BEST_BEGIN % {"table": best} if best > 1 else ""


def _why_stale(round: Round, ranking: Sequence[int]) -> str:
    """Say why a draw made now would differ; "" where it would not."""
    at = as_drawn(round)
    if at is None or round.seed is None:
        return ""
    company: dict[int, set[int]] = defaultdict(set)
    for entry, (table, _seat) in at.items():
        company[table].add(entry.number)
    drawn = [company[table] for table in sorted(company)]
    is_so = partial(is_drawn_so, round.tournament, round.number, drawn, seed=round.seed)
    if is_so(ranking=ranking):
        return ""
    before = _drawn_by(round)
    if is_so(ranking=before):
        return _("The standings have changed since this draw.")
    seated = {player for table in drawn for player in table}
    if [who for who in before if who in seated] == [who for who in ranking if who in seated]:
        return _(
            "Since this draw something else has been asked: who sits apart, or who sits where."
        )
    return _("The standings have changed since this draw, or what was asked of it.")


def _drawn_by(round: Round) -> list[int]:
    """Return the present start numbers in the order of the standings used for the draw.

    Return [] where the log does not hold that order.
    """
    drawn = round.log_entries.filter(kind=AuditLogEntry.Kind.DRAWN).order_by("pk").last()
    keys = drawn.payload.get("ranking", ()) if drawn else ()
    numbers = dict(round.tournament.entries.values_list("pk", "number"))
    return [numbers[key] for key in keys if key in numbers]


def _laid_elsewhere(
    round: Round, order: Sequence[Standing], tables: Tables
) -> tuple[list[str], int]:
    """Say which ranks sit at another table because of a fixed place, and where the best sit.

    Also return the number of the table of the best, 0 where nothing is said.
    """
    fixed = _fixed(round, tables)
    groups = ranks_at([row.number for row in order], tables)
    said, start = [], 1
    text = _(
        "Because of the fixed seat of %(who)s, ranks %(ranks)s of the standings sit at table "
        "%(table)d."
    )
    for number, (table, group) in enumerate(zip(tables, groups, strict=True), 1):
        if number in fixed and group[0] != start:
            rows = [order[place - 1] for place in group]
            ranks = _ranks([row for row in rows if row.number in table])
            said.append(text % {"who": named(fixed[number]), "ranks": ranks, "table": number})
        start += len(table)
    if not said:
        return [], 0
    best = 1 + next(at for at, ranked in enumerate(groups) if ranked[0] == 1)
    return [*said, BEST_BEGIN % {"table": best}], best


def _fixed(round: Round, tables: Tables) -> dict[int, list[Entry]]:
    """Return the players at each table for whom it is the fixed table."""
    entries = {entry.number: entry for entry in seating(round)}
    fixed: dict[int, list[Entry]] = defaultdict(list)
    for each in constraints_of(round.tournament):
        if not isinstance(each, FixedSeatConstraint) or not each.table:
            continue
        if not each.holds_in(round.number) or each.table > len(tables):
            continue
        if each.player in tables[each.table - 1]:
            fixed[each.table].append(entries[each.player])
    return fixed


def _ranks(rows: Sequence[Standing]) -> str:
    """Write ranks as the page of the standings does."""
    ranks = [f"{row.rank} ({_('shared')})" if row.shared else str(row.rank) for row in rows]
    return in_a_row(ranks)


def _moved(round: Round, order: Sequence[Standing], tables: Tables) -> Iterator[str]:
    """Say which players sit outside the ranks of their table."""
    if strangers := outside_ranks([row.number for row in order], tables):
        entries = {entry.number: entry for entry in seating(round)}
        text = _("Not with those of their rank, by what was asked or by hand: %(who)s.")
        yield text % {"who": named([entries[player] for player in strangers])}
