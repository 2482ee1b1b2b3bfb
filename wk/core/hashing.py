"""The hash of a link, and how it stands on paper."""

import json
from hashlib import sha256

SHORT = 16  # characters of a hash that stand on paper
GROUP = 4
BEGIN = "0" * 64  # what the first link has as the hash of the one before


def link_hash(*fields: object) -> str:
    """Return the hash of a link from its fields in order, without the hash itself.

    Its salt is the last one; a link of an older wk has none, and is hashed without.

    >>> link_hash(1, "a")[:8]
    '4a72386a'
    """
    return sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()


def short(found: str) -> str:
    """Return a hash as it stands on paper: sixteen characters in groups of four.

    >>> short("0123456789abcdef" * 4)
    '0123 4567 89AB CDEF'
    """
    head = found[:SHORT].upper()
    return " ".join(head[at : at + GROUP] for at in range(0, SHORT, GROUP))
