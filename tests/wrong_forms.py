"""A generator of wrong score forms, and a judge of forms without our own code.

A form begins as one that was played out. It is then spoiled in one to six ways, as tired clerks,
broken programs and hostile people do.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

Cells = dict[str, str]

SEATS = 5
CARDS = (*range(10, 0, -1), *range(2, 11))
MOST = sum(10 + 2 * cards for cards in CARDS)  # all that is there called, and all of it made
LEAST = sum(min(-10, -2 * cards) for cards in CARDS)  # a revoke in every deal, or worse
NUMBER = re.compile(r"\+?0*[0-9]{1,2}")
STOPS = {"K": "wrong-cards", "V": "revoke"}
JUNK = (
    *("x", "-", "-1", "+3", "3.0", "1e1", "0x2", "11", "99", "10 ", " 2", "²", "٣", "３", "1_0"),
    *("½", "NaN", "Infinity", "True", "null", "[]", "{}", "K", "V", "k v", "KV", "t", "0" * 8),
    *("9" * 8, "9" * 400, "\x00", "\ud800"[:0], "\u202e5", "é", "🂡", "' OR 1=1 --", "<script>"),
    *("{{ 7*7 }}", "%s%n", "../../etc", "\r\nSet-Cookie: a=b", "\t4", "drie", "O", "l", "II"),
)
# Bodies that a phone could send in place of cells.
BODIES = (
    *("", "x", "[]", "null", "1", "NaN", "{", "{}}", '"{}"', "true", "\x00", "{\x00}", "\ufeff{}"),
    *('{"first_dealer": 1}', '{"first_dealer": null}', '{"first_dealer": {"a": ["b"]}}'),
    *('{"first_dealer": "\\u0000"}', '{"first_dealer": "\\ud800"}', '{"deals": [{"bids": [1]}]}'),
    *("[" * 90_000, '{"a":' * 15_000, '{"first_dealer": ' + "9" * 9000 + "}", '{"": ""}'),
    *('{"first_dealer": true}', '{"first_dealer": 1e999}', '{"first_dealer": "1", "a": NaN}'),
    "{" + ",".join(f'"deals.{n}.bids.0": "1"' for n in range(4000)) + "}",
    '{"first_dealer": "' + "x" * 99_000 + '"}',
)
FIELDS = {
    "key": ("", "x", "A" * 24, "A" * 9999, "\x00" * 24, "é" * 24, "../" * 8, "[]"),
    "revision": ("", "-1", "x", "1.5", "NaN", "9" * 40, "9" * 5000, "\x00", "٣", "[0]"),
    "players": ("", "1", "5 4 3 2 1", "1 2 3 4", "1 2 3 4 5 6", "1 2 3 4 x", "9" * 60, "\x00"),
    "sure": ("x", "0" * 15, "0" * 9999, "\x00", "-1"),
}
STRANGE_NAMES = (
    *("deals", "deals.", "deals.-1.bids.0", "deals.19.bids.0", "deals.0.bids.5", "deals.0.bids"),
    *("deals.99999999999.bids.0", "deals.0.bids.0.0", "deals.0.penalties.0.points", "contracts.0"),
    *("totals.0", "totals.5", "totals", "written.0", "written.9", "written", "__proto__", ""),
    *("deals.0.ruling", "deals.0.misdeal.stage", "first_dealer.0", "is_counted", "author", "sure"),
)


def a_cell(cells: Cells, random: Random) -> str:
    return random.choice(sorted(cells))


def empty(cells: Cells, random: Random) -> None:
    cells[a_cell(cells, random)] = ""


def leave_out(cells: Cells, random: Random) -> None:
    del cells[a_cell(cells, random)]


def junk(cells: Cells, random: Random) -> None:
    cells[a_cell(cells, random)] = random.choice(JUNK)


def off_by_some(cells: Cells, random: Random) -> None:
    name = a_cell(cells, random)
    if NUMBER.fullmatch(cells[name]):
        cells[name] = str(int(cells[name]) + random.choice((-2, -1, 1, 2, 10)))


def swap(cells: Cells, random: Random) -> None:
    one, other = a_cell(cells, random), a_cell(cells, random)
    cells[one], cells[other] = cells[other], cells[one]


def shift(cells: Cells, random: Random) -> None:
    """Leave a number out, so that all after it are a cell too early."""
    names = list(cells)
    start = random.randrange(len(names))
    for name, after in zip(names[start:], names[start + 1 :], strict=False):
        cells[name] = cells[after]
    cells[names[-1]] = ""


def stop(cells: Cells, random: Random) -> None:
    """Stop a deal, with or without the numbers that a stopped deal cannot have."""
    deal, letter = random.randrange(len(CARDS)), random.choice("KVkv")
    for seat in range(SEATS):
        if random.random() < 0.8:
            cells[f"deals.{deal}.tricks.{seat}"] = ""
    cells[f"deals.{deal}.tricks.{random.randrange(SEATS)}"] = letter
    if random.random() < 0.3:
        cells[f"deals.{deal}.tricks.{random.randrange(SEATS)}"] = random.choice("KV")


def forbid(cells: Cells, random: Random) -> None:
    """Let the bids of a deal add up to its cards."""
    deal = random.randrange(len(CARDS))
    for seat in range(SEATS):
        cells[f"deals.{deal}.bids.{seat}"] = str(CARDS[deal] if seat == 0 else 0)
    if random.random() < 0.5:
        cells[f"deals.{deal}.ruling"] = "mag van mij"


def add_a_name(cells: Cells, random: Random) -> None:
    cells[random.choice(STRANGE_NAMES)] = random.choice((*JUNK, "1", "88"))


def totals(cells: Cells, random: Random) -> None:
    """Add totals beside the deals, or replace them."""
    if random.random() < 0.5:
        cells.clear()
    low, high, step = random.choice(((-230, 430, 1), (-230, 430, 2), (0, 160, 2)))
    for seat in range(SEATS):
        cells[f"totals.{seat}"] = str(random.randrange(low, high, step))


def on_paper(cells: Cells, random: Random) -> None:
    """Add totals on the paper."""
    for seat in range(SEATS):
        cells[f"written.{seat}"] = random.choice((*JUNK, "", "-6", "−6", "88", "1000001"))


def other_dealer(cells: Cells, random: Random) -> None:
    cells["first_dealer"] = random.choice(("0", "6", "-1", "1.0", "noord", "99999999", "1 2"))


Spoil = Callable[[Cells, Random], None]

# In a form of any game, and in one of the world championship.
IN_ANY: tuple[Spoil, ...] = (empty, leave_out, junk, off_by_some, off_by_some, swap, shift)
SPOILS: tuple[Spoil, ...] = (
    *IN_ANY,
    *(junk, stop, stop, forbid, add_a_name, totals, totals, on_paper, other_dealer),
)


def wrong_forms(
    right: Cells, count: int, random: Random, spoils: Sequence[Spoil] = SPOILS
) -> Iterator[Cells]:
    """Yield so many spoiled forms. A few may still be right."""
    for _ in range(count):
        cells = dict(right)
        for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
            if cells:
                random.choice(spoils)(cells, random)
        yield cells


def wrong_bodies(right: Cells, count: int, random: Random) -> Iterator[Cells]:
    """Yield the fields of so many spoiled requests of a phone, mostly without cells, which the
    caller adds."""
    for _ in range(count):
        name = random.choice(("cells", *FIELDS))
        fields = {name: random.choice(BODIES if name == "cells" else FIELDS[name])}
        yield {"cells": json.dumps(right)} | fields


def judged(cells: Cells, mode: str = "deals") -> dict | None:
    """Return what a form says if it may count for a clerk's table of five at the world
    championship, None if it may not; from part 1 of the rules, without any of our code.

    Who types deals ("deals") has cells for the totals on the paper as well, who types totals
    ("totals") has nothing else, and a phone ("phone") has only deals: what is sent of cells that
    one does not have is nothing.
    """
    written = {name: text.strip() for name, text in cells.items() if text.strip()}
    if mode == "totals":
        return _totals(written)
    deals = [_deal(written, number, cards) for number, cards in enumerate(CARDS)]
    dealer = written.get("first_dealer", "")
    if not (NUMBER.fullmatch(dealer) and 1 <= int(dealer) <= SEATS) or None in deals:
        return None
    on_paper = [written.get(f"written.{seat}", "0") for seat in range(SEATS)]
    if mode == "deals" and not all(_is_total(text) for text in on_paper):
        return None
    return {"first_dealer": int(dealer), "deals": deals}


def _is_total(text: str) -> bool:
    return bool(re.fullmatch(r"[-+−]?0*[0-9]{1,6}", text))


def _totals(written: Cells) -> dict | None:
    rows = [written.get(f"totals.{seat}", "") for seat in range(SEATS)]
    if not all(_is_total(text) for text in rows):
        return None
    numbers = [int(text.replace("−", "-")) for text in rows]
    if any(number % 2 or not LEAST <= number <= MOST for number in numbers):
        return None
    return {"totals": numbers}


def _deal(written: Cells, number: int, cards: int) -> dict | None:
    bids = [written.get(f"deals.{number}.bids.{seat}", "") for seat in range(SEATS)]
    tricks = [written.get(f"deals.{number}.tricks.{seat}", "") for seat in range(SEATS)]
    if not all(NUMBER.fullmatch(text) and int(text) <= cards for text in bids):
        return None
    called = [int(text) for text in bids]
    if sum(called) == cards or f"deals.{number}.ruling" in written:
        return None
    letters = {text.upper() for text in tricks if text}
    if letters and letters <= {"K", "V"}:
        if len(letters) > 1:
            return None
        seats = [seat for seat, text in enumerate(tricks, 1) if text]
        return {"bids": called, "infraction": {"kind": STOPS[letters.pop()], "seats": seats}}
    if not all(NUMBER.fullmatch(text) and int(text) <= cards for text in tricks):
        return None
    won = [int(text) for text in tricks]
    return {"bids": called, "tricks": won} if sum(won) == cards else None
