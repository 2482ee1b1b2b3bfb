"""Style sheets: their names, and those that a page loads together as one file."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

ASKED = re.compile(r'\{% sheets "([^"]+)" %\}')
IMPORT = re.compile(r'@import url\("([^"]+)"\);\n')


def source() -> Path:
    """Return the folder of all our static files."""
    return Path(settings.BASE_DIR) / "wk" / "static"


@cache
def sheet_paths() -> dict[str, Path]:
    """Return the file of each style sheet that a page can name, by its name.

    >>> sheet_paths()["lists"].relative_to(source()).as_posix()
    'style/components/lists.css'
    """
    style = source() / "style"
    first = (style / "tokens.css", source() / "vendor" / "pico" / "pico.css", style / "base.css")
    return {path.stem: path for path in (*first, *sorted(style.glob("*/*.css")))}


def file_of(names: str) -> str:
    """Return the static file that holds the sheets of these names, which spaces divide.

    It stands beside the tokens, so that what these name is found from it.

    >>> file_of("lists forms")
    'style/lists_forms.css'
    """
    return f"style/{'_'.join(names.split())}.css"


def joined_sheets() -> Iterator[tuple[str, str]]:
    """Yield each file of sheets that some template loads together, and its content."""
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    asked = {names for path in templates for names in ASKED.findall(path.read_text())}
    for names in sorted(names for names in asked if " " in names):
        paths = [sheet_paths()[name] for name in names.split()]
        yield file_of(names), "\n".join(_whole(path) for path in paths)


def _whole(path: Path) -> str:
    """Return a sheet, with what it imports in the place of the import: elsewhere than at the start
    of a file an import does nothing."""
    return IMPORT.sub(lambda found: _whole(path.parent / found[1]), path.read_text())
