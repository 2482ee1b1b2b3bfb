"""What the two laptops say to each other: a line of JSON, and bytes after it."""

import hmac
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import index
from typing import Any

SIZES = frozenset(1 << bits for bits in range(9, 17))  # bytes that a page of SQLite may have
LARGEST = 16_000_000_000  # bytes of a database


class Torn(Exception):
    """Raised for an answer that is not whole, or does not give the database that it names."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the chain of changes, by its number and hash."""

    number: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What brings a copy of the database up to date.

    - `tag` names the database of then, `size` is that of a page in bytes, `count` their number.
    - `pages`: the numbers of those that are new, from 0; their bytes are sent after this.
    - `link`: the newest link of the chain, `at` the time of the first in seconds since 1970.
    - `files`: the settings and secrets of the first by name, as text, and `files_tag` their name.
    - `release` and `term` are those of the first.
    """

    tag: str
    size: int
    count: int
    pages: Sequence[int]
    link: Link
    at: float
    files: Mapping[str, str]
    files_tag: str
    release: str
    term: int


def packed(head: Mapping[str, Any], rest: bytes = b"") -> bytes:
    """Return a message."""
    return json.dumps(dict(head)).encode() + b"\n" + rest


def unpacked(message: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the head of a message and the bytes after it. Raises Torn."""
    line, found, rest = message.partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError as error:
        raise Torn("head") from error
    if not found or not isinstance(head, dict):
        raise Torn("head")
    return head, rest


def packed_step(step: Step, pages: bytes) -> bytes:
    """Return a step as a message; its pages are packed, as most of them are texts."""
    return packed(asdict(step), zlib.compress(pages, 1))


def unpacked_step(message: bytes) -> tuple[Step, bytes]:
    """Return a step and its pages. Raises Torn, also for a step that no first sends."""
    head, rest = unpacked(message)
    unpacking = zlib.decompressobj()
    try:
        step = Step(**(head | {"link": Link(**head["link"])}))
        if not _is_sound(step):
            raise Torn("step")
        length = len(step.pages) * step.size
        pages = unpacking.decompress(rest, length + 1)  # not more than it says, whatever is in it
    except (KeyError, TypeError, zlib.error) as error:
        raise Torn("pages") from error
    if len(pages) != length or not unpacking.eof:
        raise Torn("pages")
    return step, pages


def _is_sound(step: Step) -> bool:
    """Return whether a step can be one of a database. Raises TypeError for odd values."""
    is_size = step.size in SIZES and 0 < step.count * step.size <= LARGEST
    is_pages = all(0 <= index(page) < step.count for page in step.pages)
    return is_size and is_pages and step.link.number >= 0 and step.term >= 0


def proof(token: str, text: str) -> str:
    """Return what only who knows the token can make of a text."""
    return hmac.new(token.encode(), text.encode(), "sha256").hexdigest()
