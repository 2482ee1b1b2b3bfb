"""What names a person is taken out of links, and the chain still verifies.

A wiped link keeps its hash, to which the link after it holds on: so no link can be left out, and a
hash on paper still names its link. What the link says now is covered by the digest of the newest
`Wiping`, whose row is in the chain itself, with who did it and why.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from django.db import connection, transaction
from django.utils.translation import gettext as _

from wk.chain.models import Head, Link, Wiping
from wk.chain.rows import Row
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row

COVERED = (
    *("number", "at", "occasion", "author", "address", "task", "slug"),
    *("table_name", "row_key", "before", "after", "previous"),
)
BATCH = 500

Redaction = Callable[[Row, str], str]
"""Return the text of a row in the chain without what is taken out of it."""


class WipedDigest:
    """The digest of all links of which something was taken out, in their order."""

    def __init__(self) -> None:
        self.count = 0
        self._found = sha256()

    def add(self, fields: Sequence[object], own: str) -> None:
        """Take in the next link: its fields as COVERED has them, and its hash."""
        self.count += 1
        self._found.update(json.dumps([*fields, own], ensure_ascii=False).encode() + b"\n")

    def hexdigest(self) -> str:
        """Return the digest."""
        return self._found.hexdigest()

    def fits(self, newest: Wiping | None) -> bool:
        """Return whether the newest wiping left the links as they are."""
        return self.hexdigest() == newest.digest if newest else self.count == 0


def present_digest() -> WipedDigest:
    """Return the digest of the links as they are now; one query."""
    found = WipedDigest()
    wiped = Link.objects.filter(is_wiped=True).order_by("number")
    for *fields, own in wiped.values_list(*COVERED, "hash").iterator():
        found.add(fields, own)
    return found


@transaction.atomic
def wipe(
    *, redact: Redaction, about: str, reason: str, person: int | None = None, before: int = 0
) -> Wiping:
    """Take something out of all links; return what the chain has of that.

    `redact` gets each text of a row. With `before`, a time in microseconds since 1970, the links of
    before that lose their address too. Raises ActionRefused if links that were wiped earlier are
    not as they were left: the trace of that has to stay.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # the links of this transaction are written now
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    lock_row(Head.objects.filter(pk=Head.ONLY))
    if not present_digest().fits(Wiping.objects.order_by("-pk").first()):
        raise ActionRefused(_("The log of all changes does not fit any more. Check it first."))
    changed = list(_redacted(redact, before))
    fields = ["before", "after", "address", "salt", "is_wiped"]
    Link.objects.bulk_update(changed, fields, batch_size=BATCH)
    return Wiping.objects.create(
        about=about,
        reason=reason,
        person=person,
        links=len(changed),
        digest=present_digest().hexdigest(),
    )


def _redacted(redact: Redaction, before: int) -> Iterable[Link]:
    """Yield each link from which something is taken, changed and not stored."""
    fields = ("number", "at", "address", "table_name", "row_key", "before", "after")
    for number, at, address, table, key, old, new in (
        Link.objects.order_by("number").values_list(*fields).iterator()
    ):
        row = Row(table, key)
        was, now = redact(row, old), redact(row, new)
        kept = "" if at < before else address
        if (was, now, kept) != (old, new, address):
            # Without its salt nobody finds by guessing what made the hash of the link.
            yield Link(number=number, address=kept, before=was, after=now, salt="", is_wiped=True)
