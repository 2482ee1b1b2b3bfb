"""Whether the libraries that the camera needs are there: they are an extra."""

from importlib.util import find_spec

LIBRARIES = ("numpy", "zxingcpp", "pypdfium2")


def missing_libraries() -> tuple[str, ...]:
    """Return the libraries that are not installed; bin/setup camera installs them."""
    return tuple(name for name in LIBRARIES if find_spec(name) is None)
