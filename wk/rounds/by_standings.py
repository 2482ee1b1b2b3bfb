"""The order in which a round by the standings is seated, and its draw compared with them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.seat_changes import as_drawn
from wk.core.refusals import ActionRefused
from wk.draw import constraints
from wk.draw.by_rank import moved, ranks_at
from wk.draw.seats import Round as Tables
from wk.rounds.constraints.messages import constraints_of, named
from wk.rounds.draw_quality import in_a_row
from wk.rounds.draws.draw_service import is_drawn_so
from wk.standings.queries import Standing, Standings, standings
from wk.tournament.models import Entry, FixedSeat, Round, Tournament
from wk.tournament.queries import seatings
from wk.tournament.round_states import is_by_standings
from wk.tournament.seating import seating

BEST_BEGIN = gettext_lazy("The best begin at table %(table)d.")
MOST_TABLES = 12  # of a round are named


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
        so_far = _standings_for(round.tournament, round.number)
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
        "Because of the fixed place of %(who)s, ranks %(ranks)s of the standings sit at table "
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
    for must in constraints_of(round.tournament):
        if not (
            isinstance(must, constraints.FixedSeat)
            and must.table
            and must.round in (None, round.number)
        ):
            continue
        if must.table <= len(tables) and must.player in tables[must.table - 1]:
            fixed[must.table].append(entries[must.player])
    return fixed


def _ranks(rows: Sequence[Standing]) -> str:
    """Write ranks as the page of the standings does."""
    ranks = [f"{row.rank} ({_('shared')})" if row.shared else str(row.rank) for row in rows]
    return in_a_row(ranks)


def _moved(round: Round, order: Sequence[Standing], tables: Tables) -> Iterator[str]:
    """Say which players sit outside the ranks of their table."""
    if strangers := moved([row.number for row in order], tables):
        entries = {entry.number: entry for entry in seating(round)}
        text = _("Not with those of their rank, by what was asked or by hand: %(who)s.")
        yield text % {"who": named([entries[player] for player in strangers])}


def ranking_for(tournament: Tournament, number: int) -> list[int] | None:
    """Return the start numbers of all entries in the order of the standings before a round.

    Entries equal in everything stand in order of start number. Return None where the round is not
    seated by the standings. Raises ActionRefused, with the tables, while an earlier round is not
    played or a form is missing. What a final round lacks, the director has decided to do without
    (A17).
    """
    so_far = _standings_for(tournament, number)
    return None if so_far is None else [row.number for row in so_far.rows]


def _standings_for(tournament: Tournament, number: int) -> Standings | None:
    """Return the standings that a round is seated by, as `ranking_for` tells."""
    if not is_by_standings(tournament, number):
        return None
    earlier = tournament.rounds.filter(number__lt=number)
    for waiting in earlier.filter(state__in=(Round.State.DRAWN, Round.State.CONFIRMED)):
        raise ActionRefused(
            _("Round %(number)d is seated by the standings: play round %(earlier)d first.")
            % {"number": number, "earlier": waiting.number}
        )
    so_far = standings(tournament, number - 1)
    final = earlier.filter(state=Round.State.FINAL).values_list("number", flat=True)
    if missing := _missing(so_far, set(final)):
        raise ActionRefused(
            _("Round %(number)d is seated by the standings, so every form has to count first. "
              "Still missing: %(tables)s.")
            % {"number": number, "tables": _tables(missing)}
        )  # fmt: skip
    return so_far


def _missing(so_far: Standings, final: set[int]) -> dict[int, set[int]]:
    """Return the tables of each round whose form does not count yet, final rounds excepted."""
    missing: dict[int, set[int]] = defaultdict(set)
    for row in so_far.rows:
        for result in row.rounds:
            if result and not result.is_in and result.round not in final:
                missing[result.round].add(result.table)
    return missing


def _tables(missing: Mapping[int, set[int]]) -> str:
    texts = []
    for number, tables in sorted(missing.items()):
        named = [str(table) for table in sorted(tables)]
        if len(named) > MOST_TABLES:
            more = _("and %(count)d more") % {"count": len(named) - MOST_TABLES}
            named = [*named[:MOST_TABLES], more]
        text = _("round %(number)d, table %(tables)s") % {
            "number": number,
            "tables": ", ".join(named),
        }
        texts.append(text)
    return "; ".join(texts)
