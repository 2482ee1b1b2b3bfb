"""What the page of a round may show of opening it again."""

from django import template

from wk.hall.missing import Step, reopening_of
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def reopening(round: Round) -> Step:
    """Return what happens to other rounds when this one is opened again."""
    return reopening_of(round)
