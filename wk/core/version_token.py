"""One way to know whether what a page shows is still up to date."""

from hashlib import sha256


def version_token(*parts: object) -> str:
    """Return 16 hex digits that stand for the parts, and only for these.

    A page carries the token of what it shows. A service, or a page that asks for news, compares it
    with the token of what is there now. The parts are plain values: numbers, texts, moments, and
    tuples, lists or dataclasses of them. A set has no fixed order, and a model tells only its name.

    >>> version_token("ab", "c") == version_token("a", "bc")
    False
    """
    return sha256(repr(parts).encode()).hexdigest()[:16]
