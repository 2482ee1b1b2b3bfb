"""What a draw of the next rounds gives, before anything is stored."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _

from scoring.tables import CannotSplit
from wk.tournament import partners, ranked
from wk.tournament.asking import WITH_PARTNERS, musts_of, why_not
from wk.tournament.constraints import Impossible, Must
from wk.tournament.models import Entry, Tournament
from wk.tournament.queries import gone, pairs_of, playing, seatings, table_sizes
from wk.tournament.refusal import Refusal
from wk.tournament.seats import Round


def is_by_standings(tournament: Tournament, number: int) -> bool:
    """Whether a round is seated by the standings: the last one, where the organiser chose that.

    A first round never is: nobody stands anywhere yet.
    """
    is_last = number == tournament.round_count and number > 1
    return is_last and tournament.last_round == Tournament.LastRound.STANDINGS


def last_by_lot(tournament: Tournament) -> int:
    """The number of the last round that is not seated by the standings."""
    return tournament.round_count - is_by_standings(tournament, tournament.round_count)


def drawn_tables(
    tournament: Tournament,
    number: int,
    rounds: int,
    seeds: Sequence[int],
    ranking: Sequence[int] | None,
) -> Iterator[tuple[dict[int, list[Entry]], int]]:
    """Draw so many rounds from this number on: with the first seed whose arrangement goes on, else
    with the last; or the last round by the standings. Yield the tables of each, and its own seed.
    """
    entries = {entry.number: entry for entry in playing(tournament)}
    rules, players = tournament.rules, list(entries)
    earlier = seatings(tournament, before=number)
    try:
        sizes = table_sizes(tournament, rules)
    except CannotSplit as error:
        raise Refusal(_cannot_split(error, tournament)) from error
    asked = musts_of(tournament)
    if asked and rules.partners != "none":
        raise Refusal(WITH_PARTNERS)
    if is_by_standings(tournament, number):
        if ranking is None:
            raise Refusal(_("This has changed meanwhile. Look at it again."))
        order = [player for player in ranking if player in entries]
        drawn = _drawn_by_rank(tournament, entries, order, sizes, earlier, seeds[-1], asked)
    elif asked:
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
    earlier: Sequence[Round],
    seeds: Sequence[int],
    asked: Sequence[Must],
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Draw so many rounds as the organiser asks; Refusal with names where that cannot be."""
    first = tournament.rounds.first()
    try:
        return partners.draw_asked(
            list(entries),
            rounds,
            left=max(rounds, last_by_lot(tournament) - len(earlier)),
            sizes=sizes,
            earlier=earlier,
            seed=seeds[-1],
            first_seed=first.seed if first and first.seed in seeds else None,
            asked=asked,
        )
    except Impossible as refused:
        raise _refusal(refused, entries) from refused


def _drawn_by_rank(
    tournament: Tournament,
    entries: Mapping[int, Entry],
    ranking: Sequence[int],
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
    asked: Sequence[Must],
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Seat the last round by the standings; Refusal with names where what is asked cannot be."""
    try:
        drawn = ranked.draw(
            tournament.rules.partners,
            ranking,
            sizes,
            earlier=earlier,
            seed=seed,
            asked=asked,
            gone=gone(tournament),
        )
    except Impossible as refused:
        raise _refusal(refused, entries) from refused
    return [(drawn.tables, seed)]


def _refusal(refused: Impossible, entries: Mapping[int, Entry]) -> Refusal:
    nothing = _("Nothing has been drawn.")
    return Refusal(f"{why_not(refused, entries)} {nothing}")


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
