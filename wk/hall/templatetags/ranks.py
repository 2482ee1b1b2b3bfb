"""What the page of a drawn round tells of the standings that it goes by."""

from django import template

from wk.hall import ranked
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def beside_standings(round: Round) -> ranked.Beside:
    """Return what is to be told, and whether the draw has to be made again."""
    return ranked.beside_standings(round)


@register.simple_tag
def best_begin(round: Round) -> str:
    """Return where the best begin, if that is not at the first table, for everyone to read."""
    best = ranked.beside_standings(round).best if ranked.has_fixed_table(round) else 0
    return ranked.BEST_BEGIN % {"table": best} if best > 1 else ""
