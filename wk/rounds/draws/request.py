"""The request of a draw, built from a tournament, and the reasons why it cannot be built."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from scoring.tables import CannotSplit
from wk.core.refusals import ActionRefused
from wk.draw import DrawRequest, Infeasible, draw
from wk.rounds.constraints.messages import WITH_PARTNERS, constraints_of
from wk.tournament.models import Tournament
from wk.tournament.queries import pairs_of, playing, seatings, table_sizes, withdrawn_numbers
from wk.tournament.round_states import last_by_lot


def draw_request(
    tournament: Tournament,
    number: int,
    *,
    rounds: int,
    seeds: Sequence[int],
    ranking: Sequence[int] | None,
) -> DrawRequest:
    """Return the request to draw `rounds` rounds from this number on.

    `seeds` and `ranking` are as in `DrawRequest`. Raises ActionRefused if the players cannot be
    divided over tables (A14), and if there are constraints although players have partners.
    """
    try:
        sizes = table_sizes(tournament, tournament.rules)
    except CannotSplit as error:
        raise ActionRefused(_cannot_split(error, tournament)) from error
    constraints = constraints_of(tournament)
    if constraints and tournament.rules.partners != "none":
        raise ActionRefused(WITH_PARTNERS)
    earlier = seatings(tournament, before=number)
    first = tournament.rounds.first()
    return DrawRequest(
        players=list(playing(tournament).values_list("number", flat=True)),
        sizes=sizes,
        seeds=seeds,
        rounds=rounds,
        rounds_ahead=last_by_lot(tournament) - len(earlier),
        earlier=earlier,
        first_seed=first.seed if first else None,
        constraints=constraints,
        partners=tournament.rules.partners,
        withdrawn=withdrawn_numbers(tournament),
        ranking=ranking,
    )


def gives_same_tables(
    tournament: Tournament,
    number: int,
    company: Sequence[Collection[int]],
    ranking: Sequence[int],
    seed: int,
) -> bool:
    """Return whether a draw by the standings made now gives each table of a round these players.

    `company` holds the start numbers of the players at each table, from table 1 on. Only these
    players are drawn. Their seats within a table do not matter.
    """
    seated = {player for table in company for player in table}
    # A player who withdrew after the draw still has a seat in it, and is drawn like the others.
    partners = tournament.rules.partners
    request = DrawRequest(
        players=list(seated),
        sizes=[len(table) for table in company],
        seeds=[seed],
        earlier=seatings(tournament, before=number),
        constraints=constraints_of(tournament) if partners == "none" else (),
        partners=partners,
        withdrawn=set(withdrawn_numbers(tournament)) - seated,
        ranking=ranking,
    )
    try:
        (drawn,) = draw(request).rounds
    except (Infeasible, ValueError):
        return False
    return [*map(set, drawn.tables)] == [*map(set, company)]


def cannot_draw(tournament: Tournament) -> str:
    """Return why the players cannot be divided over tables, "" if they can (A14)."""
    try:
        table_sizes(tournament, tournament.rules)
    except CannotSplit as error:
        return _cannot_split(error, tournament)
    return ""


def _cannot_split(error: CannotSplit, tournament: Tournament) -> str:
    """Return the reason why these players cannot be seated, and the nearest numbers that can (A14).

    If pairs stay together, it also names each player without a partner.
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
