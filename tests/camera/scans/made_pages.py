"""Pages as the reader stores them, made without reading anything."""

import datetime as dt
from io import BytesIO

from PIL import Image

from tests.played import played
from wk.camera.cell_size import HIGH, WIDE
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Table

SCANS = "/t/wk-test/forms/scans/"
MORNING = dt.datetime(2026, 11, 21, 10, 31, tzinfo=dt.UTC)
BOX = [100, 120, 140, 160]


def jpeg(width=400, height=300, colour=240):
    """Return a picture of one grey."""
    out = BytesIO()
    Image.new("L", (width, height), colour).save(out, "JPEG")
    return out.getvalue()


def pile(tournament, name="stapel.pdf", pages=1, author=None):
    """Return a file that was read to its end."""
    return ScanPile.objects.create(
        tournament=tournament,
        name=name,
        content=b"",
        digest=f"{name}-{ScanPile.objects.count()}",
        author=author,
        sent_at=MORNING,
        page_count=pages,
    )


def totals_of(rules, document, seats):
    """Return the totals that a table writes below its deals."""
    return rules.progress(document, seats).totals


def read_page(number=1, doubts=("deals.0.bids.0",), changed=None, of=None, seed=1):
    """Return a page on which the form of a table was read; `changed` cells were read otherwise."""
    table = Table.objects.select_related("round__tournament").get(number=number)
    rules, seats = table.round.rules, table.seats.count()
    written = rules.to_cells(played(table, seed)) | (changed or {})
    document = rules.from_cells(written, seats)
    totals = totals_of(rules, played(table, seed), seats)
    texts = written | {f"written.{seat}": str(total) for seat, total in enumerate(totals)}
    pieces = [path for path in texts if path in doubts or path.startswith("written.")]
    cells = [
        {
            "path": path,
            "text": text,
            "doubt": path in doubts,
            "box": BOX,
            "piece": pieces.index(path) if path in pieces else None,
        }
        for path, text in texts.items()
    ]
    return ScanPage.objects.create(
        pile=of or pile(table.round.tournament),
        number=1,
        state=ScanPage.State.READ,
        told_round=table.round.number,
        told_table=number,
        table=table,
        players=players_at(table),
        document=document,
        cells=cells,
        doubts=len(doubts),
        picture=jpeg(),
        width=400,
        height=300,
        flat=jpeg(),
        pieces=b"".join(map(piece, range(len(pieces)))),
        read_at=MORNING,
    )


def piece(number):
    """Return the image of a cell, another one for each number."""
    return bytes([number]) * (HIGH * WIDE)


def refused_page(tournament, why="no-code", **more):
    """Return a page that was refused."""
    facts = {"state": ScanPage.State.REFUSED, "picture": jpeg(), "width": 400, "height": 300}
    of = pile(tournament, "foto.jpg")
    return ScanPage.objects.create(pile=of, number=1, why=why, read_at=MORNING, **facts | more)
