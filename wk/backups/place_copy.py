"""The process that copies a backup to a slow place: python -m wk.backups.place_copy SOURCE TARGET.

It loads neither Django nor the database. A stick that answers nothing keeps this process waiting,
and nobody else.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

CHUNK = 1 << 20  # bytes


def copy(source: Path, target: Path) -> None:
    """Copy a file whole or not at all: it has its name when it is on the disk. Raises OSError."""
    unfinished = target.with_name(f".{target.name}.part")
    try:
        # What a killed copy left; or a link laid there, through which nothing is written.
        unfinished.unlink(missing_ok=True)
        with source.open("rb") as read, unfinished.open("xb") as written:
            shutil.copyfileobj(read, written, CHUNK)
            written.flush()
            os.fsync(written.fileno())
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def main() -> None:
    """Copy, and print why it failed, if it did."""
    os.umask(0o077)
    source, target = map(Path, sys.argv[1:])
    try:
        copy(source, target)
    except OSError as error:
        sys.exit(f"{error.errno} {error.strerror}")


if __name__ == "__main__":
    main()
