"""What has to be known before sheets are printed."""

from typing import Any

from django import template

from wk.phones.address import is_out_of_reach
from wk.tournament.models import Round, Tournament

register = template.Library()


@register.inclusion_tag("printing/_reach.html", takes_context=True)
def codes_in_reach(context: dict[str, Any], round: Round) -> dict[str, bool]:
    """Say in one line that phones cannot open the codes on the sheets of a round, if that is so."""
    has_codes = round.is_public and round.tournament.phones != Tournament.Phones.OFF
    return {"out_of_reach": has_codes and is_out_of_reach(context["request"])}
