"""What no trigger has seen: rows from before there was a chain, and what a migration changed."""

from collections.abc import Iterator, Mapping
from secrets import token_hex
from time import time_ns
from typing import NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from wk.chain.models import Head, Link
from wk.chain.rows import Row, fits, known_rows, present_rows
from wk.core.acting import occasion
from wk.core.hashing import link_hash
from wk.core.row_locks import lock_row

UPGRADE = "upgrade"  # the task of links that an upgrade of wk made


class _Change(NamedTuple):
    row: Row
    before: str
    after: str


def catch_up(connection: BaseDatabaseWrapper) -> int:
    """Add a link for each row that is not as the chain has it; return how many.

    Called after a migration, and when the chain begins. Each row that was there before gets a link
    of its own, so that a later change of it is found like any other.
    """
    with transaction.atomic(using=connection.alias):
        head = lock_row(Head.objects.using(connection.alias).filter(pk=Head.ONLY))
        found = list(_changes(known_rows(connection), present_rows(connection)))
        links = []
        for change in found:
            links.append(_link(head, change))
            head.number, head.hash = links[-1].number, links[-1].hash
        Link.objects.using(connection.alias).bulk_create(links, batch_size=500)
        head.save(using=connection.alias)
    return len(found)


def _changes(known: Mapping[Row, str], present: Mapping[Row, str]) -> Iterator[_Change]:
    for row, after in present.items():
        if not fits(known.get(row, ""), after):
            yield _Change(row, known.get(row, ""), after)
    for row, before in known.items():
        if before and row not in present:
            yield _Change(row, before, "")


def _link(head: Head, change: _Change) -> Link:
    now = occasion()
    fields = {
        "number": head.number + 1,
        "at": time_ns() // 1000,
        "occasion": now.key or UPGRADE,
        "author": now.author,
        "address": now.address,
        "task": UPGRADE,
        "slug": "",
        "table_name": change.row.table,
        "row_key": change.row.key,
        "before": change.before,
        "after": change.after,
        "previous": head.hash,
        "salt": token_hex(16),
    }
    return Link(**fields, hash=link_hash(*fields.values()))
