"""How fast paper is printed, beside ReportLab that draws the same sheet by hand.

Every PDF is made by a process of its own, as the server does it. What is counted is all of its
processor time from its start, and the most memory that it had.
"""

import datetime as dt
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

import django
from fontTools.ttLib import TTFont

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
django.setup()

from django.template.loader import render_to_string  # noqa: E402
from django.utils import translation  # noqa: E402

from scoring.registry import DEFAULT, game  # noqa: E402
from scoring.tables import split  # noqa: E402
from tests.bench.goals import Goals, say  # noqa: E402
from tests.database import ROOT  # noqa: E402
from wk.archive.names import people  # noqa: E402
from wk.phones.keys import MASK, phone_address, qr_svg  # noqa: E402
from wk.printing.booklet import book_form, in_pages  # noqa: E402
from wk.printing.cards import Card, CardRound, pages  # noqa: E402
from wk.printing.measures import (  # noqa: E402
    CARD_CLUB_SIZES,
    CARD_NAME_SIZES,
    NAME_SIZES,
    text_size,
)
from wk.printing.pdf import STATIC_ROOT  # noqa: E402
from wk.printing.sheets import SheetSeat, sheet  # noqa: E402
from wk.scoreforms.sheet import sheet as sheet_of  # noqa: E402
from wk.tournament.models import Entry, Round, Tournament  # noqa: E402
from wk.tournament.sheet_codes import BOTTOM, SheetCode  # noqa: E402

