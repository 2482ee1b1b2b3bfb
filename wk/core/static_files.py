"""Static files: collected under hashed names for a server, and found by their address."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from wk.core.style_sheets import joined_sheets

# The two ways in which our modules name each other; wk.core.scripts reads the same.
IMPORTS = (
    (r'(?P<matched>from "(?P<url>\.[^"\n]+)";)', 'from "%(url)s";'),
    (r'(?P<matched>import "(?P<url>\.[^"\n]+)";)', 'import "%(url)s";'),
)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage that puts the hash of each file into its name, and adds compressed copies.

    Style sheets and modules refer to other files by their new names. Browsers may store each file
    for ever, because a change of the content changes the name. Style sheets that a page loads
    together are joined in one file more.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", IMPORTS))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False) -> Iterator[Any]:
        """Join style sheets, and name and compress these files as all others."""
        for name, content in () if dry_run else joined_sheets():
            self.delete(name)  # or it would be saved under another name
            self.save(name, ContentFile(content.encode()))
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run)


def path_of(address: str) -> Path:
    """Return the static file that is served at an address.

    Raises FileNotFoundError if there is none.
    """
    name = address.removeprefix(settings.STATIC_URL)
    if settings.STATIC_ROOT:
        path = Path(settings.STATIC_ROOT) / name
        if path.is_file():
            return path
    return source_of(name)


def source_of(name: str) -> Path:
    """Return the source of a static file, by its name without a hash.

    Raises FileNotFoundError if there is none.
    """
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(f"no static file {name}")
    return Path(found)
