"""The measuring of speed works, and sees what goes wrong.

Each run tries one of the benches that take long.
"""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest
from django.utils import timezone

from tests.bench.clerk import Submission as Paper
from tests.bench.clerk import beginnings, hidden
from tests.bench.http import Browser
from tests.bench.live_page import Following, LivePart, Record, changed, following, live_parts
from tests.bench.officials import Typist, look_around
from tests.bench.processes import family, memory, processor_seconds
from tests.loops import run
from tests.samples import some
from wk.scoreforms.models import Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table

ROOT = Path(__file__).resolve().parent.parent


def every_key_of_a_form_is_answered():
    outside = {"CHROMIUM": "/usr/bin/chromium-headless-shell"} | os.environ
    outside["GUNICORN_CMD_ARGS"] = "--workers=1"  # for one clerk, who has one connection
    command = [sys.executable, "-m", "tests.bench", "keys", "--pace=0.01"]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    assert done.stderr == ""
    assert re.findall(r"(\d+)(?: keys,|; milliseconds:)", done.stdout) == ["172"] * 3


def clerks_hand_in_at_the_same_time_without_losing_forms():
    outside = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.bench", "clerks", "--seconds=0.5", "--clerks=3"]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^sqlite, 3 clerks, as fast as it goes, \d+ s, ", done.stdout, re.M)
    handed_in = int(re.search(r"^hand-in +(\d+),", done.stdout, re.M)[1])
    forms = int(re.search(r"^errors 0, lost or wrong 0 of (\d+) forms$", done.stdout, re.M)[1])
    assert handed_in >= forms >= 3


def a_crowd_looks_on_and_sees_every_form_on_the_wall():
    outside = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    outside["GUNICORN_CMD_ARGS"] = "--workers=1"  # which starts in half of the time
    small = ["--players=24", "--phones=3", "--more=4", "--clerks=2", "--seconds=1", "--pace=1"]
    command = [sys.executable, "-m", "tests.bench", "crowd", *small, "--turns=1"]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    assert done.stderr == ""  # how fast it was is not what is tried here
    assert re.search(r"^  errors: 0 ", done.stdout, re.M), done.stdout
    handed_in = re.findall(r"^  hand-in +(\d+);", done.stdout, re.M)
    on_the_wall = re.findall(r"^  from hand-in to wall +(\d+);", done.stdout, re.M)
    assert on_the_wall == ["2"] * 3
    # A form that is unlikely is sent twice, as the page asks whether it is right.
    assert [int(each) in (2, 3, 4) for each in handed_in] == [True] * 3


LONG = (
    every_key_of_a_form_is_answered,
    clerks_hand_in_at_the_same_time_without_losing_forms,
    a_crowd_looks_on_and_sees_every_form_on_the_wall,
)


@pytest.mark.browser
@pytest.mark.parametrize("holds", some(LONG, 1), ids=lambda each: each.__name__)
def test_a_bench_ends_and_tells_its_figures(holds):
    holds()


def test_a_page_tells_which_parts_ask_by_themselves():
    page = (
        '<p id="news" hx-get="/n/?a=1&amp;b=2"\n hx-trigger="every 10s, look"></p>'
        '<p id="hall" hx-get="/h/" data-live="results news" hx-trigger="look"></p>'
        '<p id="list" hx-get="/l/" data-live="results" data-pause="5" hx-trigger="look"></p>'
        '<p id="once" hx-get="/o/" hx-trigger="load"></p><p id="still"></p>'
    )
    assert live_parts(page) == [
        LivePart("news", "/n/?a=1&b=2", 10, frozenset()),
        LivePart("hall", "/h/", 0, frozenset({"results", "news"})),
        LivePart("list", "/l/", 0, frozenset({"results"}), 5),
    ]
    assert following(page) is None
    body = '<body class="x" data-changes="/c.json"\n data-every="8" data-version="1.2.3">'
    assert following(body + page) == Following("/c.json", 8, "1.2.3")


def test_the_counters_that_changed_are_known():
    assert changed("1.4.2", "2.4.3") == {"results", "news"}
    assert changed("1.4.2", "1.4.2") == set()


