"""The worker of gunicorn in which wk runs: one loop for all connections, with limits on each."""

import asyncio
import os
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers.gasgi import ASGIWorker

UNREAD = 30.0  # seconds in which a client must take something of what waits for it


class LimitedConnection(ASGIProtocol):  # type: ignore[misc]
    """A connection that is closed when its client is too slow.

    gunicorn limits how long a connection may be idle until it has sent the head of its next
    request (`keepalive`). Here the first request has the same limit, and there is a limit on the
    number of connections (`worker_connections`) and on answers that nobody reads.
    """

    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection, or end it at once if there are too many."""
        super().connection_made(transport)
        self.worker.connections.add(self)
        if self.worker.nr_conns > self.worker.worker_connections:
            transport.abort()
        else:
            self._arm_keepalive_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.worker.connections.discard(self)
        self._end_watch()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to watch whether the client reads."""
        super().pause_writing()
        self._watch_reading(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """End the watch: the client reads."""
        self._end_watch()
        super().resume_writing()

    def leave_if_idle(self) -> None:
        """Close the connection unless an answer is being made."""
        if self._awaiting_request:
            self._keepalive_timeout()

    def _watch_reading(self, before: int) -> None:
        self._unread = self.worker.loop.call_later(UNREAD, self._check_reading, before)

    def _check_reading(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting >= before:
            self.transport.abort()
        else:
            self._watch_reading(waiting)

    def _end_watch(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None


class LimitedWorker(ASGIWorker):  # type: ignore[misc]
    """A process that serves connections with these limits.

    When it stops it waits for answers that are being made, and not for idle connections.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections: set[LimitedConnection] = set()

    async def _serve(self) -> None:
        for listening in self.sockets:
            server = await self.loop.create_server(
                lambda: LimitedConnection(self), sock=listening.sock, backlog=self.cfg.backlog
            )
            self.servers.append(server)
        while self.alive and self.ppid == os.getppid():
            self.notify()  # else the arbiter takes this process for dead
            await asyncio.sleep(0.5)
        for connection in list(self.connections):
            connection.leave_if_idle()
        await self._shutdown()
