"""Style sheets: what a page loads, its size, and sizes and colours from the tokens."""

import re
from pathlib import Path

import pytest

from tests.cases import cases
from tests.database import ROOT
from wk.core.templatetags.sheets import addresses

STATIC = ROOT / "wk" / "static"
STYLE = STATIC / "style"
SHEETS = sorted(STYLE.rglob("*.css"))
NAMES = [str(path.relative_to(STYLE)) for path in SHEETS]
OTHERS = [name for name in NAMES if name != "tokens.css"]
# What a visitor loads at most, in bytes: a third of what it was when there was one sheet for all.
MOST = 62_300
# A wall has the sheets of every scene, as it is opened once for the whole day.
MOST_OF_A_WALL = 72_600
PUBLIC = [
    "/",
    "/login/",
    "/years/",
    "/years/players/",
    "/t/wk-test/",
    "/t/wk-test/standings/",
    "/t/wk-test/standings/1/",
    "/t/wk-test/players/",
    "/t/wk-test/players/1/",
    "/t/wk-test/rounds/",
    "/t/wk-test/rounds/1/",
    "/t/wk-test/rounds/1/tables/1/",
    "/t/wk-test/hall/",
    "/t/wk-test/wall/",
    "/t/wk-test/rules/",
    "/t/wk-test/rules/winner/",
]
LINK = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)"')
IMPORT = re.compile(r'@import url\("([^"]+)"\)')
ADDRESS = re.compile(r'url\("(?!data:)([^"]+)"\)')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+)")
LAYERS = ["tokens", "pico", "base", "components", "pages", "wall", "paper"]
# A width at which a page changes: a phone up to here, a laptop and a large screen from here.
BREAKPOINTS = {"48rem", "75rem", "106.25rem"}
# A height at which it does: a phone that lies or is short, a small projector, a small laptop.
HEIGHTS = {"30rem", "40rem", "47rem", "51.25rem"}
# A step of type, what it is beside another one, or a size of paper.
TYPE = re.compile(
    r"var\(--(type-[1-9]|wall-[1-6]|clock|smallest|smaller|larger|largest)\)|inherit|1em|0|1[06]pt"
)
SPACE = re.compile(r"(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)*")
RAW_SPACE = re.compile(r"(?<![\w.])-?\d*\.?\d+rem|(?<![\w.])(?:[4-9]|\d{2,})px")


def code(path: Path) -> str:
    """Return the text of a sheet without its comments and pictures."""
    return re.sub(r'url\("[^"]*"\)', "url()", COMMENT.sub("", path.read_text()))


def imported(path: Path) -> list[Path]:
    """Return a sheet and all that it imports."""
    parts = [(path.parent / each).resolve() for each in IMPORT.findall(path.read_text())]
    return [path, *(sheet for part in parts for sheet in imported(part))]


def loaded(client, address: str) -> list[Path]:
    """Return the sheets that a page loads."""
    links = LINK.findall(client.get(address).content.decode())
    return [sheet for link in links for sheet in imported(STATIC / link)]


def declarations(path: Path) -> list[tuple[str, str]]:
    """Return the properties of a sheet and their values."""
    return [(name, value.strip()) for name, value in DECLARATION.findall(code(path))]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_page_loads_at_most_a_third_of_the_former_bytes(
    client, director, tournament, address
):
    sheets = loaded(client, address)
    assert len(sheets) == len(set(sheets))
    most = MOST_OF_A_WALL if address.endswith("/wall/") else MOST
    assert 30_000 < sum(sheet.stat().st_size for sheet in sheets) <= most


@cases("name", NAMES)
def test_files_named_by_a_sheet_exist(name):
    path = STYLE / name
    named = ADDRESS.findall(path.read_text())
    assert [each for each in named if not (path.parent / each).is_file()] == []


