"""Attacks on accounts that are to be made: guessed start codes, and guessed passwords."""

import asyncio
from pathlib import Path

from tests.bench.http import Answer
from tests.drill.rows import Row
from tests.drill.visitors import (
    ATTACKER,
    DIRECTOR,
    RIGHT,
    Visitor,
    all_at_once,
    attacked_server,
    is_in,
    timed,
)
from tests.server import Server
from wk.accounts import setup_code
from wk.accounts.login_limits import FREE_TRIES

AT_ONCE, TIMES = 20, 15  # guesses of the start code
# What an attacker in the hall tries first.
PASSWORDS = [
    *("boerenbridge", "Boerenbridge26", "wkboerenbridge", "klaverjassen", "klaverjassen1"),
    *("wizard123", "hartenjagen", "toepen2026", "schoppenaas", "schoppenvrouw", "kaarten123"),
    *("welkom2026", "Welkom01!", "W3lkom2026", "wachtwoord", "Wachtwoord1", "geheim123"),
    *("toernooi2026", "kampioen1", "wedstrijdleider", "invoerder1", "zomer2026", "november26"),
    *("12345678", "20261121", "21-11-2026", "0612345678", "11111111", "qwertyuiop", "qwerty123"),
    *("asdfghjkl", "1q2w3e4r", "abcd1234", "aaaaaaaa", "password", "letmein1", "nieuw123nieuw"),
    *("nieuwnieuw", "nieuw2026", "Nieuw1234!"),
]


def guessed_codes(made: Path) -> Row:
    """Guess the start code from one address, many at once; the owner begins at his own laptop."""
    with attacked_server(made, is_new=True) as server:
        with server.database():
            setup_code.current()
        answers, begun, took = asyncio.run(_guess(server))
    judged = sum(answer.status == 200 for answer in answers)
    # Of those that are under way at once each may have been let in as the last one.
    failed = sum(is_in(answer) for answer in answers) + max(judged - FREE_TRIES - AT_ONCE, 0)
    failed += any(answer.status >= 500 for answer in answers) + (not is_in(begun))
    figure = f"{judged} were judged; the owner begins at localhost in {took:.0f} ms"
    return Row("start codes guessed", len(answers) + 1, failed, figure)


async def _guess(server: Server) -> tuple[list[Answer], Answer, float]:
    account = {"username": DIRECTOR, "password1": RIGHT, "password2": RIGHT}
    crowd = [Visitor(server, ATTACKER) for _nth in range(AT_ONCE)]
    answers: list[Answer] = []
    for turn in range(TIMES):
        codes = (f"AAAA-AA{turn:02}" for _visitor in crowd)
        answers += await all_at_once(
            visitor.send("/begin/", account | {"code": code})
            for visitor, code in zip(crowd, codes, strict=True)
        )
    code = (server.data / "setup-code").read_text()
    owner = Visitor(server)
    begun, took = await timed(
        owner.send("/begin/", account | {"code": code, "next_step": "create"})
    )
    return answers, begun, took


def common_passwords(made: Path) -> Row:
    """Let a director give a new account the passwords that everybody would try."""

    async def attack(server: Server) -> list[str]:
        director = Visitor(server)
        await director.log_in(DIRECTOR, RIGHT)
        await director.open("/accounts/add/")
        taken = []
        for password in PASSWORDS:
            account = {"username": "nieuw", "role": "clerk"}
            typed = account | {"password1": password, "password2": password}
            if (await director.send("/accounts/add/", typed)).status != 200:
                taken.append(password)
        return taken

    with attacked_server(made) as server:
        taken = asyncio.run(attack(server))
    figure = f"taken: {', '.join(taken)}" if taken else "all were refused"
    return Row("passwords that everybody tries", len(PASSWORDS), len(taken), figure)
