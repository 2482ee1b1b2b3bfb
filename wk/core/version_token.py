"""Tokens that tell whether the content of a page is still up to date."""

from hashlib import sha256


def version_token(*parts: object) -> str:
    """Return a token of 16 hex digits. Other parts give another token.

    A page holds the token of its content. A service, or a page that polls for changes, compares it
    with the token of the present content.

    The parts are plain values: numbers, texts, datetimes, and tuples, lists or dataclasses of them.
    Sets and models are not allowed: a set has no fixed order, and the repr of a model has not all
    of its fields.

    >>> version_token("ab", "c") == version_token("a", "bc")
    False
    """
    # repr, not str: quotes and commas keep the borders between the parts.
    return sha256(repr(parts).encode()).hexdigest()[:16]
