"""The standings, whole and unchanged, beside a bare function that gives the same bytes."""

import asyncio
import json
import os
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.bench.goals import Goals, say
from tests.bench.http import AS_A_BROWSER, Answer, Browser, Failed
from tests.bench.throughput import Throughput, throughput
from tests.server import Server

NOT_SENT = {"date", "server", "connection", "transfer-encoding", "set-cookie"}


@dataclass(frozen=True, slots=True)
class Question:
    """What readers ask, and which status they get from wk and from the bare function."""

    name: str
    ours: tuple[dict[str, str], int]
    known: tuple[dict[str, str], int]
    at_least: float


def measure_pages(
    server: Server, data: Path, path: str, goals: Goals, seconds: float, turns: int
) -> None:
    """Tell how fast a page is answered, whole and unchanged, and how fast a bare function is.

    Each is measured so often, in turns, as others use the machine as well.
    """
    page = asyncio.run(load(server.url, path))
    keep_answer(page, data / "bare.json")
    os.environ["BARE_ANSWER"] = str(data / "bare.json")
    packing = page.headers.get("content-encoding", "not compressed")
    tag = page.headers.get("etag")
    say(f"{path}: {len(page.body)} bytes, {packing}, {'an' if tag else 'no'} ETag")
    unchanged = AS_A_BROWSER | {"If-None-Match": tag or '"bare"'}
    whole = (AS_A_BROWSER, 200)
    questions = [
        Question("the page", whole, whole, 0.5),
        Question("unchanged", (unchanged, 304) if tag else (unchanged, 200), (unchanged, 304), 0.7),
    ]
    bare = Server(data, program="tests.bench.bare_page")
    try:
        for question in questions:
            measured = [measure(server, bare, path, question, seconds) for _ in range(turns)]
            ours, known = (sum(each[1:], each[0]) for each in zip(*measured, strict=True))
            say(f"{question.name}: {ours}\n  bare function: {known}")
            say(f"  beside the bare function, by processor: {known.processor / ours.processor:.2f}")
            share = median(one.rate / other.rate for one, other in measured)
            goals.tell("beside the bare function", share, question.at_least, is_least=True)
    finally:
        bare.stop()


def measure(
    server: Server, bare: Server, path: str, question: Question, seconds: float
) -> tuple[Throughput, Throughput]:
    """Return how fast a program and the bare function answer, one after the other."""

    def answers(one: Server, asked: tuple[dict[str, str], int]) -> Throughput:
        headers, status = asked
        pid = one.process.pid
        return throughput(one.url, pid, path, headers, status=status, seconds=seconds)

    return answers(server, question.ours), answers(bare, question.known)


async def load(url: str, path: str) -> Answer:
    """Return a page as a browser gets it that has been there before."""
    browser = Browser(url)
    await browser.get(path)
    browser.kept.clear()
    answer = await browser.get(path)
    browser.close()
    if answer.status != 200:
        raise Failed(f"{path}: answered {answer.status}")
    return answer


def keep_answer(page: Answer, path: Path) -> None:
    """Write an answer down for tests.bench.bare_page."""
    headers = {name: value for name, value in page.headers.items() if name not in NOT_SENT}
    headers |= {"etag": headers.get("etag", '"bare"'), "content-length": str(len(page.body))}
    path.write_text(json.dumps(list(headers.items())))
    path.with_suffix(".body").write_bytes(page.body)
