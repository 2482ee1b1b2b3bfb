"""The draw of a round by the standings, compared with the present standings."""

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
from wk.rounds.draws.request import gives_same_tables
from wk.standings.queries import Standing
from wk.tournament.models import Entry, FixedSeat, Round
from wk.tournament.queries import seatings
from wk.tournament.seating import seating

BEST_BEGIN = gettext_lazy("The best begin at table %(table)d.")


@dataclass(frozen=True, slots=True)
class StandingsComparison:
    """A draw compared with the present standings.

    - `incomplete`: what the standings lack for a comparison, "" if they are complete.
    - `stale`: why the draw has to be made again, "" if it is up to date.
    - `notes`: sentences about players who do not sit by rank.
    - `best_table`: the table of the best players if fixed seats have moved tables, else 0.
    - `ranking`: the start numbers by rank, for a stale draw only.
    """

    incomplete: str = ""
    stale: str = ""
    notes: tuple[str, ...] = ()
    best_table: int = 0
    ranking: tuple[int, ...] = ()


def compared_with_standings(round: Round) -> StandingsComparison:
    """Return the comparison of a drawn round with the present standings.

    All its fields are empty if the round is not seated by the standings, and if the draw is as the
    standings have it.
    """
    try:
        so_far = standings_for(round.tournament, round.number)
    except ActionRefused as refusal:
        return StandingsComparison(incomplete=str(refusal))
    if so_far is None:
        return StandingsComparison()
    ranking = [row.number for row in so_far.rows]
    if stale := _why_stale(round, ranking):
        return StandingsComparison(stale=stale, ranking=tuple(ranking))
    if round.tournament.rules.partners == "fixed":
        # A pair is seated by the better rank of the two: ranks of single players say nothing here.
        return StandingsComparison()
    # Players without a seat in this round, such as withdrawn ones, have ranks too.
    tables = seatings(round.tournament, before=round.number + 1)[-1]
    seated = {player for table in tables for player in table}
    order = [row for row in so_far.rows if row.number in seated]
    moved_tables, best_table = _moved_tables(round, order, tables)
    return StandingsComparison(
        notes=(*moved_tables, *_outside_their_rank(round, order, tables)), best_table=best_table
    )


def has_fixed_table(round: Round) -> bool:
    """Return whether any player has a fixed table in this round.

    If nobody has, the best players sit at table 1, and no comparison is needed to know that.
    """
    places = FixedSeat.objects.filter(entry__tournament=round.tournament, table__isnull=False)
    return places.filter(Q(round=None) | Q(round=round.number)).exists()


def best_begin(round: Round) -> str:
    """Return the sentence that names the table of the best players, "" if it is the first."""
    best_table = compared_with_standings(round).best_table if has_fixed_table(round) else 0
    return BEST_BEGIN % {"table": best_table} if best_table > 1 else ""


def _why_stale(round: Round, ranking: Sequence[int]) -> str:
    """Return why a draw made now would differ from the one stored, "" if it would not.

    Changes of seats by hand do not count: the draw as it was made is compared.
    """
    at = as_drawn(round)
    if at is None or round.seed is None:
        return ""
    table_mates: dict[int, set[int]] = defaultdict(set)
    for entry, (table, _seat) in at.items():
        table_mates[table].add(entry.number)
    drawn = [table_mates[table] for table in sorted(table_mates)]
    # The draw is made again with its own seed. First with the present ranking: is it the same? If
    # not, with the ranking of that time: then only the standings have changed.
    is_so = partial(gives_same_tables, round.tournament, round.number, drawn, seed=round.seed)
    if is_so(ranking=ranking):
        return ""
    before = _ranking_of_draw(round)
    if is_so(ranking=before):
        return _("The standings have changed since this draw.")
    seated = {player for table in drawn for player in table}
    if [who for who in before if who in seated] == [who for who in ranking if who in seated]:
        return _(
            "Since this draw something else has been asked: who sits apart, or who sits where."
        )
    return _("The standings have changed since this draw, or what was asked of it.")


def _ranking_of_draw(round: Round) -> list[int]:
    """Return the present start numbers in the order of the standings used for the draw.

    Return [] if the log does not hold that order, as it does not for a round from an archive.
    """
    drawn = round.log_entries.filter(kind=AuditLogEntry.Kind.DRAWN).order_by("pk").last()
    keys = drawn.payload.get("ranking", ()) if drawn else ()
    numbers = dict(round.tournament.entries.values_list("pk", "number"))
    return [numbers[key] for key in keys if key in numbers]


def _moved_tables(round: Round, order: Sequence[Standing], tables: Tables) -> tuple[list[str], int]:
    """Return sentences about ranks that sit at another table because a player has a fixed one.

    `order` holds the seated players by rank. Also return the number of the table of the best
    players, 0 if there are no such sentences.
    """
    at_fixed_table = _players_at_fixed_table(round, tables)
    groups = ranks_at([row.number for row in order], tables)
    sentences, start = [], 1
    text = _(
        "Because of the fixed seat of %(who)s, ranks %(ranks)s of the standings sit at table "
        "%(table)d."
    )
    for number, (table, group) in enumerate(zip(tables, groups, strict=True), 1):
        if number in at_fixed_table and group[0] != start:
            rows = [order[place - 1] for place in group]
            ranks = _rank_words([row for row in rows if row.number in table])
            sentences.append(
                text % {"who": named(at_fixed_table[number]), "ranks": ranks, "table": number}
            )
        start += len(table)
    if not sentences:
        return [], 0
    best_table = 1 + next(at for at, ranked in enumerate(groups) if ranked[0] == 1)
    return [*sentences, BEST_BEGIN % {"table": best_table}], best_table


def _players_at_fixed_table(round: Round, tables: Tables) -> dict[int, list[Entry]]:
    """Return the players who sit at their fixed table, by the number of the table."""
    entries = {entry.number: entry for entry in seating(round)}
    at_fixed_table: dict[int, list[Entry]] = defaultdict(list)
    for each in constraints_of(round.tournament):
        if not isinstance(each, FixedSeatConstraint) or not each.table:
            continue
        if not each.holds_in(round.number) or each.table > len(tables):
            continue
        if each.player in tables[each.table - 1]:
            at_fixed_table[each.table].append(entries[each.player])
    return at_fixed_table


def _rank_words(rows: Sequence[Standing]) -> str:
    """Return ranks as the page of the standings writes them."""
    shared = _("shared")
    ranks = [f"{row.rank} ({shared})" if row.shared else str(row.rank) for row in rows]
    return in_a_row(ranks)


def _outside_their_rank(round: Round, order: Sequence[Standing], tables: Tables) -> Iterator[str]:
    """Yield a sentence that names the players seated outside their ranks, if there are any."""
    if strangers := outside_ranks([row.number for row in order], tables):
        entries = {entry.number: entry for entry in seating(round)}
        text = _("Not with those of their rank, by what was asked or by hand: %(who)s.")
        yield text % {"who": named([entries[player] for player in strangers])}
