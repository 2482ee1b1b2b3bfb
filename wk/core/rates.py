"""How often somebody may ask for something in a minute."""

from django.core.cache import cache
from django.utils import timezone


def exceeds_rate(sender: str, most: int) -> bool:
    """Count a request of a sender; return whether there were more than `most` in this minute.

    The counter is in the cache, so each server process may have its own.
    """
    # `add` stores nothing if this minute has a counter already, and `incr` needs one.
    name = f"{sender}-{timezone.now():%H%M}"
    cache.add(name, 0, timeout=120)
    try:
        return cache.incr(name) > most
    except ValueError:  # the cache dropped the counter between the two calls
        return False
