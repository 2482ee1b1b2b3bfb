"""Static files: how they are collected for a running server, and where each of them is."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The two ways in which our modules name each other; wk.core.scripts reads the same.
IMPORTS = (
    (r'(?P<matched>from "(?P<url>\.[^"\n]+)";)', 'from "%(url)s";'),
    (r'(?P<matched>import "(?P<url>\.[^"\n]+)";)', 'import "%(url)s";'),
)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files with the hash of their content in their name, beside compressed ones.

    A style sheet or a module of ours names the others by their new names. Browsers may keep each
    file for ever, as another content has another name.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", IMPORTS))


def path_of(address: str) -> Path:
    """Return the static file that is served at an address. Raises FileNotFoundError."""
    name = address.removeprefix(settings.STATIC_URL)
    if settings.STATIC_ROOT:
        path = Path(settings.STATIC_ROOT) / name
        if path.is_file():
            return path
    return source_of(name)


def source_of(name: str) -> Path:
    """Return where a static file comes from, by its name without a hash.

    Raises FileNotFoundError.
    """
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(f"no static file {name}")
    return Path(found)
