"""Tournaments to practise on: made-up people, at addresses that are kept for them."""

from scoring.registry import DEFAULT, GAMES

SLUG = "oefen"


def practice_slug(key: str) -> str:
    """Return the address of the practice tournament of a game."""
    return SLUG if key == DEFAULT else f"{SLUG}-{key}"


PRACTICE_SLUGS = frozenset(practice_slug(key) for key in GAMES)


def is_practice(slug: str) -> bool:
    """Whether a tournament is there to practise on: what stands at its address makes room for the
    next."""
    return slug in PRACTICE_SLUGS
