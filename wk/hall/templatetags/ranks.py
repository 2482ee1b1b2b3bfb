"""What the page of a drawn round says of the standings used for it."""

from django import template

from wk.hall import ranked
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def beside_standings(round: Round) -> ranked.Beside:
    """Return the draw compared with the standings, and whether it has to be made again."""
    return ranked.beside_standings(round)


@register.simple_tag
def best_begin(round: Round) -> str:
    """Return the sentence that names the table of the best players, "" if it is the first."""
    best = ranked.beside_standings(round).best if ranked.has_fixed_table(round) else 0
    return ranked.BEST_BEGIN % {"table": best} if best > 1 else ""
