"""The documents: links, commands, settings and files that they name exist."""

import os
import re
from pathlib import Path
from urllib.parse import unquote

from django.core.management import get_commands, load_command_class

from scoring.game import Game
from tests.cases import cases
from tests.test_architecture import ROOMS

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

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


def text_without_code(document: Path) -> str:
    """Return a document without its code, as links and headings in code are none."""
    text = re.sub(r"^( *)(```|~~~).*?^\1\2", "", document.read_text("utf-8"), flags=re.M | re.S)
    # What is indented by four is code too, but not an item of a list or a row of a table in one.
    text = re.sub(r"^(?: {4}|\t)(?! *[-*|\d]).*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`(?!\])", lambda code: re.sub(r"[\[\]()]", "", code[0]), text)


def anchors(document: Path) -> set[str]:
    """Return the anchors of the headings in a document, as code hosts make them."""
    found: set[str] = set()
    for heading in HEADING.findall(text_without_code(document)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        again = (f"{name}-{count}" for count in range(1, 100))
        found.add(name if name not in found else next(each for each in again if each not in found))
    return found


def broken_links(document: Path) -> list[str]:
    """Return the relative links of a document that lead to no file, or to no heading in it."""
    broken = []
    for link in (one or other for one, other in LINK.findall(text_without_code(document))):
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
    """Return the commands in a text that do not exist, or have no such option."""
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
    """Return the files and folders in the code of a text that do not exist.

    A table that begins with "file in `folder`" has files of that folder in its first column.
    """
    shown = [path for code in CODE.findall(text) for path in NAMED_PATH.findall(code)]
    for folder, rows in FILE_TABLE.findall(text):
        cells = [row.split("|")[1] for row in rows.splitlines()]
        shown += [folder + name for cell in cells for name in re.findall("`(.+?)`", cell)]
    paths = dict.fromkeys(path.rstrip(".") for path in shown)
    return [path for path in paths if not (ROOT / path).exists()]


@cases("document", DOCUMENTS)
def test_relative_links_lead_to_files_and_headings(document):
    assert broken_links(document) == []


@cases("document", DOCUMENTS)
def test_commands_shown_exist_with_their_options(document):
    assert unknown_commands(document.read_text("utf-8")) == []


@cases("document", SHOWN_FILES)
def test_files_shown_exist(document):
    assert missing_files(document.read_text("utf-8")) == []


def test_names_in_a_table_occur_in_the_files_of_their_row():
    """For example `WK_SCALE` in `scoring/result.py`."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    gone = []
    for row in re.findall(r"^\| .+ \|$", text, re.M):
        shown = re.findall(r"`([^`]+)`", row)
        files = [ROOT / path for path in shown if "/" in path and (ROOT / path).is_file()]
        written = "\n".join(path.read_text("utf-8") for path in files)
        names = [name for name in shown if re.fullmatch(r"[A-Za-z]\w+", name)]
        gone += [name for name in names if files and not re.search(rf"\b{name}\b", written)]
    assert gone == []


SETTINGS = ("wk/settings.py", "gunicorn.conf.py", "wk/standby/watch.py")


def test_the_table_of_settings_is_complete():
    read = [(ROOT / path).read_text("utf-8") for path in SETTINGS]
    used = {*re.findall(r"\benv(?:iron)?\.\w+\(\"(\w+)\"", "\n".join(read))}
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = text.partition("## Settings")[2].partition("\n## ")[0]
    assert {*re.findall(r"^\| `(\w+)` \|", table, re.M)} == used


def test_the_table_of_commands_is_complete():
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = text.partition("## Commands")[2].partition("\n### ")[0]
    ours = {name for name, app in get_commands().items() if str(app).startswith("wk.")}
    assert {*re.findall(r"^\| `python manage\.py (\w+)", table, re.M)} == ours


def test_names_of_code_in_the_glossary_exist():
    rows = re.findall(r"^\|.+\|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
    names = {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[-2])}
    paths = [path for room in ("scoring", "wk") for path in (ROOT / room).rglob("*.py")]
    written = "\n".join(p.read_text("utf-8") for p in paths if "migrations" not in p.parts)
    words = {*re.findall(r"[\w-]+", written)}
    compound = {name for name in names - words if not re.fullmatch(r"[\w-]+", name)}
    found = {n for n in compound if re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", written)}
    assert names - words - found == set()


def test_new_game_lists_the_face_of_a_game():
    text = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    cells = re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \|", text.partition("## The face of a game")[2], re.M
    )
    told = [name for cell in cells for name in re.findall(r"\w+", cell)]
    face = [name for name in vars(Game) if not name.startswith("_")]
    assert sorted(told) == sorted(face)


def test_new_game_lists_the_files_of_its_example():
    text = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    told = {
        name
        for _folder, rows in FILE_TABLE.findall(text)
        for name in re.findall(r"`(\w+\.py)`", rows)
    }
    there = {path.name for path in (ROOT / "scoring" / "rubber").glob("*.py")}
    assert told == there - {"__init__.py"}


@cases("name", ["README.md", "docs/architecture.md"])
def test_the_table_of_rooms_is_complete_and_in_order(name):
    rows = re.findall(r"^\| `(scoring|wk/\w+)/` \|", (ROOT / name).read_text("utf-8"), re.M)
    assert rows == ROOMS


def test_the_readme_has_at_most_120_lines():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


def test_the_readme_links_to_every_document():
    links = {one or other for one, other in LINK.findall(text_without_code(ROOT / "README.md"))}
    pages = {str(path.relative_to(ROOT)) for path in DOCUMENTS} - {"README.md"}
    translated = {page for page in pages if re.search(r"\.[a-z]{2}\.md$", page)}
    assert sorted(pages - translated - links) == []


# That the readers above see what they should, and nothing else.


def test_a_broken_link_is_found(tmp_path, monkeypatch):
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


def test_an_unknown_command_is_found():
    good = "`python manage.py draw S [--round N | --all]` bin/test .ci/run /usr/bin/env data/bin/x"
    bad = "`python manage.py drow S`\n    manage.py demo --sneed S    a word -- more\n`bin/tset`"
    assert unknown_commands(good) == []
    assert unknown_commands(bad) == ["drow", "demo --sneed", "bin/tset"]


def test_a_missing_file_is_found():
    table = "| file in `scoring/` | what |\n|---|---|\n| `game.py`, `gone.py` | `none.py` |\n"
    text = (
        "`scoring/game.py` `wk/` wk/gone/ `data/x` `wk/gone.py`. `tests/x`\n\n    docs/rules.md\n\n"
    )
    assert missing_files(text + table) == ["wk/gone.py", "tests/x", "scoring/gone.py"]
