"""Codes that people read from paper or a screen and type: their letters, and their groups."""

# No characters that can be misread: no 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U.
ALPHABET = "ACDEFHJKMNPQRTVWXY3479"
GROUP = 4  # letters between two dashes


def written(letters: str) -> str:
    """Return a code as people read it.

    >>> written("K7MNX3PA")
    'K7MN-X3PA'
    """
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def bare(typed: str) -> str:
    """Return the letters of a code as somebody typed it.

    Capitals, dashes and spaces make no difference.

    >>> bare(" k7mn x3-pa")
    'K7MNX3PA'
    """
    return "".join(typed.upper().replace("-", " ").split())
