"""The JavaScript modules: what they import exists, follows the order of the rooms, and is used."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.templatetags.static import static

from tests.cases import cases
from wk.core.scripts import all_imports_of, imports_of

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "wk" / "static" / "js"
# A module may import those of rooms before its own, and of its own room.
ROOMS = [
    "core",
    "accounts",
    "players",
    "scoreforms",
    "phones",
    "standby",
    "standings",
    "rounds",
    "hall",
]
ROOMS += ["printing", "camera"]

IMPORT = re.compile(r'\b(?:from|import)\s*\(?\s*["\']([^"\'\n]+)["\']')
LOADED = re.compile(r'{% script "([^"]+)"(?: early=True)? %}')
SCRIPT_ELEMENT = re.compile(r"<script\b[^>]*>")


def modules() -> list[Path]:
    return sorted(FOLDER.rglob("*.js"))


def name_of(module: Path) -> str:
    return module.relative_to(FOLDER).as_posix()


def room_of(module: Path) -> str:
    return module.relative_to(FOLDER).parts[0]


def imported_by(module: Path) -> list[Path]:
    return [(module.parent / each).resolve() for each in IMPORT.findall(module.read_text())]


def templates() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in ROOT.glob("templates/**/*")
        if path.suffix == ".html"
    }


def loaded_by_templates() -> set[Path]:
    return {FOLDER / name for text in templates().values() for name in LOADED.findall(text)}


def test_every_module_is_in_the_folder_of_a_room():
    scripts = [p for p in (ROOT / "wk" / "static").rglob("*.js") if "vendor" not in p.parts]
    assert [p for p in scripts if not p.is_relative_to(FOLDER)] == []
    assert {room_of(module) for module in modules()} == {*ROOMS}


def test_every_import_leads_to_a_module():
    missing = {name_of(m): [p for p in imported_by(m) if not p.is_file()] for m in modules()}
    assert {name: paths for name, paths in missing.items() if paths} == {}


def test_modules_import_only_from_rooms_above_their_own():
    wrong = {
        name_of(module): [
            name_of(each)
            for each in imported_by(module)
            if ROOMS.index(room_of(each)) > ROOMS.index(room_of(module))
        ]
        for module in modules()
    }
    assert {name: imported for name, imported in wrong.items() if imported} == {}


def test_every_module_is_reached_from_a_template():
    reached = loaded_by_templates()
    waiting = list(reached)
    for module in waiting:
        new = {*imported_by(module)} - reached
        reached |= new
        waiting += new
    assert sorted(map(name_of, reached)) == [name_of(module) for module in modules()]


def test_templates_load_scripts_by_the_tag_alone():
    """The tag fetches what a module imports at once, and no script stands in a page itself."""
    found = {path: SCRIPT_ELEMENT.findall(text) for path, text in templates().items()}
    assert {path: elements for path, elements in found.items() if elements} == {}


@cases("module", modules())
def test_all_forms_of_import_are_found(module):
    found = [ROOT / "wk" / "static" / name for name in imports_of(f"js/{name_of(module)}")]
    assert found == imported_by(module)


def test_an_early_script_does_not_wait_for_the_page():
    page = Template('{% script "scoreforms/form-list.js" early=True %}').render(Context())
    address = static("js/scoreforms/form-list.js")
    assert page.splitlines()[-1] == f'<script type="module" async src="{address}"></script>'


def test_a_page_preloads_what_its_script_imports():
    page = Template('{% script "players/bulk-checkin.js" %}').render(Context())
    assert page.splitlines() == [
        f'<link rel="modulepreload" href="{static("js/core/elements.js")}">',
        f'<script type="module" src="{static("js/players/bulk-checkin.js")}"></script>',
    ]
    bar = all_imports_of("js/hall/news-bar.js")
    assert sorted(bar) == [
        f"js/core/{name}.js" for name in ("countdown", "elements", "live", "requests")
    ]


def test_a_script_that_does_not_exist_is_an_error():
    with pytest.raises(FileNotFoundError, match=re.escape("no static file js/hall/nothing.js")):
        Template('{% script "hall/nothing.js" %}').render(Context())


@cases("module", modules())
def test_modules_and_functions_are_documented(module):
    lines = module.read_text().splitlines()
    exported = [number for number, line in enumerate(lines) if line.startswith("export ")]
    assert lines[0].startswith("// ")
    assert [lines[number] for number in exported if not lines[number - 1].endswith("*/")] == []
