"""The one-time code with which the very first account is made.

It is in the terminal and in the data directory only. So it proves access to this server, and no
visitor can become director before the real one does.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

# No characters that can be misread: no 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U.
ALPHABET = "ACDEFHJKMNPQRTVWXY3479"


def path() -> Path:
    """Return the path of the file that holds the code until the first account exists."""
    return Path(settings.DATA_DIR) / "setup-code"


def current() -> str:
    """Return the code as it is printed (XXXX-XXXX); it is made if there is none yet."""
    kept = path()
    if not kept.exists():
        letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
        # A temporary file is made with mode 0600 and deletes itself; the link stays.
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, prefix=".setup-code.") as fresh:
            fresh.write(f"{letters[:4]}-{letters[4:]}")
            fresh.flush()
            os.fsync(fresh.fileno())
            with suppress(FileExistsError):
                os.link(fresh.name, kept)  # complete or not at all; the first of two wins
    return kept.read_text()


def matches(typed: str) -> bool:
    """Return whether `typed` is the code; capitals, dashes and spaces make no difference."""
    try:
        kept = _bare(path().read_text())
    except FileNotFoundError:
        return False
    return len(kept) == 8 and secrets.compare_digest(_bare(typed).encode(), kept.encode())


def forget() -> None:
    """Delete the code after its only use."""
    path().unlink(missing_ok=True)


def _bare(text: str) -> str:
    return "".join(text.upper().replace("-", " ").split())
