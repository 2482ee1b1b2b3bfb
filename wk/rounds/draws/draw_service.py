"""The result of a draw of the next rounds, before anything is stored."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from django.utils.translation import gettext as _

from scoring.game import Partners
from scoring.tables import CannotSplit
from wk.core.refusals import ActionRefused
from wk.draw import by_rank, partnerships
from wk.draw.constraints import Constraint, Infeasible
from wk.draw.seats import Round
from wk.rounds.constraints.messages import WITH_PARTNERS, conflict_message, constraints_of
from wk.tournament.models import Entry, Tournament
from wk.tournament.queries import gone, pairs_of, playing, seatings, table_sizes
from wk.tournament.round_states import is_by_standings, last_by_lot

Drawn: TypeAlias = list[tuple[tuple[tuple[int, ...], ...], int]]
"""The tables of each round, and its own seed."""


@dataclass(frozen=True, slots=True)
class _Given:
    """The input of a draw: players, table sizes, earlier rounds and constraints."""

    tournament: Tournament
    entries: Mapping[int, Entry]
    sizes: Sequence[int]
    earlier: Sequence[Round]
    asked: Sequence[Constraint]

    @property
    def together(self) -> Partners:
        """Return how people play together."""
        return self.tournament.rules.partners


def drawn_tables(
    tournament: Tournament,
    number: int,
    rounds: int,
    seeds: Sequence[int],
    ranking: Sequence[int] | None,
) -> Iterator[tuple[dict[int, list[Entry]], int]]:
    """Draw `rounds` rounds from this number on; yield the tables of each, and its seed.

    The first seed whose arrangement goes on is taken, else the last one. The last round may be
    drawn by the standings instead. Raises ActionRefused where there is no draw; if the constraints
    are the reason, it names the players.
    """
    given = _given(tournament, number)
    try:
        if is_by_standings(tournament, number):
            drawn = [(_by_rank(given, ranking, seeds[-1]), seeds[-1])]
        elif given.asked:
            drawn = _as_asked(given, rounds, seeds)
        else:
            drawn = _by_lot(given, rounds, seeds)
    except Infeasible as refused:
        nothing = _("Nothing has been drawn.")
        raise ActionRefused(f"{conflict_message(refused, given.entries)} {nothing}") from refused
    for tables, seed in drawn:
        yield {n: [given.entries[p] for p in table] for n, table in enumerate(tables, 1)}, seed


def is_drawn_so(
    tournament: Tournament,
    number: int,
    company: Sequence[Collection[int]],
    ranking: Sequence[int],
    seed: int,
) -> bool:
    """Return whether a draw by the standings now gives each table of a round the same players.

    Only the players with a seat in that round are drawn; seats within a table do not matter.
    """
    seated = {player for table in company for player in table}
    try:
        drawn = by_rank.draw(
            tournament.rules.partners,
            [player for player in ranking if player in seated],
            [len(table) for table in company],
            earlier=seatings(tournament, before=number),
            seed=seed,
            asked=constraints_of(tournament),
            gone=set(gone(tournament)) - seated,
        )
    except (Infeasible, ValueError):
        return False
    return [*map(set, drawn)] == [*map(set, company)]


def _given(tournament: Tournament, number: int) -> _Given:
    """Return the input of the draw of a round. Raises ActionRefused where nothing can be drawn
    (A14)."""
    try:
        sizes = table_sizes(tournament, tournament.rules)
    except CannotSplit as error:
        raise ActionRefused(_cannot_split(error, tournament)) from error
    asked = constraints_of(tournament)
    if asked and tournament.rules.partners != "none":
        raise ActionRefused(WITH_PARTNERS)
    entries = {entry.number: entry for entry in playing(tournament)}
    return _Given(tournament, entries, sizes, seatings(tournament, before=number), asked)


def _by_lot(given: _Given, rounds: int, seeds: Sequence[int]) -> Drawn:
    players = list(given.entries)
    goes_on = partial(
        partnerships.goes_on, given.together, players, sizes=given.sizes, earlier=given.earlier
    )
    return partnerships.draw_rounds(
        given.together,
        players,
        rounds,
        sizes=given.sizes,
        earlier=given.earlier,
        seed=next((seed for seed in seeds if goes_on(seed=seed)), seeds[-1]),
        gone=gone(given.tournament),
    )


def _as_asked(given: _Given, rounds: int, seeds: Sequence[int]) -> Drawn:
    """Draw under constraints. Raises Impossible where these cannot be met."""
    first = given.tournament.rounds.first()
    return partnerships.draw_asked(
        list(given.entries),
        rounds,
        left=max(rounds, last_by_lot(given.tournament) - len(given.earlier)),
        sizes=given.sizes,
        earlier=given.earlier,
        seed=seeds[-1],
        first_seed=first.seed if first and first.seed in seeds else None,
        asked=given.asked,
    )


def _by_rank(
    given: _Given, ranking: Sequence[int] | None, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Draw by the standings.

    Raises Impossible where the constraints cannot be met, and ActionRefused without a ranking.
    """
    if ranking is None:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return by_rank.draw(
        given.together,
        [player for player in ranking if player in given.entries],
        given.sizes,
        earlier=given.earlier,
        seed=seed,
        asked=given.asked,
        gone=gone(given.tournament),
    )


def cannot_draw(tournament: Tournament) -> str:
    """Return why the players cannot be divided over tables, "" if they can (A14)."""
    try:
        table_sizes(tournament, tournament.rules)
    except CannotSplit as error:
        return _cannot_split(error, tournament)
    return ""


def _cannot_split(error: CannotSplit, tournament: Tournament) -> str:
    """Say why this number of players cannot be seated, and which numbers could (A14).

    Where pairs stay together, it also names each player without a partner.
    """
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