def test_every_page_names_sheets_that_exist():
    named = set()
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        for names in re.findall(r'\{% sheets "([^"]*)" %\}', text):
            named |= set(names.split())
        for file in re.findall(r"\{% static '([^']+\.css)' %\}", text):
            assert (STATIC / file).is_file()
    assert named == set(addresses())


def test_sheets_have_unique_names():
    of_all_pages = {"tokens", "pico", "base"}
    others = [name for name in NAMES if "/" in name]
    assert of_all_pages < addresses().keys()
    assert len(addresses()) == len(others) + len(of_all_pages)


def test_layers_are_declared_once():
    declared = [
        line for path in SHEETS for line in re.findall(r"@layer ([^{;]+);", path.read_text())
    ]
    assert declared == [", ".join(LAYERS)]


@cases("name", OTHERS)
def test_all_rules_of_a_sheet_stand_in_a_layer(name):
    """What stands in none would win over every layer."""
    text = re.sub(r"@import [^;]+;|@page \{[^}]*\}", "", code(STYLE / name))
    depth, outside = 0, ""
    for part in re.split(r"([{}])", text):
        depth += {"{": 1, "}": -1}.get(part, 0)
        if depth == 0 and part != "}":
            outside += part
    assert set(re.findall(r"@layer ([a-z]+)", outside)) <= set(LAYERS)
    assert re.sub(r"@layer [a-z]+", "", outside).split() == []


@cases("name", NAMES)
def test_pages_change_at_three_widths_only(name):
    queries = re.findall(r"@media ([^{]+)\{", code(STYLE / name))
    for kind, allowed in ("width", BREAKPOINTS), ("height", HEIGHTS):
        found = {at for query in queries for at in re.findall(rf"{kind}: ([^)]+)\)", query)}
        assert found - allowed == set()


@cases("name", OTHERS)
def test_type_is_one_of_the_steps(name):
    sizes = [value for key, value in declarations(STYLE / name) if key == "font-size"]
    assert [size for size in sizes if not TYPE.fullmatch(size)] == []


@cases("name", OTHERS)
def test_space_is_one_of_the_steps(name):
    """A distance of an em or of a few pixels goes with a letter or a line, not with the page."""
    raw = [
        f"{key}: {value}"
        for key, value in declarations(STYLE / name)
        if SPACE.fullmatch(key) and RAW_SPACE.search(value)
    ]
    assert raw == []


@cases("name", [name for name in OTHERS if name != "on-paper.css"])
def test_colours_are_tokens(name):
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", code(STYLE / name)) == []


@cases("name", NAMES)
def test_tokens_that_are_used_exist(name):
    known = {key for path in SHEETS for key in re.findall(r"(--[\w-]+)\s*:", code(path))}
    assert set(re.findall(r"var\((--[\w-]+)\)", code(STYLE / name))) - known == set()


def test_steps_of_type_and_space():
    """Nine steps of type, eight of space, each larger than the one before."""
    text = (STYLE / "tokens.css").read_text()
    for kind, count in ("type", 9), ("space", 8):
        found = re.findall(rf"--{kind}-(\d): ([\d.]+)rem", text)
        steps = [(int(number), float(size)) for number, size in found]
        assert [number for number, _size in steps] == list(range(1, count + 1))
        assert steps == sorted(steps, key=lambda step: step[1])


def test_colours_come_in_pairs():
    """Each colour of the page by day has one for the night, the same wherever night is asked."""
    text = COMMENT.sub("", (STYLE / "tokens.css").read_text())
    day, asked, chosen = re.split(r"@media \(prefers-color-scheme: dark\)|\.by-night \{\n", text)[
        -3:
    ]
    colour = re.compile(r"(--[a-z-]+): (#[0-9a-f]+)")
    assert len(colour.findall(asked)) == 15
    assert colour.findall(asked) == colour.findall(chosen)
    assert {name for name, _value in colour.findall(asked)} <= dict(colour.findall(day)).keys()
