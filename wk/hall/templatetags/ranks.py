"""What the page of a drawn round tells of the standings that it goes by."""

from django import template

from wk.hall import ranked
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def beside_standings(round: Round) -> ranked.Beside:
    """Return what is to be told, and whether the draw has to be made again."""
    return ranked.beside_standings(round)
