"""Answers that are ready, sent from the loop itself: they need no thread.

A ready answer is true for one version of its page only, and the present version stands in the
database. One look at that version serves all requests that came in before the look began.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

V = TypeVar("V")
Answer = tuple[int, list[tuple[str, str]], bytes]


@dataclass(slots=True)
class Ready(Generic[V]):
    """Where answers are kept.

    `may_be` tells whether there may be one for a WSGI environment, without waiting. `version` looks
    at the version of now, which may wait for the database. `answer` returns status, headers and
    body at that version, None if they are not ready.
    """

    may_be: Callable[[dict[str, Any]], bool]
    version: Callable[[], V]
    answer: Callable[[dict[str, Any], V], Answer | None]
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "version"))
    _waiting: list["asyncio.Future[V]"] = field(default_factory=list)
    _is_looking: bool = False

    async def find(self, environ: dict[str, Any]) -> Answer | None:
        """Return the answer to a request, None if it is not ready. Raises what the look raised."""
        if not self.may_be(environ):
            return None
        mine: asyncio.Future[V] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        if not self._is_looking:
            self._plan_look()
        return self.answer(environ, await mine)

    def _plan_look(self) -> None:
        """Look when the loop has read all requests that have come by now: they share the look."""
        self._is_looking = True
        asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        """Look at the version for all requests that wait now; later ones wait for the next look."""
        readers, self._waiting = self._waiting, []
        look = asyncio.get_running_loop().run_in_executor(self._thread, self.version)
        look.add_done_callback(lambda done: self._tell(readers, done))

    def _tell(self, readers: list["asyncio.Future[V]"], look: "asyncio.Future[V]") -> None:
        """Tell readers what a look has found, or why it failed: nobody waits for ever."""
        self._is_looking = False
        if self._waiting:
            self._plan_look()
        error = look.exception()
        for reader in (each for each in readers if not each.done()):  # the others left
            if error:
                reader.set_exception(error)
            else:
                reader.set_result(look.result())
