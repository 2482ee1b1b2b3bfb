"""The reserved slugs of practice tournaments, which have made-up players."""

from scoring.registry import DEFAULT, GAMES

SLUG = "oefen"  # of the first game; those of other games begin with it


def practice_slug(key: str) -> str:
    """Return the slug of the practice tournament of the game with this key."""
    return SLUG if key == DEFAULT else f"{SLUG}-{key}"


PRACTICE_SLUGS = frozenset(practice_slug(key) for key in GAMES)


def is_practice(slug: str) -> bool:
    """Return whether a slug is that of a practice tournament.

    The next practice tournament of that game replaces it.
    """
    return slug in PRACTICE_SLUGS
