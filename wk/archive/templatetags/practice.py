"""What pages of earlier apps may know of practice tournaments: nobody takes one for a real one."""

from collections.abc import Iterable

from django import template

from wk.tournament import practising
from wk.tournament.models import Round, Tournament

register = template.Library()


@register.filter
def is_practice(tournament: Tournament) -> bool:
    """Whether a tournament is there to practise on."""
    return practising.is_practice(tournament.slug)


@register.filter
def practice_last(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return tournaments in their order, those to practise on after all the others."""
    return sorted(tournaments, key=is_practice)


@register.filter
def in_earnest(rounds: Iterable[Round], tournaments: Iterable[Tournament]) -> list[Round]:
    """Return rounds without those of practice tournaments, which stay where nothing else is."""
    if all(map(is_practice, tournaments)):
        return list(rounds)
    return [round for round in rounds if not is_practice(round.tournament)]
