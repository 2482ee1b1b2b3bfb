"""What the page of a round may show of reopening it."""

from django import template

from wk.rounds.lifecycle.readiness import Readiness, reopening_impact
from wk.tournament.models import Round

register = template.Library()


@register.simple_tag
def reopening(round: Round) -> Readiness:
    """Return the effect on other rounds when this one is reopened."""
    return reopening_impact(round)
