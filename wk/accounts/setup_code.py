"""The one-time code with which the very first account is made.

Whoever reads the terminal, or the data directory, runs this server: the code proves just that, so
that no visitor can make himself director before the director does.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

# Nothing here is read as something else: no 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U.
ALPHABET = "ACDEFHJKMNPQRTVWXY3479"


def path() -> Path:
    """Return where the code is kept until the first account exists."""
    return Path(settings.DATA_DIR) / "setup-code"


def current() -> str:
    """Return the code as it is printed (XXXX-XXXX), made when there is none yet."""
    kept = path()
    if not kept.exists():
        letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
        # A temporary file is made with mode 0600 and goes by itself; the link stays.
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, prefix=".setup-code.") as fresh:
            fresh.write(f"{letters[:4]}-{letters[4:]}")
            fresh.flush()
            os.fsync(fresh.fileno())
            with suppress(FileExistsError):
                os.link(fresh.name, kept)  # whole or not at all, and the first of two wins
    return kept.read_text()


def matches(typed: str) -> bool:
    """Whether `typed` is the code; capitals, dashes and spaces make no difference."""
    try:
        kept = _bare(path().read_text())
    except FileNotFoundError:
        return False
    return len(kept) == 8 and secrets.compare_digest(_bare(typed).encode(), kept.encode())


def forget() -> None:
    """Remove the code: it has done its work."""
    path().unlink(missing_ok=True)


def _bare(text: str) -> str:
    return "".join(text.upper().replace("-", " ").split())
