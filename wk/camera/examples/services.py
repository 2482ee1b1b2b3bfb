"""Examples of writing: kept of a page when its form is handed in, and thrown away by one button.

A person has said of each of them what stands there. Cells of which only the sums say so are not
kept: nobody has seen them, and what the camera got wrong in them it would learn as right.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db import transaction

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.camera.cell_size import HIGH, WIDE
from wk.core.row_locks import lock_row
from wk.privacy.taking_out import zero_what_is_deleted
from wk.scoreforms.examples import LONGEST, MOST, WritingExample
from wk.scoreforms.models import ScanPage
from wk.tournament.models import Tournament

SIZE = HIGH * WIDE  # bytes of a piece


def keep_examples(
    *, tournament: Tournament, page: ScanPage, texts: Mapping[str, str], seen: Collection[str]
) -> None:
    """Keep the pieces of a page of which an official has `seen` what they are, by path.

    `texts` are those of the cells as they are handed in. Nothing is kept unless the tournament
    wants that, of a table of which a page was handed in before, or beyond MOST. An empty cell
    teaches nothing. Call this within the transaction that hands the page in, with the tournament
    locked: so consent, what is thrown away and MOST hold for all who hand in at once.
    """
    others = ScanPage.objects.filter(table=page.table_id).exclude(pk=page.pk)
    if not (page.pieces and tournament.keeps_examples) or others.exclude(version=None).exists():
        return
    room = max(0, MOST - tournament.writing_examples.count())
    examples = [
        WritingExample.of(tournament.pk, piece, texts[path])
        for path, piece in _pieces(page)
        if path in seen and 0 < len(texts.get(path, "")) <= LONGEST
    ]
    WritingExample.objects.bulk_create(examples[:room], ignore_conflicts=True)


def _pieces(page: ScanPage) -> Iterator[tuple[str, bytes]]:
    """Yield the pieces of a page with the paths of their cells."""
    for cell in page.cells:
        number = cell.get("piece")
        if number is not None:
            yield cell["path"], bytes(page.pieces[number * SIZE : (number + 1) * SIZE])


@transaction.atomic
def throw_examples_away(*, tournament: Tournament, author: User | None, now: datetime) -> int:
    """Throw all examples of a tournament away; return how many there were.

    The log tells it, unless there were none.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    zero_what_is_deleted()
    count, _models = locked.writing_examples.all().delete()
    if count:
        auditlog.record(
            tournament=locked,
            kind=AuditLogEntry.Kind.EXAMPLES,
            about=locked.name,
            author=author,
            now=now,
            payload={"how": "thrown_away", "count": count},
        )
    return count
