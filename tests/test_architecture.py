"""The arrows of the house: what may import what, read from the source itself."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

from scoring.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent

# Each package may import those before it, and itself.
PACKAGES = [
    {"scoring", "wk.sqlite", "wk.core"},
    {"wk.accounts"},
    {"wk.tournament"},
    {"wk.scoreforms"},
    {"wk.phones"},
    {"wk.standings"},
    {"wk.printing", "wk.archive", "wk.desk"},
    {"wk.hall"},
    {"wk.urls", "wk.settings", "wk.middleware", "wk.wsgi", "wk.asgi"},
]

# Within an app: each module may import those of the lines before it, and of its own.
LAYERS = [
    {"base", "guide", "scripts"},
    {"fields", "refusal", "numbers", "codes", "places", "setup_code", "address", "practising"},
    {"models", "problems", "values", "jsontext", "archive", "names"},
    {
        "seats",
        "seating",
        "ranked",
        "groups",
        "arrangement",
        "partners",
        "constraints",
        "constrained",
        "hall",
        "bounds",
        "labels",
        "newseats",
        "sizes",
        "measures",
        "legends",
    },
    {"checks", "doubts"},
    {
        "queries",
        "search",
        "near",
        "permissions",
        "playerlist",
        "players",
        "sheet",
        "overview",
        "formats",
        "differences",
        "asking",
        "reached",
        "missing",
        "reseat_effect",
        "drawing",
        "moves",
    },
    {"drafts", "photos", "keys", "guides", "offline", "changes", "clock"},
    {"reader", "writer", "storage", "sheets"},
    {"services", "roster", "draws", "hand", "wishes", "practice", "pdf", "announcements", "cards"},
    {"approval", "columns", "desk", "steps", "reseating", "undo", "ceremony", "bulk"},
    {
        "forms",
        "wish_forms",
        "player_forms",
        "check_forms",
        "photo_forms",
        "hand_forms",
        "reseat_forms",
        "step_forms",
        "ceremony_forms",
        "tables",
        "console",
    },
    {
        "views",
        "round_views",
        "rule_views",
        "wish_views",
        "overview_views",
        "entry_views",
        "list_views",
        "check_views",
        "history_views",
        "photo_views",
        "setting_views",
        "key_views",
        "phone_views",
        "hand_views",
        "step_views",
        "draw_views",
        "clock_views",
        "hall_views",
        "announcement_views",
        "ceremony_views",
        "log_views",
        "bulk_views",
        "card_views",
        "reseat_views",
        "guide_views",
        "management",
        "templatetags",
    },
    {"urls"},
]


@cache
def modules() -> list[Path]:
    found = [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("wk/**/*.py")]
    return [path for path in found if "migrations" not in path.parts]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def imports(path: Path) -> list[str]:
    """Return what a module imports, as far as names tell: "from a import b" gives "a.b"."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@cache
def package_rank(name: str) -> int | None:
    for rank, packages in enumerate(PACKAGES):
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            return rank
    return None


def layer_rank(name: str) -> int | None:
    """Return the layer of a module of an app: of wk.tournament.models that of "models"."""
    module = name.split(".")[2] if name.count(".") > 1 else ""
    return next((rank for rank, layer in enumerate(LAYERS) if module in layer), None)


def of_scoring() -> list[Path]:
    return [path for path in modules() if path.is_relative_to(ROOT / "scoring")]


def test_every_module_has_its_place_in_the_lists():
    """A module that is in no list is under no rule."""
    names = [module_name(path) for path in modules() if module_name(path) != "wk"]
    in_apps = [name for name in names if name.startswith("wk.") and name.count(".") > 1]
    assert [name for name in names if package_rank(name) is None] == []
    assert [name for name in in_apps if layer_rank(name) is None] == []
    assert {"scoring", "wk.tournament.models", "wk.urls"} <= {*names}


def imports_from_packages_after(path: Path) -> list[str]:
    """Return what a module imports of packages that do not stand before its own."""
    name = module_name(path)
    own = package_rank(name)
    if own is None:
        return []
    own_package = next(p for p in PACKAGES[own] if name == p or name.startswith(f"{p}."))
    wrong = []
    for imported in imports(path):
        rank = package_rank(imported)
        if rank is None:
            continue
        same = imported == own_package or imported.startswith(f"{own_package}.")
        if rank > own or (rank == own and not same):
            wrong.append(imported)
    return wrong


def test_packages_import_only_what_stands_before_them():
    wrong = {module_name(path): imports_from_packages_after(path) for path in modules()}
    assert {name: imported for name, imported in wrong.items() if imported} == {}


def imports_from_layers_after(path: Path) -> dict[str, int | None]:
    """Return what a module of an app imports of layers of it that do not stand before its own."""
    name = module_name(path)
    own = layer_rank(name)
    if not name.startswith("wk.") or own is None:
        return {}
    app = ".".join(name.split(".")[:2])
    ranks = {n: layer_rank(n) for n in imports(path) if n.startswith(f"{app}.")}
    return {n: rank for n, rank in ranks.items() if rank is None or rank > own}


def test_layers_within_an_app_import_only_what_stands_before_them():
    wrong = {module_name(path): imports_from_layers_after(path) for path in modules()}
    assert {name: imported for name, imported in wrong.items() if imported} == {}


def test_scoring_imports_the_standard_library_and_nothing_else():
    allowed = {"scoring", *sys.stdlib_module_names}
    outside = {
        module_name(path): [n for n in imports(path) if n.split(".")[0] not in allowed]
        for path in of_scoring()
    }
    assert {name: imported for name, imported in outside.items() if imported} == {}


def test_scoring_has_no_clock_and_no_global_random():
    forbidden = {"time", "datetime", "secrets", "os"}
    wrong = {
        module_name(path): [
            n
            for n in imports(path)
            if n.split(".")[0] in forbidden or (n.startswith("random") and n != "random.Random")
        ]
        for path in of_scoring()
    }
    assert {name: imported for name, imported in wrong.items() if imported} == {}


@cache
def texts_outside_scoring() -> dict[str, str]:
    """Return the text of each module, page and script outside of scoring, by its path."""
    found = [path for path in modules() if path.is_relative_to(ROOT / "wk")]
    found += [*ROOT.glob("templates/**/*.html"), *ROOT.glob("templates/**/*.js")]
    found += ROOT.glob("wk/static/js/**/*.js")
    return {str(path.relative_to(ROOT)): path.read_text() for path in found}


def test_nothing_outside_scoring_knows_what_is_played():
    word = re.compile(
        r"\b(bids?|tricks?|trumps?|spades|revokes?|misdeals?|contracts?|declarers?|rubbers?"
        r"|vulnerable|honours|whist|solo|slams?)\b",
        re.IGNORECASE,
    )
    assert [path for path, text in texts_outside_scoring().items() if word.search(text)] == []


def test_nothing_outside_scoring_asks_which_game_it_is():
    keys = re.compile(rf"""["'](?:{"|".join(map(re.escape, GAMES))})["']""")
    assert [path for path, text in texts_outside_scoring().items() if keys.search(text)] == []
