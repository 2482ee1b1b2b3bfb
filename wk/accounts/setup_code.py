"""The one-time code with which the first account is made.

The code is shown in the terminal and stored in the data folder, nowhere else. It proves access to
this server. Without it, the first visitor of a new server could become its director.
"""

import secrets
from pathlib import Path

from django.conf import settings

from wk.accounts.codes import ALPHABET, bare, written
from wk.core.private_files import kept_text

LENGTH = 8


def path() -> Path:
    """Return the path of the file with the code. The file is deleted with the first account."""
    return Path(settings.DATA_DIR) / "setup-code"


def current() -> str:
    """Return the code as it is printed (XXXX-XXXX); make and store one if none is stored."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return kept_text(path(), written(letters))


def matches(typed: str) -> bool:
    """Return whether `typed` is the code. Capitals, dashes and spaces make no difference."""
    try:
        kept = bare(path().read_text())
    except FileNotFoundError:
        return False
    # The length is checked because an empty file must not match an empty text. compare_digest takes
    # the same time for every wrong code.
    return len(kept) == LENGTH and secrets.compare_digest(bare(typed).encode(), kept.encode())


def forget() -> None:
    """Delete the code after its only use."""
    path().unlink(missing_ok=True)
