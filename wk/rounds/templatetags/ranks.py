"""What the page of a drawn round says of the standings used for it."""

from django import template

from wk.rounds import by_standings
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def beside_standings(round: Round) -> by_standings.StandingsComparison:
    """Return the draw compared with the standings, and whether it has to be made again."""
    return by_standings.compared_with_standings(round)


@register.simple_tag
def best_begin(round: Round) -> str:
    """Return the sentence that names the table of the best players, "" if it is the first."""
    best = (
        by_standings.compared_with_standings(round).best
        if by_standings.has_fixed_table(round)
        else 0
    )
    return by_standings.BEST_BEGIN % {"table": best} if best > 1 else ""
