"""Parsing the bytes of an untrusted file into JSON values that are safe to inspect."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from wk.archive.places import FILE, Path, place_of
from wk.archive.problems import Findings, quoted
from wk.core.fields import is_clean

MEGABYTE = 1024 * 1024
MOST_BYTES = 8 * MEGABYTE
MOST_BRACKETS = 1_000_000  # 5,000 players in three rounds need 200,000; each takes memory
MOST_DEPTH = 20  # the deepest value of an archive, a seat of an infraction, is 11 deep
MOST_NUMBER = 10**9  # larger than any value of a tournament, and valid in every database
LONGEST_NUMBER = 18  # digits

# NaN and Infinity are no JSON, though the parser of Python reads them. The pattern skips strings,
# so that it finds these words only outside of texts.
CONSTANT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(NaN|-?Infinity)', re.DOTALL)


class RepeatedKeys(dict[str, Any]):
    """An object of the file in which keys occur more than once: `repeated`."""

    repeated: tuple[str, ...] = ()


class NotANumber(ValueError):
    """Raised for NaN and infinities, which are no JSON."""


def parse(data: bytes, findings: Findings) -> object:
    """Return the parsed JSON of a file, and note values that no archive can have in `findings`.

    Raises ArchiveInvalid if the file is too large, or is not JSON in UTF-8.
    """
    text = _decoded(data, findings)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        findings.add("NOT_JSON", FILE, line=error.lineno, column=error.colno)
    except NotANumber:
        # The parser does not say where it found the constant.
        at = next(found for found in CONSTANT.finditer(text) if found[1]).start()
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        findings.add("NOT_JSON", FILE, line=line, column=column)
    except RecursionError:  # raised by json for brackets that are nested too deep
        findings.add("TOO_DEEP", FILE, most=MOST_DEPTH)
    else:
        _note_flaws(value, findings)
        return value
    findings.check()
    raise AssertionError("a problem was noted above")


def _decoded(data: bytes, findings: Findings) -> str:
    """Return the text of a file. Raises ArchiveInvalid if it is too large or not UTF-8."""
    if len(data) > MOST_BYTES:
        findings.add("TOO_LARGE", FILE, most=MOST_BYTES // MEGABYTE)
    elif data.count(b"[") + data.count(b"{") > MOST_BRACKETS:
        findings.add("TOO_MANY_BRACKETS", FILE, most=MOST_BRACKETS)
    findings.check()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        findings.add("NOT_UTF8", FILE, byte=error.start + 1)
        findings.check()
    if text.startswith("\ufeff"):
        findings.add("BYTE_ORDER_MARK", FILE)
    return text.removeprefix("\ufeff")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    counts = Counter(key for key, _value in pairs)
    with_repeated = RepeatedKeys(value)
    with_repeated.repeated = tuple(key for key, times in counts.items() if times > 1)
    return with_repeated


def _integer(digits: str) -> int:
    # Reading an integer takes time that grows faster than its length. A longer one is replaced by
    # a large one, which `_flaw` refuses.
    return int(digits) if len(digits) <= LONGEST_NUMBER else 10**LONGEST_NUMBER


def _float(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else 10.0**LONGEST_NUMBER


def _constant(name: str) -> float:
    raise NotANumber(name)


def _note_flaws(root: object, findings: Findings) -> None:
    """Note every value that is too deep, too large, repeated or not printable, with its place.

    A stack takes the place of recursion: the file decides how deep it goes.
    """
    # The root stands in a list, so that it is checked as a value itself; `path[1:]` leaves out the
    # index in that list.
    waiting: list[tuple[Path, Any]] = [((), [root])]
    while waiting:
        path, value = waiting.pop()
        if len(path) > MOST_DEPTH:
            findings.add("TOO_DEEP", place_of(root, path[1:]), most=MOST_DEPTH)
            findings.check()  # raises: later checks would go as deep
        if isinstance(value, RepeatedKeys):
            for key in value.repeated:
                findings.add("DUPLICATE_KEY", place_of(root, path[1:]), key=quoted(key))
        inside: list[tuple[Path, Any]] = []
        for key, part in _parts(value):
            code, bad = _flaw(key, part)
            if code:
                findings.add(code, place_of(root, (*path, key)[1:]), value=quoted(bad))
            if isinstance(part, dict | list):
                inside.append(((*path, key), part))
        waiting.extend(reversed(inside))  # so that problems are in the order of the file


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[tuple[Any, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value)


def _flaw(key: str | int, part: object) -> tuple[str, object]:
    """Return the code of a flaw of a key or its value, and the flawed one; "" and None without."""
    if isinstance(key, str) and not _is_printable(key):
        return "TEXT_UNCLEAN", key
    if isinstance(part, str) and not _is_printable(part):
        return "TEXT_UNCLEAN", part
    if isinstance(part, int | float) and abs(part) > MOST_NUMBER:
        return "NUMBER_TOO_LARGE", part
    return "", None


def _is_printable(text: str) -> bool:
    return (text.isascii() and text.isprintable()) or is_clean(text)
