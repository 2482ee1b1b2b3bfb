"""Attacks on the login: crowds, locks, and forged addresses."""

import asyncio
from itertools import pairwise
from pathlib import Path
from statistics import median

from tests.bench.http import Answer
from tests.bench.processes import Watch, family, memory
from tests.drill.rows import Row
from tests.drill.visitors import (
    ATTACKER,
    DIRECTOR,
    RIGHT,
    WRONG,
    Visitor,
    all_at_once,
    attacked_server,
    is_in,
    is_sound,
    seconds_to_wait,
    timed,
)
from tests.server import Server

CROWD, ROUNDS = 80, 3  # wrong logins at once, and how often
OFFICE = "/t/oefen/forms/?round=1"  # the page that an official opens meanwhile
PAUSE = 0.05  # seconds between two of his pages
MOST_MEMORY = 600  # MB, of all processes together
LIMIT = 8  # wrong passwords that lock a name: AXES_FAILURE_LIMIT


def crowd_of_wrong_logins(made: Path) -> Row:
    """Let eighty browsers with addresses and names of their own try a password at once, and again;
    an official works meanwhile."""
    with attacked_server(made) as server:
        idle, peak, answers, alone, beside = asyncio.run(_crowd(server))
    failed = sum(not is_sound(answer) for answer in answers) + (peak > MOST_MEMORY)
    busy = sum(answer.status == 429 for answer in answers)
    figure = (
        f"memory from {idle:.0f} to {peak:.0f} MB (may be {MOST_MEMORY}); an official's page"
        f" {median(alone):.0f} ms alone, {median(beside):.0f} beside them, slowest"
        f" {max(beside):.0f};"
        f" {busy} of them were told that it is busy"
    )
    return Row(f"{CROWD} wrong logins at once, {ROUNDS} times", len(answers), failed, figure)


async def _crowd(server: Server) -> tuple[float, float, list[Answer], list[float], list[float]]:
    official = Visitor(server)
    await official.log_in(DIRECTOR, RIGHT)
    alone = [(await timed(official.open(OFFICE)))[1] for _nth in range(20)]
    answers: list[Answer] = []
    beside: list[float] = []
    idle = memory(family(server.process.pid))
    with Watch(server.process.pid) as watch:
        for turn in range(ROUNDS):
            crowd = [Visitor(server, f"10.{turn}.0.{nth}") for nth in range(CROWD)]
            for visitor in crowd:
                await visitor.open("/login/")
            tries = (v.log_in(f"name{nth}", WRONG) for nth, v in enumerate(crowd))
            all_tried = asyncio.create_task(all_at_once(tries))
            while not all_tried.done():
                beside.append((await timed(official.open(OFFICE)))[1])
                watch.weigh()
                await asyncio.sleep(PAUSE)
            answers += await all_tried
            for visitor in crowd:
                visitor.browser.close()
    return idle / 1e6, watch.cost.memory / 1e6, answers, alone, beside


def one_name_at_once(made: Path) -> Row:
    """Let eighty browsers try the same name at once: no more passwords are judged than a lock
    allows, and one that was on its way."""

    async def attack(server: Server) -> list[Answer]:
        crowd = [Visitor(server, ATTACKER) for _nth in range(CROWD)]
        for visitor in crowd:
            await visitor.open("/login/")
        return await all_at_once(visitor.log_in(DIRECTOR, WRONG) for visitor in crowd)

    with attacked_server(made) as server:
        answers = asyncio.run(attack(server))
    judged = sum(answer.status == 200 for answer in answers) + 1  # the one that locks says so
    failed = sum(not is_sound(answer) for answer in answers) + max(judged - LIMIT - 1, 0)
    figure = f"{judged} passwords were judged (a lock is for {LIMIT}, and one may be on its way)"
    return Row(f"one name, {CROWD} times at once", len(answers), failed, figure)


def lockout_of_the_director(made: Path) -> Row:
    """Knock at the director's name from the hall, from one address and from many; he logs in at
    the laptop of wk, and on a device that knows him at the attacker's own address."""
    with attacked_server(made) as server:
        knocks, logins, took = asyncio.run(_lockout(server))
    waits = [seconds_to_wait(answer) for answer in knocks if answer.status == 429]
    grew = sum(later > earlier for earlier, later in pairwise(waits))
    failed = sum(not is_in(answer) for answer in logins) + grew
    figure = (
        f"he logs in at localhost in {took[0]:.0f} ms, on his own device in {took[1]:.0f} ms;"
        f" the wait of the attacker went from {waits[0]} to {waits[-1]} s"
    )
    return Row("the director locked out", len(knocks) + len(logins), failed, figure)


async def _lockout(server: Server) -> tuple[list[Answer], list[Answer], list[float]]:
    own_device = Visitor(server, ATTACKER)
    await own_device.log_in(DIRECTOR, RIGHT)
    await own_device.open(OFFICE)
    await own_device.log_out()
    for nth in range(30):
        await Visitor(server, f"192.168.2.{nth}").log_in(DIRECTOR, WRONG)
    attacker = Visitor(server, ATTACKER)
    forger = Visitor(server, f"127.0.0.1, {ATTACKER}")
    knocks = [await (attacker, forger)[nth % 2].log_in(DIRECTOR, WRONG) for nth in range(LIMIT * 5)]
    at_localhost, here = await timed(Visitor(server).log_in(DIRECTOR, RIGHT))
    on_his_device, there = await timed(own_device.log_in(DIRECTOR, RIGHT))
    return knocks, [at_localhost, on_his_device], [here, there]


def forged_addresses(made: Path) -> Row:
    """Claim another address with each try: without a proxy, and through one that is trusted."""

    async def attack(server: Server, before: str) -> list[Answer]:
        claims = (f"10.9.{nth}.1{before}" for nth in range(LIMIT * 5))
        return [await Visitor(server, claim).log_in(DIRECTOR, WRONG) for claim in claims]

    with attacked_server(made, behind_proxy=False) as server:
        direct = asyncio.run(attack(server, ""))
    with attacked_server(made) as server:
        by_proxy = asyncio.run(attack(server, f", {ATTACKER}"))
    judged = [sum(answer.status == 200 for answer in each) + 1 for each in (direct, by_proxy)]
    failed = sum(max(each - LIMIT, 0) for each in judged)
    figure = f"{judged[0]} judged without a proxy, {judged[1]} through one (a lock is for {LIMIT})"
    return Row("X-Forwarded-For forged", len(direct) + len(by_proxy), failed, figure)
