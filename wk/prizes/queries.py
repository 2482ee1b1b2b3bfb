"""Queries of prizes: the categories of a tournament, and who wins in each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.prizes import rank_among, rank_by_best_round, rank_groups
from scoring.ranking import Ranked, Tally, rank
from wk.hall.ceremony.queries import ceremony_under_way
from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.letters import folded
from wk.tournament.models import HandedPrize, PrizeCategory, Tournament


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of a prize: a player, or a club.

    - `rank` is that within the category; `is_shared`: another winner has the same one.
    - `number` is the start number of a player, None for a club; `club` is that of a player.
    - `match_points` is None where points alone count. `rounds`: the numbers of the rounds with
      these points. `members`: the names of the players of a club that count, best first.
    - `handed`: the note that the prize was handed out, None without one.
    """

    rank: int
    is_shared: bool
    name: str
    number: int | None
    club: str
    match_points: Fraction | None
    points: int
    rounds: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    handed: HandedPrize | None = None

    @property
    def key(self) -> tuple[int | None, str]:
        """Return what tells this winner apart: the start number, or the folded name of a club."""
        return self.number, "" if self.number else folded(self.name)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The winners of a category, in rank order; more than there are prizes if some are equal.

    `handed_to_others` are notes of prizes whose winners are not on the list any more.
    """

    category: PrizeCategory
    winners: tuple[Winner, ...]
    handed_to_others: tuple[HandedPrize, ...] = ()

    @property
    def has_ties(self) -> bool:
        """Return whether winners are equal, so that the director decides."""
        return any(winner.is_shared for winner in self.winners)


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes of a tournament, as far as a reader may see them.

    `lists` is empty for a reader who may not see any winner yet. `standings` are those that the
    lists come from.
    """

    tournament: Tournament
    categories: tuple[PrizeCategory, ...]
    lists: tuple[PrizeList, ...]
    standings: Standings
    visibility: ResultVisibility
    is_public: bool

    @property
    def is_settled(self) -> bool:
        """Return whether every form is in and no round is open: the winners are certain."""
        return self.standings.is_over and self.standings.is_closed


def prizes(tournament: Tournament, *, sees_all: bool) -> Prizes:
    """Return the prizes of a tournament for a reader; `sees_all` for officials.

    A reader who does not see all sees winners once the whole standings are public, and no ceremony
    has places left to announce.
    """
    categories = tuple(tournament.prize_categories.prefetch_related("entries"))
    visibility = result_visibility(tournament, sees_all=sees_all)
    shown = visible_standings(visibility)
    is_public = _is_public(tournament, shown, visibility)
    is_shown = bool(categories) and shown.has_results and (sees_all or is_public)
    lists = prize_lists(shown, categories) if is_shown else ()
    if sees_all and lists:
        lists = with_notes(lists)
    return Prizes(tournament, categories, lists, shown, visibility, is_public)


def _is_public(tournament: Tournament, shown: Standings, visibility: ResultVisibility) -> bool:
    """Return whether everybody may see the winners."""
    is_withheld = any(round.is_started for round in visibility.withheld)
    if is_withheld or not shown.is_final:
        return False
    told = ceremony_under_way(tournament)
    return told is None or told.is_at_end


def prize_lists(shown: Standings, categories: Iterable[PrizeCategory]) -> tuple[PrizeList, ...]:
    """Return the winners of each category by these standings; no query, if entries are fetched."""
    rows = {row.number: row for row in shown.rows}
    return tuple(PrizeList(each, _winners(each, rows)) for each in categories)


def _winners(category: PrizeCategory, rows: Mapping[int, Standing]) -> tuple[Winner, ...]:
    return tuple(each for each in _ranked(category, rows) if each.rank <= category.prizes)


def _ranked(category: PrizeCategory, rows: Mapping[int, Standing]) -> Iterator[Winner]:
    """Yield all who are ranked in a category, in rank order."""
    tallies = [Tally(row.number, row.match_points, row.points) for row in rows.values()]
    if category.counts == PrizeCategory.Counts.CLUBS:
        yield from _clubs(category, rows)
    elif category.counts == PrizeCategory.Counts.ROUND:
        yield from _best_rounds(category, rows)
    elif category.counts == PrizeCategory.Counts.MARKED:
        marked = {entry.number for entry in category.entries.all()}
        yield from (_player(each, rows) for each in rank_among(tallies, marked))
    else:
        yield from (_player(each, rows) for each in rank(tallies))


def _player(ranked: Ranked, rows: Mapping[int, Standing]) -> Winner:
    tally, row = ranked.tally, rows[ranked.tally.number]
    return Winner(
        rank=ranked.rank,
        is_shared=ranked.shared,
        name=row.name,
        number=row.number,
        club=row.club,
        match_points=tally.match_points,
        points=tally.points,
    )


def _best_rounds(category: PrizeCategory, rows: Mapping[int, Standing]) -> Iterator[Winner]:
    """Yield the players by their best round, or by the round of the category."""
    points: dict[int, dict[int, int]] = {
        number: {
            result.round: result.points
            for result in row.rounds
            if result and result.points is not None and category.round in (None, result.round)
        }
        for number, row in rows.items()
    }
    for each in rank_by_best_round({number: own.values() for number, own in points.items()}):
        row, most = rows[each.tally.number], each.tally.points
        yield Winner(
            rank=each.rank,
            is_shared=each.shared,
            name=row.name,
            number=row.number,
            club=row.club,
            match_points=None,
            points=most,
            rounds=tuple(number for number, won in points[row.number].items() if won == most),
        )


def _clubs(category: PrizeCategory, rows: Mapping[int, Standing]) -> Iterator[Winner]:
    """Yield the clubs by their best players. "BC Tiel" and "bc tiel" are one club."""
    members: dict[str, list[Standing]] = defaultdict(list)
    for row in rows.values():
        if row.club:
            members[folded(row.club)].append(row)
    tallies = {
        club: [Tally(row.number, row.match_points, row.points) for row in listed]
        for club, listed in members.items()
    }
    for each in rank_groups(tallies, category.best):
        tally = each.ranked.tally
        yield Winner(
            rank=each.ranked.rank,
            is_shared=each.ranked.shared,
            name=members[each.name][0].club,
            number=None,
            club="",
            match_points=tally.match_points,
            points=tally.points,
            members=tuple(rows[member.number].name for member in each.members),
        )


def with_notes(lists: Sequence[PrizeList]) -> tuple[PrizeList, ...]:
    """Return the lists with the notes of the prizes that were handed out; one query."""
    notes: dict[int, dict[tuple[int | None, str], HandedPrize]] = defaultdict(dict)
    categories = [each.category for each in lists]
    for note in HandedPrize.objects.filter(category__in=categories).select_related("entry"):
        number = note.entry.number if note.entry else None
        notes[note.category_id][number, "" if note.entry else folded(note.club)] = note
    return tuple(_noted(each, notes[each.category.pk]) for each in lists)


def _noted(listed: PrizeList, notes: Mapping[tuple[int | None, str], HandedPrize]) -> PrizeList:
    winners = tuple(replace(each, handed=notes.get(each.key)) for each in listed.winners)
    keys = {winner.key for winner in winners}
    others = tuple(note for key, note in notes.items() if key not in keys)
    return PrizeList(listed.category, winners, others)
