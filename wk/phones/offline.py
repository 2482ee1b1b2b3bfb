"""The files that a phone keeps, so that the table's page opens without a network."""

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from wk.core.static_files import path_of
from wk.core.version_token import version_token

LINKED = re.compile(r'(?:href|src)="([^"#]+)"')
# Files that a style sheet names; addresses of data and of parts of a drawing are none.
IN_CSS = re.compile(r"""(?:@import\s+|url\()["']?(?!data:|#|url)([^"')\s]+)""")


def files_of(page: str) -> dict[str, Path]:
    """Return each static file that a page needs, by its address.

    These are the files that the page links, which include every JavaScript module that its script
    imports, and the files that its style sheets name.
    """
    found: dict[str, Path] = {}
    # The list grows while it is read: style sheets name further files.
    waiting = [address for address in LINKED.findall(page) if _is_static(address)]
    for address in waiting:
        if address not in found:
            found[address] = path_of(address)
            waiting += _named_in(address, found[address])
    return found


def _is_static(address: str) -> bool:
    """Return whether an address is that of a static file."""
    return address.startswith(settings.STATIC_URL)


def version_of(page: str, files: Iterable[Path]) -> str:
    """Return a token that changes whenever the page or one of the files changes."""
    return version_token(page, [path.read_bytes() for path in files])


def _named_in(address: str, path: Path) -> list[str]:
    if path.suffix != ".css":
        return []
    folder = posixpath.dirname(address)
    named = IN_CSS.findall(path.read_text())
    return [posixpath.normpath(posixpath.join(folder, each)) for each in named]
