"""The documents: every rule that the code cites is in the rule book, every link leads on, and every
command and every file that they name is there."""

import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import get_commands, load_command_class

from scoring.game import Game
from tests.scoring.test_every_rule import RULES
from tests.test_architecture import ROOMS

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs" / "rules.md"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

# Where rules are cited. Left out: what others wrote (vendor), drawings and translations, which are
# no text of ours about rules, and this module, whose examples are cited by nobody.
FOLDERS = ("scoring", "wk", "templates", "tests", "bin")
ENDINGS = {".py", ".html", ".txt", ".js", ".css", ""}
LEFT_OUT = {"vendor", "__pycache__", "locale"}

# A number is not part of anything longer. So these are none: the hexadecimal %A1 of an address, the
# colour #A1, "A5.8" in the path of a drawing, WK-2026-xyz in the name of a file. A3, A4 and A5 may
# be sizes of paper as well; there are rules of these numbers, so they do no harm here.
NUMBER = r"(?<![\w%#-])(?:WK-\d+|[WB]-\d+|K-(?:\d+|[a-z])|A\d+|Δ[- ]?\d+)(?![\w%-]|\.\d)"
# A section looks like any other number (4.5 match points, 2.2 millimetres, 0.3 of a second). It is
# one only after "rules.md", in brackets that hold nothing but rules, at the start of a comment, or
# after a word for what stands in it. Two such numbers in brackets are a pair of numbers.
SECTION = r"[1-5]\.\d[a-z]?"
SECTIONS = (
    rf"rules\.md ({SECTION})(?: and ({SECTION}))?(?!\d)",
    rf"(?<!\w)\((?:{NUMBER}, )*({SECTION})(?:, {NUMBER})*\)",
    rf"# ({SECTION}): ",
    rf"(?:ladder|sets|grid|example|table) of ({SECTION})(?![\w.]*\d)",
)
PART = r"rules\.md part ([1-5])|\(part ([1-5])\)|\bpart ([1-5]) of the rules"
RULE_SET = r"[Rr]ule set (\d{3})"

# In the name of a test a number stands between underscores: test_wk_14_…, test_a9_…, test_k_b_…
# Only there: b_9 in any other name may be nothing but a name. A section is the first of the name,
# as numbers of other things come later (test_seats_1_and_3_…).
NAMED = re.compile(r"(?<=_)(?:(?:wk|w|b|delta|k)_\d+|a\d+|k_[a-z])(?=_|$)")
NAMED_SECTION = re.compile(r"(?<=^test)(?:_[1-5]_\d[a-z]?(?=_))+")

DEFINED = re.compile(r"^- \*\*([^*]+)\*\* ", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} (.+?) *$", re.MULTILINE)

# What a document shows: commands with their options, and files. The changelog names what once was.
CODE = re.compile(r"`[^`\n]+`|^(?: {4}|\t).+$", re.MULTILINE)
COMMAND = re.compile(r"manage\.py (\w+)([^`|\n]*)")
OPTION = re.compile(r"(?<!\S)\[?(--?[a-z][a-z-]*)")
PROGRAM = re.compile(r"(?<![\w/.])(?:bin|\.ci)/[\w-]+")
NAMED_PATH = re.compile(r"(?<![\w/.-])(?:scoring|wk|templates|tests|docs)/[\w./-]*")
FILE_TABLE = re.compile(r"^\| file in `([^`]+)` \|.*\n\|[-| ]+\n((?:\|.*\n)+)", re.MULTILINE)
SHOWN_FILES = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]

LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|^\[[^\]]+\]: *(\S+)", re.MULTILINE)


def spelled(name: str) -> str:
    """Return a number in the spelling of the rule book.

    >>> spelled("wk_14"), spelled("a9"), spelled("k_b"), spelled("delta_1"), spelled("Δ-1")
    ('WK-14', 'A9', 'K-b', 'Δ1', 'Δ1')
    """
    letters, _, rest = name.replace("_", "-").partition("-")
    if not rest:
        return name if name[0] == "Δ" else name.upper()
    letters = {"delta": "Δ", "Δ": "Δ"}.get(letters, letters.upper())
    return f"{letters}{rest}" if letters == "Δ" else f"{letters}-{rest}"


