"""Score sheets drawn by hand with ReportLab: python -m tests.bench.reportlab_sheets FONTS OUT MASK.

Its standard input is a list of tables in JSON, each with its number, what its two codes tell, and
its players with their numbers. FONTS is a folder with the typefaces, MASK the mask of the codes.
What all tables of a size share is a form, drawn once.
"""

import json
import sys
from pathlib import Path

import segno
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

DEALS = [*range(10, 0, -1), *range(2, 11)]
HEADINGS = ("bod", "slagen", "punten", "totaal")
LEFT, RIGHT, SIDES = 10 * mm, 200 * mm, 24 * mm
TOP, ROW, TOTAL = 245 * mm, 9.3 * mm, 10 * mm
QUIET_ZONE = 4
REMARKS = (
    "goed: 10 + 2 per slag · anders −2 per slag verschil",
    "In plaats van een getal: V verzaakt · K kaart te veel",
    "Fout? doorstrepen, niet overschrijven",
)


def draw(tables: list[dict], out: Path, mask: int) -> None:
    """Draw a page for each table."""
    canvas = Canvas(str(out), pagesize=A4, pageCompression=1)
    for seats in sorted({len(table["players"]) for table in tables}):
        canvas.beginForm(f"seats-{seats}")
        draw_form(canvas, seats)
        canvas.endForm()
    for table in tables:
        canvas.doForm(f"seats-{len(table['players'])}")
        draw_code(canvas, table["address"], mask, 129 * mm, 290 * mm, 24.5 * mm)
        draw_code(canvas, table["below"], mask, LEFT - mm, 27 * mm, 20 * mm)
        canvas.setFont("Semibold", 66)
        canvas.drawRightString(RIGHT, 268 * mm, str(table["number"]))
        width = (RIGHT - SIDES) / len(table["players"])
        for seat, (number, name) in enumerate(table["players"]):
            draw_name(canvas, SIDES + seat * width, width, f"{number} {name}")
        canvas.showPage()
    canvas.save()


def draw_form(canvas: Canvas, seats: int) -> None:
    """Draw what all tables with so many players share."""
    text(canvas, LEFT, 283 * mm, "WK Boerenbridge 2026", 18, "Semibold")
    text(canvas, LEFT, 276 * mm, "Ronde 1 van 3", 14, "Semibold")
    text(canvas, LEFT, 271 * mm, "21 november 2026 · Utrecht", 9)
    text(canvas, 152 * mm, 283 * mm, "Tafel", 14, "Semibold")
    bottom = TOP - len(DEALS) * ROW
    width = (RIGHT - SIDES) / seats
    for number, cards in enumerate(DEALS):
        y = TOP - number * ROW
        canvas.setLineWidth(0.3 if number % 5 else 1.2)
        canvas.line(LEFT, y, RIGHT, y)
        text(canvas, LEFT + mm, y - 4 * mm, str(number + 1), 6.5)
        text(canvas, LEFT + 6 * mm, y - 6.5 * mm, str(cards), 15, "Semibold")
    for seat in range(seats):
        x = SIDES + seat * width
        text(canvas, x + mm, TOP + 23 * mm, f"plaats {seat + 1}", 8)
        text(canvas, x + mm, TOP + 6 * mm, "eerste gever", 7.5)
        for column, heading in enumerate(HEADINGS):
            across = x + column * width / len(HEADINGS)
            text(canvas, across + mm / 2, TOP + mm, heading, 7)
            canvas.setLineWidth(0.3 if column else 1.2)
            canvas.line(across, bottom - 2 * TOTAL, across, TOP + 4 * mm)
    for row, label in enumerate(("Punten", "WP")):
        canvas.rect(LEFT, bottom - (row + 1) * TOTAL, RIGHT - LEFT, TOTAL)
        text(canvas, LEFT + mm, bottom - (row + 0.6) * TOTAL, label, 11, "Semibold")
    for line, remark in enumerate(REMARKS):
        text(canvas, LEFT + line * 70 * mm, bottom - 2 * TOTAL - 4 * mm, remark, 9)
    for box, label in enumerate(("beslissing", "handtekening NOORD", "gezien en ingetypt door")):
        canvas.rect(LEFT + 20 * mm + box * 56 * mm, LEFT, 56 * mm, 17 * mm)
        text(canvas, LEFT + 21 * mm + box * 56 * mm, 24 * mm, label, 7.5)
    for x, y in ((7, 288), (199, 288), (7, 5), (199, 5)):  # by which a camera finds the sheet
        canvas.rect(x * mm, y * mm, 3.6 * mm, 3.6 * mm, fill=1)


def draw_code(canvas: Canvas, told: str, mask: int, x: float, y: float, size: float) -> None:
    """Draw a QR code as one path. Its left upper corner is at x and y."""
    rows = segno.make(told, error="m", micro=False, mask=mask).matrix
    side = size / (len(rows) + 2 * QUIET_ZONE)
    left, top = x + QUIET_ZONE * side, y - QUIET_ZONE * side
    path = canvas.beginPath()
    for y, row in enumerate(rows, 1):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                path.rect(left + start * side, top - y * side, (x - start) * side, side)
            x += 1
    canvas.drawPath(path, stroke=0, fill=1)


def draw_name(canvas: Canvas, x: float, width: float, name: str) -> None:
    """Draw a name, over several lines if it is long."""
    for line, words in enumerate(simpleSplit(name, "Semibold", 10, width - 2 * mm)):
        text(canvas, x + mm, TOP + 19 * mm - 11 * line, words, 10, "Semibold")


def text(
    canvas: Canvas, x: float, y: float, words: str, size: float, font: str = "Regular"
) -> None:
    canvas.setFont(font, size)
    canvas.drawString(x, y, words)


if __name__ == "__main__":
    fonts, target = map(Path, sys.argv[1:3])
    for face in ("Regular", "Semibold"):
        pdfmetrics.registerFont(TTFont(face, str(fonts / f"{face}.ttf")))
    draw(json.load(sys.stdin), target, int(sys.argv[3]))
