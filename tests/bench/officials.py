"""Officials at their browsers while the hall looks on: clerks who type, and one who only looks."""

import asyncio
import json
from collections.abc import Callable
from time import perf_counter

from tests.bench.clerk import SAVES, SURE, Submission, beginnings, hidden
from tests.bench.http import Answer, Browser, Failed
from tests.bench.live_page import LivePage, Record

LOOKS = 0.2  # seconds between two pages of the official who looks
HandedIn = Callable[[Submission], None]


class Typist:
    """A clerk with one paper, which he types as the page does, and who then watches the list."""

    def __init__(
        self, browser: Browser, record: Record, forms: str, paper: Submission, handed_in: HandedIn
    ) -> None:
        self.browser, self.record, self.forms, self.paper = browser, record, forms, paper
        self.handed_in = handed_in
        self.known: dict[str, str] = {}

    async def sit_down(self) -> None:
        """Open the form, which is not noted: all of them do it at once."""
        page = await Record().get(self.browser, "form", self.paper.address)
        self.known = hidden(page.text)

    async def work(self, turn: float, pace: float, begun: float, end: float) -> None:
        """Type from `begun` until `end`, as perf_counter tells them. Of the `pace` seconds in which
        a form is typed this clerk has done the part `turn` when he begins. He hands in what should
        be ready before the end, even where a slow machine makes him late."""
        try:
            ready = await self._type(pace, begun - turn * pace, end)
            if ready:
                await self._hand_in()
                await self._watch(turn, end)
        except Failed as error:
            self.record.errors.append(str(error))

    async def _type(self, pace: float, begun: float, end: float) -> bool:
        """Let the page keep what is typed; return whether all of it was due in time."""
        for nth, typed in enumerate(beginnings(dict(self.paper.cells)), 1):
            due = begun + pace * nth / SAVES
            if due >= end:
                return False
            if due > perf_counter():
                await asyncio.sleep(due - perf_counter())
                await self._keep(typed)
        return True

    async def _keep(self, typed: dict[str, str]) -> None:
        answer = await self._post("draft", f"{self.paper.address}draft/", self.known | typed)
        self.known["expected_draft"] = str(json.loads(answer.text)["revision"])

    async def _hand_in(self) -> None:
        done = self.known | dict(self.paper.cells) | {"action": "count"}
        answer = await self._post("hand-in", self.paper.address, done)
        while answer.status == 200 and (sure := SURE.search(answer.text)):  # is that so?
            answer = await self._post("hand-in", self.paper.address, done | {"sure": sure[1]})
        if answer.status != 302:
            raise Failed(f"{self.paper.address}: handed in, answered {answer.status}")
        self.handed_in(self.paper)

    async def _watch(self, turn: float, end: float) -> None:
        forms = LivePage(self.browser, self.forms, self.record)
        await forms.open()
        await forms.follow(turn, end)

    async def _post(self, what: str, path: str, typed: dict[str, str]) -> Answer:
        start = perf_counter()
        return self.record.note(what, start, await self.browser.post(path, typed), path)


async def look_around(browser: Browser, record: Record, pages: dict[str, str], end: float) -> None:
    """Open pages one after the other, each at least once, until `end`, as perf_counter tells it;
    they are given with the names under which they are noted."""
    opened = 0
    while True:
        for what, path in pages.items():
            if opened >= len(pages) and perf_counter() + LOOKS >= end:
                return
            await asyncio.sleep(LOOKS)
            try:
                await record.get(browser, what, path)
            except Failed as error:
                record.errors.append(str(error))
            opened += 1