def cited_in(text: str) -> set[str]:
    """Return the numbers of rules, sections, parts and rule sets that a text cites."""
    found = {spelled(number.replace(" ", "-")) for number in re.findall(NUMBER, text)}
    for pattern in SECTIONS:
        for match in re.finditer(pattern, text):
            found |= {section for section in match.groups() if section}
    found |= {f"Part {''.join(part)}" for part in re.findall(PART, text)}
    return found | set(re.findall(RULE_SET, text))


def named_by(name: str) -> set[str]:
    """Return the numbers that the name of a test cites."""
    found = {spelled(number) for number in NAMED.findall(name)}
    for sections in NAMED_SECTION.findall(name):
        found |= {number.replace("_", ".") for number in re.findall(r"\d_\d[a-z]?", sections)}
    return found


def sources() -> list[Path]:
    """Return the files in which rules may be cited."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [ROOT / "README.md"] + [
        path
        for path in sorted(files)
        if path.suffix in ENDINGS
        and not LEFT_OUT & set(path.relative_to(ROOT).parts)
        and path != Path(__file__)
    ]


@cache
def cited() -> dict[str, str]:
    """Return each number that is cited, with the file where it was found first."""
    found: dict[str, str] = {}
    for path in sources():
        text = path.read_text("utf-8", errors="replace")
        numbers = cited_in(text)
        for name in re.findall(r"^ *def (test_\w+)", text, re.M) if path.suffix == ".py" else ():
            numbers |= named_by(name)
        for number in numbers:
            found.setdefault(number, str(path.relative_to(ROOT)))
    return found


def plain(document: Path) -> str:
    """Return a document without what is shown as code: links and headings there are none."""
    text = re.sub(r"^( *)(```|~~~).*?^\1\2", "", document.read_text("utf-8"), flags=re.M | re.S)
    # What is indented by four is code too, but not an item of a list or a row of a table in one.
    text = re.sub(r"^(?: {4}|\t)(?! *[-*|\d]).*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`(?!\])", lambda code: re.sub(r"[\[\]()]", "", code[0]), text)


def anchors(document: Path) -> set[str]:
    """Return what a link to a heading of a document is called, as code hosts make it."""
    found: set[str] = set()
    for heading in HEADING.findall(plain(document)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        again = (f"{name}-{count}" for count in range(1, 100))
        found.add(name if name not in found else next(each for each in again if each not in found))
    return found


def broken_links(document: Path) -> list[str]:
    """Return the relative links of a document that lead to no file, or to no heading in it."""
    broken = []
    for link in (one or other for one, other in LINK.findall(plain(document))):
        if re.match(r"[a-z][a-z0-9+.-]*:|//", link):
            continue  # a page somewhere else
        path, _, fragment = unquote(link).partition("#")
        target = (document.parent / path).resolve() if path else document
        is_there = target.is_file() and target.is_relative_to(ROOT)
        if is_there and fragment and target.suffix == ".md":
            is_there = fragment in anchors(target)
        if not is_there:
            broken.append(link)
    return broken


def unknown_commands(text: str) -> list[str]:
    """Return what a text shows as a command, and is none, or has no such option."""
    known, unknown = get_commands(), []
    for name, rest in COMMAND.findall(text):
        if name not in known:
            unknown.append(name)
            continue
        parser = load_command_class(known[name], name).create_parser("manage.py", name)
        asked = OPTION.findall(re.split(r" {4}|&&|#|\|\|", rest)[0])
        unknown += [f"{name} {o}" for o in asked if o not in parser._option_string_actions]
    programs = dict.fromkeys(PROGRAM.findall(text))
    return unknown + [path for path in programs if not os.access(ROOT / path, os.X_OK)]


def missing_files(text: str) -> list[str]:
    """Return the files and folders that a text shows as code and that are not there.

    A table that begins with "file in `folder`" has files of that folder in its first column.
    """
    shown = [path for code in CODE.findall(text) for path in NAMED_PATH.findall(code)]
    for folder, rows in FILE_TABLE.findall(text):
        cells = [row.split("|")[1] for row in rows.splitlines()]
        shown += [folder + name for cell in cells for name in re.findall("`(.+?)`", cell)]
    paths = dict.fromkeys(path.rstrip(".") for path in shown)
    return [path for path in paths if not (ROOT / path).exists()]


def test_every_rule_that_is_cited_stands_in_the_rule_book():
    book = BOOK.read_text("utf-8")
    headings = re.findall(rf"^#+ ({SECTION}|Part \d)", book, re.M)
    rule_sets = re.findall(r"^\| (\d{3}) \|", book, re.M)
    stands = {*DEFINED.findall(book), *headings, *rule_sets}
    assert {number: where for number, where in cited().items() if number not in stands} == {}


def test_every_rule_that_has_a_test_stands_in_the_rule_book_once():
    """And the book has no other: what is a rule has a test."""
    defined = DEFINED.findall(BOOK.read_text("utf-8"))
    assert sorted(defined) == sorted(spelled(rule) for rule in RULES)


def test_every_rule_says_whether_the_source_has_it():
    text = BOOK.read_text("utf-8")
    rules = re.split(r"^(?=- \*\*|#)", text, flags=re.M)
    marks = ("*(source)*", "*(follows)*", "*(choice)*")
    unmarked = [
        rule.split("**")[1]
        for rule in rules
        if rule.startswith("- **") and not any(mark in rule for mark in marks)
    ]
    assert unmarked == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_relative_link_leads_to_a_file_and_to_a_heading(document):
    assert broken_links(document) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_shown_is_there_with_its_options(document):
    assert unknown_commands(document.read_text("utf-8")) == []


@pytest.mark.parametrize("document", SHOWN_FILES, ids=lambda path: path.name)
def test_every_file_shown_is_there(document):
    assert missing_files(document.read_text("utf-8")) == []


def test_every_name_in_a_table_stands_in_a_file_of_its_row():
    """`WK_SCALE` in `scoring/result.py`: the file has it."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    gone = []
    for row in re.findall(r"^\| .+ \|$", text, re.M):
        shown = re.findall(r"`([^`]+)`", row)
        files = [ROOT / path for path in shown if "/" in path and (ROOT / path).is_file()]
        written = "\n".join(path.read_text("utf-8") for path in files)
        names = [name for name in shown if re.fullmatch(r"[A-Za-z]\w+", name)]
        gone += [name for name in names if files and not re.search(rf"\b{name}\b", written)]
    assert gone == []


