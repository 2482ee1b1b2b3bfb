"""The arrows of the house: what may import what, read from the source itself."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from scoring.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent

# Each package may import those before it, and itself.
PACKAGES = [
    {"scoring", "wk.sqlite"},
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
    {"base"},
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
    {"drafts", "photos", "keys", "guides", "changes", "clock"},
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
        "management",
        "templatetags",
    },
    {"urls"},
]


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


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_packages_import_only_what_stands_before_them(path):
    name = module_name(path)
    own = package_rank(name)
    if name == "wk":
        return
    assert own is not None, f"{name} is in no package of the list"
    own_package = next(p for p in PACKAGES[own] if name == p or name.startswith(f"{p}."))
    wrong = []
    for imported in imports(path):
        rank = package_rank(imported)
        if rank is None:
            continue
        same = imported == own_package or imported.startswith(f"{own_package}.")
        if rank > own or (rank == own and not same):
            wrong.append(imported)
    assert wrong == []


@pytest.mark.parametrize(
    "path",
    [p for p in modules() if module_name(p).count(".") > 1 and "wk" in p.parts],
    ids=module_name,
)
def test_layers_within_an_app_import_only_what_stands_before_them(path):
    name = module_name(path)
    if name.startswith("scoring."):
        return
    app = ".".join(name.split(".")[:2])
    own = layer_rank(name)
    assert own is not None, f"{name} is in no layer of the list"
    ranks = {n: layer_rank(n) for n in imports(path) if n.startswith(f"{app}.")}
    assert {n: rank for n, rank in ranks.items() if rank is None or rank > own} == {}


@pytest.mark.parametrize("path", sorted(ROOT.glob("scoring/**/*.py")), ids=module_name)
def test_scoring_imports_the_standard_library_and_nothing_else(path):
    outside = {name.split(".")[0] for name in imports(path)} - {"scoring"}
    assert outside - sys.stdlib_module_names == set()


@pytest.mark.parametrize("path", sorted(ROOT.glob("scoring/**/*.py")), ids=module_name)
def test_scoring_has_no_clock_and_no_global_random(path):
    names = imports(path)
    assert [n for n in names if n.split(".")[0] in {"time", "datetime", "secrets", "os"}] == []
    assert [n for n in names if n.startswith("random") and n != "random.Random"] == []


def outside_scoring() -> list[Path]:
    found = [p for p in modules() if p.is_relative_to(ROOT / "wk")]
    return [*found, *ROOT.glob("templates/**/*.html"), *ROOT.glob("wk/static/*.js")]


def test_nothing_outside_scoring_knows_what_is_played():
    word = re.compile(
        r"\b(bids?|tricks?|trumps?|spades|revokes?|misdeals?|contracts?|declarers?|rubbers?"
        r"|vulnerable|honours|whist|solo|slams?)\b",
        re.IGNORECASE,
    )
    knowing = {str(p.relative_to(ROOT)) for p in outside_scoring() if word.search(p.read_text())}
    assert knowing == set()


@pytest.mark.parametrize("key", GAMES)
def test_nothing_outside_scoring_asks_which_game_it_is(key):
    asking = {
        str(p.relative_to(ROOT))
        for p in outside_scoring()
        if re.search(rf"""["']{key}["']""", p.read_text())
    }
    assert asking == set()
