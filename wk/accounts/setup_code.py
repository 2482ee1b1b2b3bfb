"""The one-time code with which the first account is made.

The code is shown in the terminal and stored in the data folder, nowhere else. It proves access to
this server. Without it, the first visitor of a new server could become its director.
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
    """Return the path of the file with the code. The file is deleted with the first account."""
    return Path(settings.DATA_DIR) / "setup-code"


def current() -> str:
    """Return the code as it is printed (XXXX-XXXX); make and store one if none is stored."""
    kept = path()
    if not kept.exists():
        letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
        # A temporary file is readable by its owner only, and is deleted at the end of the block.
        # The link to its content stays.
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, prefix=".setup-code.") as fresh:
            fresh.write(f"{letters[:4]}-{letters[4:]}")
            fresh.flush()
            os.fsync(fresh.fileno())  # the code is printed next, so it must survive a power cut
            with suppress(FileExistsError):
                os.link(fresh.name, kept)  # fails if another process was first: its code counts
    return kept.read_text()


def matches(typed: str) -> bool:
    """Return whether `typed` is the code. Capitals, dashes and spaces make no difference."""
    try:
        kept = _bare(path().read_text())
    except FileNotFoundError:
        return False
    # The length is checked because an empty file must not match an empty text. compare_digest takes
    # the same time for every wrong code.
    return len(kept) == 8 and secrets.compare_digest(_bare(typed).encode(), kept.encode())


def forget() -> None:
    """Delete the code after its only use."""
    path().unlink(missing_ok=True)


def _bare(text: str) -> str:
    return "".join(text.upper().replace("-", " ").split())