def test_every_setting_stands_in_the_table_of_operations():
    read = [(ROOT / path).read_text("utf-8") for path in ("wk/settings.py", "gunicorn.conf.py")]
    used = {*re.findall(r"\benv(?:iron)?\.\w+\(\"(\w+)\"", "\n".join(read))}
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = text.partition("## Settings")[2].partition("\n## ")[0]
    assert {*re.findall(r"^\| `(\w+)` \|", table, re.M)} == used


def test_every_command_of_ours_stands_in_the_table_of_operations():
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = text.partition("## Commands")[2].partition("\n### ")[0]
    ours = {name for name, app in get_commands().items() if str(app).startswith("wk.")}
    assert {*re.findall(r"^\| `python manage\.py (\w+)", table, re.M)} == ours


def test_the_face_of_a_game_is_told_as_it_is():
    text = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    cells = re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \|", text.partition("## The face of a game")[2], re.M
    )
    told = [name for cell in cells for name in re.findall(r"\w+", cell)]
    face = [name for name in vars(Game) if not name.startswith("_")]
    assert sorted(told) == sorted(face)


def test_every_file_of_the_example_game_is_told():
    text = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    told = {
        name
        for _folder, rows in FILE_TABLE.findall(text)
        for name in re.findall(r"`(\w+\.py)`", rows)
    }
    there = {path.name for path in (ROOT / "scoring" / "rubber").glob("*.py")}
    assert told == there - {"__init__.py"}


@pytest.mark.parametrize("name", ["README.md", "docs/architecture.md"])
def test_the_table_of_rooms_has_every_room_in_its_order(name):
    rows = re.findall(r"^\| `(scoring|wk/\w+)/` \|", (ROOT / name).read_text("utf-8"), re.M)
    assert rows == ROOMS


def test_the_readme_can_be_read_at_once():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


