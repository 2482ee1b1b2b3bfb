"""What this laptop is now: the first, a second that follows, or one that was overtaken.

The settings read it, so this module needs the standard library alone.
"""

from hashlib import sha256
from pathlib import Path

from wk.core.second_laptop import STANDBY
from wk.standby.kept import MIRROR, OVERTAKEN, TAKEN, TERM, is_kept, kept

FIRST_TERM = 1
DATABASE = "mirror.sqlite3"  # the copy of the database at the second, until it takes over


def mirror_path(data: Path) -> Path:
    """Return the path of the copy of the database at the second."""
    return data / STANDBY / DATABASE


def is_following(data: Path, first: str) -> bool:
    """Return whether this laptop follows the one at the address `first`, "" for none.

    Whoever took over from it follows it no more, also after a restart with the same settings. It
    has taken over once its copy of the database has become the database.
    """
    if not first or is_overtaken(data):
        return bool(first)
    taken = kept(data, TAKEN)
    is_moved = not mirror_path(data).exists()
    return not (taken.get("first") == first and is_moved)


def is_overtaken(data: Path) -> bool:
    """Return whether another laptop has taken over from this one."""
    return is_kept(data, OVERTAKEN)


def term(data: Path) -> int:
    """Return the number of this laptop's term: who takes over has one more than the one before."""
    number = kept(data, TERM).get("term", FIRST_TERM)
    return number if isinstance(number, int) else FIRST_TERM


def release(root: Path) -> str:
    """Return a token of the migrations of a program: two with the same one have the same tables."""
    names = sorted(str(path.relative_to(root)) for path in root.glob("wk/*/migrations/[0-9]*.py"))
    return sha256("\n".join(names).encode()).hexdigest()


def has_copy(data: Path) -> bool:
    """Return whether the second has a whole copy of the database."""
    return is_kept(data, MIRROR) and mirror_path(data).exists()
