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
    """Return where the best sit, if that is not at the first table, for everyone to read."""
    table = ranked.best_begin(round)
    return ranked.BEST_BEGIN % {"table": table} if table else ""
