"""Template filters that set practice tournaments apart from real ones, for pages of other apps."""

from collections.abc import Iterable

from django import template

from wk.tournament import practice_slugs
from wk.tournament.models import Round, Tournament

register = template.Library()


@register.filter
def is_practice(tournament: Tournament) -> bool:
    """Return whether a tournament is a practice tournament."""
    return practice_slugs.is_practice(tournament.slug)


@register.filter
def practice_last(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return tournaments in their order, practice tournaments last."""
    return sorted(tournaments, key=is_practice)


@register.filter
def in_earnest(rounds: Iterable[Round], tournaments: Iterable[Tournament]) -> list[Round]:
    """Return rounds without those of practice tournaments; all rounds if there are no others."""
    if all(map(is_practice, tournaments)):
        return list(rounds)
    return [round for round in rounds if not is_practice(round.tournament)]
