"""The imports between rooms and inside them, read from the source.

A room imports only rooms that stand above it in the list. Inside a room the order is: models <-
queries, services <- forms <- views <- urls.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scoring.registry import GAMES
from tests.cases import cases

ROOT = Path(__file__).resolve().parent.parent

# The rooms, in the order in which a championship passes through them (docs/architecture.md).
ROOMS = [
    *("scoring", "wk/draw", "wk/core", "wk/sqlite", "wk/serving", "wk/chain", "wk/accounts"),
    *("wk/tournament", "wk/auditlog", "wk/players", "wk/scoreforms", "wk/phones", "wk/standings"),
    *("wk/archive", "wk/backups", "wk/standby", "wk/machine", "wk/privacy", "wk/rounds", "wk/hall"),
    *("wk/prizes", "wk/printing", "wk/camera", "wk/feeds", "wk/publication"),
]
# Pure rooms import the standard library, each other and nothing else.
PURE = ("scoring", "wk/draw")
# Within a room: a module may import those of the lines before it, and of its own line.
FLOORS = [
    re.compile(r"urls|apps|management|templatetags"),
    re.compile(r"views|.*_views"),
    re.compile(r"forms|.*_forms"),
]
INSIDE = len(FLOORS)  # queries, services and all that they are made of


def modules() -> list[Path]:
    found = [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("wk/*/**/*.py")]
    return [path for path in found if "migrations" not in path.parts]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def import_nodes(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a module; it is parsed once in a process, however many tests ask."""
    tree = statements(ast.parse(text_of(path)))
    return [node for node in tree if isinstance(node, ast.Import | ast.ImportFrom)]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Return the statements in a module or in another statement, without their expressions."""
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        part = getattr(node, name, None)
        for each in part if isinstance(part, list) else ():
            yield each
            yield from statements(each)


@cache
def imports(path: Path) -> list[str]:
    """Return what a module imports, as far as names tell: "from a import b" gives "a.b"."""
    found = []
    for node in import_nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def room_of(name: str) -> str:
    """Return the room of a dotted name or a path, "" for what is no room."""
    slashed = name.replace(".", "/") + "/"
    return next((room for room in ROOMS if slashed.startswith(f"{room}/")), "")


def floor_of(name: str) -> int:
    """Return the floor of a module of wk by its file's name, 0 the highest."""
    parts = name.split(".")[2:]
    for floor, pattern in enumerate(FLOORS):
        if any(pattern.fullmatch(part) for part in parts):
            return floor
    return INSIDE


def test_every_folder_is_a_room():
    """A folder that is in no list would be under no rule."""
    folders = {f"wk/{path.name}" for path in (ROOT / "wk").iterdir() if path.is_dir()}
    assert folders - {"wk/static", "wk/locale", "wk/__pycache__"} == {*ROOMS} - {"scoring"}


def test_no_module_has_a_relative_import():
    relative = [
        path
        for path in modules()
        if any(isinstance(node, ast.ImportFrom) and node.level for node in import_nodes(path))
    ]
    assert relative == []


def test_a_room_imports_only_rooms_above_it():
    wrong = {
        (module_name(path), imported)
        for path in modules()
        for imported in imports(path)
        if room_of(imported)
        and ROOMS.index(room_of(imported)) > ROOMS.index(room_of(module_name(path)))
    }
    assert wrong == set()


def test_inside_a_room_views_import_forms_and_forms_import_services():
    wrong = {
        (name, imported)
        for path in modules()
        if (name := module_name(path)).startswith("wk.")
        for imported in imports(path)
        if room_of(imported) == room_of(name) and floor_of(imported) < floor_of(name)
    }
    assert wrong == set()


def test_pure_rooms_import_the_standard_library_and_nothing_else():
    allowed = {"scoring", *sys.stdlib_module_names}
    wrong = {
        (module_name(path), imported)
        for path in modules()
        if room_of(module_name(path)) in PURE
        for imported in imports(path)
        if imported.split(".")[0] not in allowed and room_of(imported) not in PURE
    }
    assert wrong == set()


def test_only_the_face_of_the_draw_is_imported():
    """Only the draw's own tests and the benchmark of its designs import the modules inside."""
    inner = {module_name(path) for path in ROOT.glob("wk/draw/*.py")} - {"wk.draw"}
    insiders = ("wk/draw", "tests/draw", "tests/bench")
    wrong = {
        (module_name(path), imported)
        for path in [*modules(), *ROOT.glob("tests/**/*.py")]
        if not any(path.is_relative_to(ROOT / folder) for folder in insiders)
        if "wk.draw" in text_of(path)  # no other file can import it, and need not be parsed
        for imported in imports(path)
        if any(imported == name or imported.startswith(f"{name}.") for name in inner)
    }
    assert wrong == set()