ONE, FEW, MANY, CARDS, FORMS = 1, 60, 1000, 250, 180
RUNS = 3  # of what is compared; the middle one counts
PLAIN = 20  # sheets that are laid out one by one, to see what each would take
BESIDE_FEW, BESIDE_MANY = 1.2, 1.0  # times the processor time of ReportLab
WITHIN = 3.0  # seconds of the processor, for cards and for a booklet
MOST_GROWTH = 40  # MB that many sheets may take more than few
WHY = """Why not: before its first sheet a process loads WeasyPrint, its libraries and its
typefaces, and lays out a whole page; another one for each further kind, such as tables of four.
ReportLab loads a fifth of that and lays out nothing. Of each further sheet its HTML takes most:
two codes, and a template of three hundred values. {}"""
# Runs a module as `python -m` does, and says at its end how much memory it had. What the system
# tells of a process that has ended counts the memory of the one that started it as well.
WEIGHED = """
import runpy, sys
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
sys.stderr.write(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
FACES = {"Regular": 400, "Semibold": 600}
TOURNAMENT = Tournament(name="WK Boerenbridge 2026", date=dt.date(2026, 11, 21), venue="Utrecht")


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with its players, and what its two codes tell."""

    number: int
    players: tuple[Entry, ...]
    address: str
    below: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a PDF took: seconds of the processor, and MB at most. `html` is the part of it in which
    the server makes HTML of it."""

    pages: int
    seconds: float
    memory: float
    html: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.pages:5} pages {self.seconds:7.2f} s {1000 * self.seconds / self.pages:7.1f} ms"
            f" a page, of it HTML {1000 * self.html / self.pages:4.1f} {self.memory:5.0f} MB"
        )


def main() -> int:
    """Print the table; return how many promises were not kept."""
    goals = Goals()
    with TemporaryDirectory(prefix="wk-bench-") as name, translation.override("nl"):
        folder = Path(name)
        make_typefaces(folder)
        plain = sheets(seated(PLAIN), folder, is_plain=True)
        ours, theirs = (
            {count: in_the_middle(print_them, count, folder) for count in (ONE, FEW, MANY)}
            for print_them in (sheets, by_reportlab)
        )
        of_cards = cards(seated(CARDS // 5), folder)
        of_forms = booklet(seated(FORMS), folder)
    say(f"sheets, each laid out as a whole  {plain}")
    for count in (ONE, FEW, MANY):
        say(f"sheets, set on forms              {ours[count]}")
        say(f"sheets, drawn by ReportLab        {theirs[count]}")
    say(f"cards of {CARDS} players              {of_cards}")
    say(f"booklet of {FORMS} forms              {of_forms}")
    further = "each further sheet: {:.1f} ms, by ReportLab {:.1f} ms".format(
        *((each[MANY].seconds - each[FEW].seconds) / (MANY - FEW) * 1000 for each in (ours, theirs))
    )
    say(further)
    say("promises")
    for count, limit in ((FEW, BESIDE_FEW), (MANY, BESIDE_MANY)):
        ratio = ours[count].seconds / theirs[count].seconds
        goals.tell(f"{count} sheets, times the processor time of ReportLab", ratio, limit)
    goals.tell(f"cards of {CARDS} players, s", of_cards.seconds, WITHIN)
    goals.tell(f"booklet of {FORMS} forms, s", of_forms.seconds, WITHIN)
    growth = ours[MANY].memory - ours[FEW].memory
    goals.tell(f"memory of {MANY} sheets beside {FEW}, MB more", growth, MOST_GROWTH)
    if goals.broken:
        say(WHY.format(further[0].upper() + further[1:] + "."))
    return goals.broken


def in_the_middle(
    print_them: Callable[[Sequence[Seated], Path], Cost], count: int, folder: Path
) -> Cost:
    """Print so many sheets some times; return what the middle one took."""
    costs = [print_them(seated(count), folder) for _run in range(RUNS)]
    return sorted(costs, key=lambda cost: cost.seconds)[RUNS // 2]


def seated(tables: int) -> list[Seated]:
    """Return so many tables, of five and a few of four, as a draw would make them."""
    sizes = split(5 * tables - min(4, tables), (5, 4))
    entries = (
        Entry(number=number, name=name, club=club)
        for number, (name, club) in enumerate(people(sum(sizes), Random(1)), 1)
    )
    return [
        Seated(
            number,
            tuple(next(entries) for _ in range(size)),
            phone_address("https://wk.example.nl/phone/", f"{number:024}"),
            SheetCode("wk-2026", 1, number, BOTTOM).text,
        )
        for number, size in enumerate(sizes, 1)
    ]


def sheets(tables: Sequence[Seated], folder: Path, *, is_plain: bool = False) -> Cost:
    """Print score sheets as the server does; plain ones have no gaps, so each is laid out whole."""
    start = process_time()
    rules = game(DEFAULT)
    sizes = {len(table.players) for table in tables}
    forms = {size: (rules.layout(size), rules.progress({}, size)) for size in sizes}
    parts = []
    for table in tables:
        seats = tuple(
            SheetSeat(number, entry, text_size(entry.name, NAME_SIZES))
            for number, entry in enumerate(table.players, 1)
        )
        codes = qr_svg(table.address), True, qr_svg(table.below)
        made = sheet(table.number, "large", seats, *forms[len(seats)], *codes)
        context = {"tournament": TOURNAMENT, "round": Round(number=1), "sheets": [made]}
        html = render_to_string("printing/sheets.html", context)
        parts.append(html.replace("data-gap", "data-none") if is_plain else html)
    return made_by_maker(parts, process_time() - start, folder)


def cards(tables: Sequence[Seated], folder: Path) -> Cost:
    """Print the cards of all players."""
    start = process_time()
    made = [
        Card(
            entry,
            text_size(entry.name, CARD_NAME_SIZES),
            text_size(entry.club, CARD_CLUB_SIZES),
            (CardRound(1, table.number, seat), CardRound(2), CardRound(3)),
            qr_svg(f"https://wk.example.nl/t/wk/card/{entry.number}/"),
        )
        for table in tables
        for seat, entry in enumerate(table.players, 1)
    ]
    context = {"tournament": TOURNAMENT, "partners": False}
    parts = [
        render_to_string("printing/cards.html", context | {"page": page}) for page in pages(made)
    ]
    return made_by_maker(parts, process_time() - start, folder)


def booklet(tables: Sequence[Seated], folder: Path) -> Cost:
    """Print the forms of a booklet, with all their deals."""
    rules = game(DEFAULT)
    played = [rules.practice(len(table.players), Random(table.number)) for table in tables]
    start = process_time()
    forms = [
        book_form(1, table.number, sheet_of(rules, table.players, document))
        for table, document in zip(tables, played, strict=True)
    ]
    context = {"tournament": TOURNAMENT}
    parts = [
        render_to_string("printing/book_forms.html", context | {"forms": page})
        for page in in_pages(forms)
    ]
    return made_by_maker(parts, process_time() - start, folder)


def made_by_maker(parts: list[str], html: float, folder: Path) -> Cost:
    """Let the process of the server make a PDF. `html` is the processor time until then."""
    seconds, memory = cost_of(
        ["wk.printing.maker", str(folder), "bench"], json.dumps({"parts": parts, "logo": ""})
    )
    if not (folder / "bench.pdf").exists():
        raise RuntimeError("no PDF was made")
    (folder / "bench.pdf").unlink()
    return Cost(len(parts), seconds + html, memory, html)


def by_reportlab(tables: Sequence[Seated], folder: Path) -> Cost:
    """Draw score sheets with ReportLab."""
    drawn = [
        {
            "number": table.number,
            "address": table.address,
            "below": table.below,
            "players": [(entry.number, entry.name) for entry in table.players],
        }
        for table in tables
    ]
    command = [
        "tests.bench.reportlab_sheets",
        str(folder),
        str(folder / "reportlab.pdf"),
        str(MASK),
    ]
    return Cost(len(drawn), *cost_of(command, json.dumps(drawn)))


def cost_of(command: list[str], asked: str) -> tuple[float, float]:
    """Run a module of ours; return its seconds of the processor and its MB at most."""
    process = subprocess.Popen(
        [sys.executable, "-c", WEIGHED, *command],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process.stdin, process.stderr:
        process.stdin.write(asked)
        process.stdin.close()
        said = process.stderr.read()
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(said)
    return used.ru_utime + used.ru_stime, int(said.split()[-2]) / 1000


def make_typefaces(folder: Path) -> None:
    """Store the typefaces as ReportLab reads them."""
    for face, weight in FACES.items():
        path = STATIC_ROOT / f"vendor/ibm-plex-sans/ibm-plex-sans-latin-{weight}-normal.woff2"
        font = TTFont(path)
        font.flavor = None
        font.save(folder / f"{face}.ttf")
