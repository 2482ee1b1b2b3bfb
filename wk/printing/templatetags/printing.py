"""Template tags with warnings and counts for the moment before printing."""

from collections.abc import Iterable
from typing import Any

from django import template

from wk.phones.address import is_out_of_reach
from wk.tournament.models import Entry, Round, Tournament

register = template.Library()


@register.inclusion_tag("phones/_reach.html", takes_context=True)
def codes_in_reach(context: dict[str, Any], round: Round) -> dict[str, bool]:
    """Warn if phones cannot open the codes on the sheets of a confirmed round.

    Once the round has begun, only the page of its codes says so.
    """
    prints = (
        round.state == Round.State.CONFIRMED and round.tournament.phones != Tournament.Phones.OFF
    )
    return {"out_of_reach": prints and is_out_of_reach(context["request"])}


@register.inclusion_tag("phones/_reach.html", takes_context=True)
def cards_in_reach(context: dict[str, Any], tournament: Tournament) -> dict[str, bool]:
    """Warn if phones cannot open the codes on the cards of players, before the first round begins.

    A query only if phones cannot reach the server.
    """
    prints = is_out_of_reach(context["request"]) and not tournament.rounds.started().exists()
    return {"out_of_reach": prints, "on_cards": True}


@register.filter
def cards_printed(entries: Iterable[Entry]) -> int:
    """Return the number of cards that are printed: withdrawn players get none, unless asked for."""
    return sum(entry.withdrawn_after is None for entry in entries)
