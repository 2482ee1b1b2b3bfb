"""The imports of each JavaScript module, as its source lists them."""

import posixpath
import re
from functools import cache

from wk.core.static_files import source_of

FOLDER = "js"  # within the static files; below it is a folder for each room
# A relative path at the end of an import or export. A long list of names ends on a line with "}".
IMPORTED = re.compile(r'^(?:import|export|\})[^"\n]*"(\.[^"\n]+)";$', re.MULTILINE)


def imports_of(module: str) -> list[str]:
    """Return the modules that a module imports directly, in the order of its source.

    Modules are named by their path among the static files: js/hall/ceremony.js.
    """
    found = IMPORTED.findall(source_of(module).read_text())
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), each)) for each in found]


@cache
def all_imports_of(module: str) -> tuple[str, ...]:
    """Return every module that a module imports, directly or through others, each once.

    The result is cached: static files do not change while the server runs.
    """
    found: dict[str, None] = {}
    waiting = imports_of(module)  # grows in the loop
    for each in waiting:
        if each not in found:
            found[each] = None
            waiting += imports_of(each)
    return tuple(found)
