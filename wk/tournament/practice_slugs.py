"""Practice tournaments: made-up people, at addresses reserved for them."""

from scoring.registry import DEFAULT, GAMES

SLUG = "oefen"


def practice_slug(key: str) -> str:
    """Return the address of the practice tournament of a game."""
    return SLUG if key == DEFAULT else f"{SLUG}-{key}"


PRACTICE_SLUGS = frozenset(practice_slug(key) for key in GAMES)


def is_practice(slug: str) -> bool:
    """Return whether this is the address of a practice tournament.

    The tournament at such an address is replaced by the next one.
    """
    return slug in PRACTICE_SLUGS
