"""The pages that are kept ready, thrown away: their bytes may hold a name."""

from contextlib import suppress
from pathlib import Path

from django.conf import settings


def forget_kept_pages() -> None:
    """Delete the files in which processes share pages.

    Each page is of a version that has moved, so it is not shown; but its bytes would lie there
    until another page takes its place.
    """
    if settings.SHARED_PAGES is not None:
        for path in Path(settings.SHARED_PAGES).glob("*.page"):
            with suppress(OSError):
                path.unlink()