def test_an_answer_is_read_to_its_end_and_asked_for_again_by_its_tag():
    asked = []

    async def serve(reader, writer):
        for body in (b"whole", b""):
            asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
            status = "200 OK" if body else "304 Not Modified"
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            head = f'HTTP/1.1 {status}\r\n{length}ETag: "a"\r\nSet-Cookie: k=v; Path=/\r\n\r\n'
            writer.write(head.encode() + body)
        writer.close()

    async def browse():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        browser = Browser(f"http://localhost:{server.sockets[0].getsockname()[1]}")
        answers = [await browser.get("/t/"), await browser.get("/t/")]
        browser.close()
        server.close()
        return [(answer.status, answer.text) for answer in answers]

    assert run(browse()) == [(200, "whole"), (304, "")]
    assert ("If-None-Match" in asked[0], 'If-None-Match: "a"' in asked[1]) == (False, True)
    assert ("Cookie" in asked[0], "Cookie: k=v" in asked[1]) == (False, True)


def test_an_official_sees_every_page_however_slow_the_server_is():
    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        writer.close()

    async def look():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        browser = Browser(f"http://localhost:{server.sockets[0].getsockname()[1]}")
        record, is_over = Record(), 0.0
        await look_around(browser, record, {"list": "/forms/", "form": "/forms/1/"}, is_over)
        server.close()
        return {what: len(times) for what, times in record.taken.items()}, record.errors

    assert run(look()) == ({"list": 1, "form": 1}, [])


def test_a_clerk_on_a_slow_machine_hands_in_what_was_due_in_time():
    paper = Paper("/t/wk/forms/1/1/", (("cells.0", "1"), ("cells.1", "2")))
    page = b'<p id="list" hx-get="/t/wk/forms/" hx-trigger="every 10s"></p>'

    async def serve(reader, writer):
        asked = await reader.readuntil(b"\r\n\r\n")
        if b"/draft/" in asked:
            status, body = b"200 OK", b'{"revision": 2}'
        else:
            status, body = (b"302 Found", b"") if asked.startswith(b"POST") else (b"200 OK", page)
        head = b"HTTP/1.1 %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        writer.write(head % (status, len(body)) + body)
        writer.close()

    async def type_in(due):
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        browser = Browser(f"http://localhost:{server.sockets[0].getsockname()[1]}")
        record, handed_in = Record(), []
        typist = Typist(browser, record, "/t/wk/forms/", paper, handed_in.append)
        end = perf_counter() - 60  # it is long past before he begins
        await typist.work(0.5, 10, end + due - 5, end)
        server.close()
        return len(handed_in), record.errors

    assert run(type_in(due=-1)) == (1, [])
    assert run(type_in(due=+1)) == (0, [])


def test_what_the_processes_of_a_server_use_is_counted():
    child = subprocess.Popen(["sleep", "60"])
    try:
        pids = family(os.getpid())
        assert {os.getpid(), child.pid} <= set(pids)
        assert memory([os.getpid()]) > 10_000_000 > memory([child.pid]) > 0
        assert processor_seconds([os.getpid()]) > processor_seconds([child.pid]) == 0
    finally:
        child.kill()
        child.wait()


def test_fields_of_a_page_are_read():
    page = (
        '<input type="hidden" name="players" value="1 2 &amp; 3"><input name="seen" value="x">'
        '<input type="hidden" name="mode" value="">'
    )
    assert hidden(page) == {"players": "1 2 & 3", "mode": ""}


def test_drafts_are_typed_from_the_beginning():
    cells = {str(n): "x" for n in range(10)}
    typed = [sum(map(bool, so_far.values())) for so_far in beginnings(cells)]
    assert typed == [2, 4, 6, 8, 10]


@pytest.mark.slow
def test_lost_and_wrong_forms_are_reported(clerk):
    from tests.bench import clerks

    tournament = clerks.make_tournament(5)
    papers = clerks.write_papers(tournament)
    by_address = {paper.address: paper for paper in papers}
    paper, other = by_address["/t/wk/forms/1/1/"], by_address["/t/wk/forms/2/1/"]
    document = papers[paper]
    table = Table.objects.get(round__number=1, number=1)
    written = Submission(document, clerk, timezone.now())
    version = hand_in(table=table, submission=written)

    def wrong(*acknowledged):
        return clerks.wrong_forms(tournament, papers, set(acknowledged))

    assert wrong(paper.address) == []
    assert wrong() == [f"{paper.address}: never acknowledged", "1 forms have results"]
    lost = wrong(paper.address, other.address)
    assert lost == [f"{other.address}: 0 versions", "1 forms have results"]
    Result.objects.filter(seat__number=2).update(points=-1)
    assert wrong(paper.address) == [f"{paper.address}: not its results"]
    Version.objects.filter(pk=version.pk).update(content={})
    assert wrong(paper.address) == [f"{paper.address}: 1 versions"]