def test_pure_rooms_have_no_clock_and_no_global_random():
    forbidden = {"time", "datetime", "secrets", "os"}
    wrong = {
        (module_name(path), imported)
        for path in modules()
        if room_of(module_name(path)) in PURE
        for imported in imports(path)
        if imported.split(".")[0] in forbidden
        or (imported.startswith("random") and imported != "random.Random")
    }
    assert wrong == set()


# What a template takes in: another one, and the tags of an app.
INCLUDE = re.compile(r"{%-?\s*(?:include|extends)\s+[\"']([^\"']+)[\"']")
LOAD = re.compile(r"{%-?\s*load\s+([^%]+?)\s*-?%}")


def templates() -> list[Path]:
    return sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())


def tag_rooms() -> dict[str, str]:
    """Return the room of each library of template tags, by the name it is loaded by."""
    found = ROOT.glob("wk/*/templatetags/*.py")
    return {path.stem: f"wk/{path.parts[-3]}" for path in found if path.stem != "__init__"}


def room_of_template(name: str) -> str:
    """Return the room of a template, "" for those of the frame around every page."""
    return room_of(f"wk/{name}")


def test_a_template_includes_only_rooms_above_its_own():
    """The frame around every page is above all rooms."""
    libraries = tag_rooms()
    wrong = set()
    for path in templates():
        name = str(path.relative_to(ROOT / "templates"))
        text = text_of(path)
        taken = [room_of_template(other) for other in INCLUDE.findall(text)]
        taken += [libraries.get(tag, "") for tags in LOAD.findall(text) for tag in tags.split()]
        own = ROOMS.index(room_of_template(name)) if room_of_template(name) else -1
        wrong |= {(name, room) for room in taken if room and ROOMS.index(room) > own}
    assert wrong == set()


def test_tags_import_no_queries_and_no_services():
    """The view queries once and passes what it found."""
    asks = re.compile(r"queries|services|.*_queries|.*_services|readiness|db")
    wrong = {
        (module_name(path), imported)
        for path in ROOT.glob("wk/*/templatetags/*.py")
        for imported in imports(path)
        if any(asks.fullmatch(part) for part in imported.split("."))
    }
    assert wrong == set()


def test_tags_use_no_manager():
    """A manager of a model would query as well."""
    found = ROOT.glob("wk/*/templatetags/*.py")
    assert [path for path in found if ".objects" in text_of(path)] == []


def test_no_text_to_translate_is_in_a_formatted_string():
    """makemessages finds none there, and the page says it in English."""
    inside = re.compile(r"\{(_|n?gettext|pgettext)\(")
    lines = [line for path in modules() for line in text_of(path).splitlines()]
    assert [line for line in lines if inside.search(line)] == []


LONGEST_LINE = 120


def test_lines_of_templates_are_short():
    lines = [line for path in templates() for line in text_of(path).splitlines()]
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


@cache
def texts_outside_scoring() -> dict[str, str]:
    """Return the text of each module, page and script outside of scoring, by its path."""
    found = [path for path in modules() if path.is_relative_to(ROOT / "wk")]
    found += [*templates(), *ROOT.glob("wk/static/js/**/*.js")]
    return {str(path.relative_to(ROOT)): text_of(path) for path in found}


def test_nothing_outside_scoring_has_words_of_a_game():
    word = re.compile(
        r"\b(bids?|tricks?|trumps?|spades|revokes?|misdeals?|contracts?|declarers?|rubbers?"
        r"|vulnerable|honours|whist|solo|slams?)\b",
        re.IGNORECASE,
    )
    assert [path for path, text in texts_outside_scoring().items() if word.search(text)] == []


def test_nothing_outside_scoring_has_the_key_of_a_game():
    keys = re.compile(rf"""["'](?:{"|".join(map(re.escape, GAMES))})["']""")
    assert [path for path, text in texts_outside_scoring().items() if keys.search(text)] == []


@cases(
    ("word", "only"),
    [
        ("select_for_update(", "wk/core/row_locks.py"),
        ("hexdigest()[:", "wk/core/version_token.py"),
    ],
)
def test_some_calls_stand_in_one_module_only(word, only):
    assert [path for path, text in texts_outside_scoring().items() if word in text] == [only]
