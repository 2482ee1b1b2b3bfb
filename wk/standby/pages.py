"""A database as pages of equal size, compared by their hashes.

An SQLite database is a file of pages. Two files with the same pages are the same database: every
row, index, trigger and counter of keys, whatever wrote it.
"""

from hashlib import blake2b

WIDTH = 16  # bytes of the hash of a page


def page_size(database: bytes) -> int:
    """Return the bytes of a page of an SQLite database, as its head tells.

    >>> page_size(b"SQLite format 3\\x00" + bytes([16, 0]))
    4096
    """
    size = int.from_bytes(database[16:18], "big")
    return 65536 if size == 1 else size


def hash_of(page: "bytes | memoryview") -> bytes:
    """Return the hash of one page."""
    return blake2b(page, digest_size=WIDTH).digest()


def hashes_of(database: bytes, size: int) -> bytes:
    """Return the hashes of all pages, one after the other."""
    view = memoryview(database)
    return b"".join(hash_of(view[at : at + size]) for at in range(0, len(database), size))


def tag_of(hashes: bytes, size: int) -> str:
    """Return the name of a database: the hash of the hashes of its pages."""
    return blake2b(hashes, digest_size=WIDTH, salt=size.to_bytes(4, "big")).hexdigest()


def changed_pages(before: bytes, after: bytes) -> list[int]:
    """Return the numbers, from 0, of the pages of `after` that `before` has not; both as hashes.

    >>> changed_pages(b"a" * 16 + b"b" * 16, b"a" * 16 + b"c" * 16 + b"d" * 16)
    [1, 2]
    """
    return [
        number
        for number in range(len(after) // WIDTH)
        if before[number * WIDTH : (number + 1) * WIDTH]
        != after[number * WIDTH : (number + 1) * WIDTH]
    ]
