"""What one request read from the database, kept for those after it until the results change."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from django.http import HttpRequest

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MOST = 16  # of the newest; a day has a few rounds of which pages are open


class KeptReads(Generic[K, V]):
    """Values of this process, each true for one state of the results (`wk/publication`).

    A value may depend only on rows that move the counter `results` of the public version, and
    nobody may change it. A read counts on the version within the transaction of the page, so that a
    page shows one moment.
    """

    def __init__(self, most: int = MOST) -> None:
        self._found: OrderedDict[tuple[K, int], V] = OrderedDict()
        self._lock, self._most = Lock(), most

    def get(self, request: HttpRequest, key: K, read: Callable[[], V]) -> V:
        """Return the value for a key as it is now; `read` reads it where it is not known yet.

        One request at a time reads, as many ask at once after a change. Without a public version,
        as while the database is migrated, nothing is kept.
        """
        results = getattr(getattr(request, "public_version", None), "results", None)
        if results is None:
            return read()
        with self._lock:
            if (key, results) not in self._found:
                self._found[key, results] = read()
                if len(self._found) > self._most:
                    self._found.popitem(last=False)
            return self._found[key, results]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()