def test_the_readme_leads_to_every_document():
    links = {one or other for one, other in LINK.findall(plain(ROOT / "README.md"))}
    pages = {str(path.relative_to(ROOT)) for path in DOCUMENTS} - {"README.md"}
    translated = {page for page in pages if re.search(r"\.[a-z]{2}\.md$", page)}
    assert sorted(pages - translated - links) == []


def test_every_source_of_the_rule_book_is_named_in_its_table():
    book = BOOK.read_text("utf-8")
    rows = re.findall(r"^\| (00\d) \| (.+?) \|", book, re.M)
    assert [tag for tag, _source in rows] == ["000", "001", "002", "003", "004"]
    assert {*re.findall(r"\b00\d\b", book)} == {tag for tag, _source in rows}


# That the readers above see what they should, and nothing else.


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("the dealer (WK-14, A9; W-5)", {"WK-14", "A9", "W-5"}),
        ("B-2 to B-8, K-2, K-b, Δ1 and Δ-11.", {"B-2", "B-8", "K-2", "K-b", "Δ1", "Δ11"}),
        ("(rules.md 2.1 and 2.2) # 4.3: the grid", {"2.1", "2.2", "4.3"}),
        ("(3.2b) (Δ1, 3.4) (W-1, 2.2, W-14) The ladder of 4.2, low to high.",
         {"3.2b", "Δ1", "3.4", "W-1", "2.2", "W-14", "4.2"}),
        ("The WK (rules.md part 1) and its family (part 2). Rule set 004.",
         {"Part 1", "Part 2", "004"}),
        ("?mark=%F0%9F%82%A1 #A1 M8 2.2a A5.8 stroke 2.2 4.5 wk-2026 WK-2026-x", set()),
        ("(4.3, 4.7) deal(4.0) tables of 4.25", set()),
    ],
)  # fmt: skip
def test_a_number_of_a_rule_is_found_and_nothing_else(text, numbers):
    assert cited_in(text) == numbers


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_b_9_a_deal_after_the_rubber", {"B-9"}),
        ("test_a14_tables_of_four", {"A14"}),
        ("test_delta_1_honours_in_one_hand", {"Δ1"}),
        ("test_wk_20_wk_21_a10_deals", {"WK-20", "WK-21", "A10"}),
        ("test_k_3_k_a_what_may_have_gone_wrong", {"K-3", "K-a"}),
        ("test_3_2b_3_4_partners_share", {"3.2b", "3.4"}),
        ("test_10_is_one_key_and_seats_1_and_3_sit_opposite", set()),
    ],
)
def test_a_number_of_a_rule_is_found_in_the_name_of_a_test(name, numbers):
    assert named_by(name) == numbers


def test_a_link_that_leads_nowhere_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.test_docs.ROOT", tmp_path)
    other = tmp_path / "other.md"
    other.write_text("# One thing\n\n## `a`, and b: c\n\n## One thing\n", "utf-8")
    good = "[a](other.md) [b](other.md#one-thing-1) [c](other.md#a-and-b-c) [d](#here)"
    bad = "[e](gone.md) ![f](gone.png) [g](other.md#two) [h](#there) [i](../etc.md)"
    away = "[j](https://example.org/x) [k](mailto:a@example.org) `[l](code.md)`"
    document = tmp_path / "document.md"
    document.write_text(f"# Here\n\n{good}\n{bad}\n{away}\n\n    [m](code.md)\n", "utf-8")
    nowhere = ["gone.md", "gone.png", "other.md#two", "#there", "../etc.md"]
    assert broken_links(document) == nowhere


def test_a_command_that_is_not_there_is_found():
    good = "`python manage.py draw S [--round N | --all]` bin/test .ci/run /usr/bin/env data/bin/x"
    bad = "`python manage.py drow S`\n    manage.py demo --sneed S    a word -- more\n`bin/tset`"
    assert unknown_commands(good) == []
    assert unknown_commands(bad) == ["drow", "demo --sneed", "bin/tset"]


def test_a_file_that_is_not_there_is_found():
    table = "| file in `scoring/` | what |\n|---|---|\n| `game.py`, `gone.py` | `none.py` |\n"
    text = (
        "`scoring/game.py` `wk/` wk/gone/ `data/x` `wk/gone.py`. `tests/x`\n\n    docs/rules.md\n\n"
    )
    assert missing_files(text + table) == ["wk/gone.py", "tests/x", "scoring/gone.py"]
