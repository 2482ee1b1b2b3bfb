"""Answers that are ready: many readers, one look at the version, and never an old one."""

import asyncio
from threading import Event

from tests.loops import run
from wk.serving.ready import Ready


class Store:
    """A version that counts its looks, and can be made to wait in one."""

    def __init__(self):
        self.version = 1
        self.looks = 0
        self.may_end = Event()
        self.may_end.set()
        self.has_begun = Event()

    def look(self):
        self.looks += 1
        found = self.version
        self.has_begun.set()
        self.may_end.wait(10)
        return found

    def ready(self):
        return Ready(
            may_be=lambda environ: environ["PATH_INFO"] != "/private/",
            version=self.look,
            answer=lambda environ, version: (200, [], f"{environ['PATH_INFO']} {version}".encode()),
        )


def page(number):
    return {"PATH_INFO": f"/{number}/"}


def test_readers_who_come_together_share_a_look():
    store = Store()

    async def read():
        ready = store.ready()
        return await asyncio.gather(*(ready.find(page(number)) for number in range(50)))

    answers = run(read())
    assert [body for _status, _headers, body in answers] == [b"/%d/ 1" % n for n in range(50)]
    assert store.looks == 1


def test_who_comes_during_a_look_waits_for_the_next():
    """The look may have seen the version before the change that the newcomer knows of."""
    store = Store()
    store.may_end.clear()

    async def read():
        ready = store.ready()
        first = asyncio.create_task(ready.find(page(1)))
        await asyncio.to_thread(store.has_begun.wait, 10)
        store.version = 2
        second = asyncio.create_task(ready.find(page(2)))
        await asyncio.sleep(0)
        store.may_end.set()
        return await asyncio.gather(first, second)

    assert [answer[2] for answer in run(read())] == [b"/1/ 1", b"/2/ 2"]


def test_a_look_that_fails_does_not_stop_the_next():
    store = Store()
    ready = store.ready()
    ready.version = lambda: 1 // 0

    async def read():
        failed = await asyncio.gather(ready.find(page(1)), return_exceptions=True)
        ready.version = store.look
        return failed, await asyncio.wait_for(ready.find(page(2)), 10)

    (error,), answer = run(read())
    assert (type(error), answer[2]) == (ZeroDivisionError, b"/2/ 1")


def test_a_reader_who_leaves_takes_nothing_from_the_others():
    store = Store()
    store.may_end.clear()

    async def read():
        ready = store.ready()
        tasks = [asyncio.create_task(ready.find(page(number))) for number in range(3)]
        await asyncio.to_thread(store.has_begun.wait, 10)
        tasks[0].cancel()
        tasks[1].cancel()
        store.may_end.set()
        return await tasks[2]

    assert run(read())[2] == b"/2/ 1"


def test_what_is_not_kept_costs_no_look():
    store = Store()
    assert run(store.ready().find({"PATH_INFO": "/private/"})) is None
    assert store.looks == 0
