"""Static files as a running server gives them: named after their content, compressed, and kept."""

import gzip
import json
import posixpath
import re
from urllib.request import Request, urlopen

import pytest

from tests.server import COLLECTED, collected
from wk.core.static_files import IMPORTS, path_of, source_of
from wk.phones.offline import IN_CSS

LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
SHEET = re.compile(r'<link rel="stylesheet" href="/static/([^".]+)\.')
IMPORT = '@import url("../../vendor/pico/pico-fields.css");\n'
HASHED = re.compile(r"\.[0-9a-f]{12}(\.\w+)?$")
COMPRESSED = {".css", ".js", ".svg"}


def fetch(url):
    """Return the headers and the content of an address, as a browser asks for it."""
    with urlopen(Request(url, headers={"Accept-Encoding": "gzip"})) as answer:
        body = answer.read()
        packed = answer.headers["Content-Encoding"] == "gzip"
        return answer.headers, gzip.decompress(body) if packed else body


def addresses_in(address, content):
    """Return the addresses that a style sheet or a module names."""
    folder = posixpath.dirname(address)
    if address.endswith(".css"):
        named = IN_CSS.findall(content.decode())
    elif address.startswith("/static/js/"):
        named = [match["url"] for way, _ in IMPORTS for match in re.finditer(way, content.decode())]
    else:
        named = []
    return [posixpath.normpath(posixpath.join(folder, each)) for each in named]


@pytest.mark.slow
def test_every_file_of_a_page_is_named_by_its_content_and_cached_for_years(server):
    server.practise("--players 18")
    found = {}
    for page in ("/t/oefen/standings/", "/t/oefen/hall/", "/phone/", "/login/"):
        waiting = LINKED.findall(fetch(server.url + page)[1].decode())
        assert waiting
        for address in waiting:
            if address not in found:
                found[address], content = fetch(server.url + address)
                waiting += addresses_in(address, content)
    assert [address for address in found if not HASHED.search(address)] == []
    for address, headers in found.items():
        suffix = posixpath.splitext(address)[1]
        assert headers["Cache-Control"] == "max-age=315360000, public, immutable", address
        assert (headers["Content-Encoding"] == "gzip") == (suffix in COMPRESSED), address
    suffixes = {posixpath.splitext(address)[1] for address in found}
    assert suffixes == {".css", ".js", ".png", ".svg", ".woff2"}


@pytest.mark.slow
def test_a_page_loads_its_sheets_in_few_files(server):
    server.practise("--players 18")
    text = fetch(f"{server.url}/t/oefen/standings/")[1].decode()
    assert SHEET.findall(text) == [
        "style/tokens_pico_base_masthead_buttons_panels_messages_badges",
        "style/on-paper",
        "style/components/clock",
        "style/lists_podium_standings_search_standings-list",
    ]


@pytest.mark.slow
def test_joined_sheets_hold_each_sheet_and_what_it_imports():
    names = json.loads((collected() / "staticfiles.json").read_text())["paths"]
    text = (COLLECTED / names["style/lists_forms.css"]).read_text()
    lists, forms = (source_of(f"style/components/{name}.css") for name in ("lists", "forms"))
    fields = source_of("vendor/pico/pico-fields.css").read_text()
    about, imports, own = forms.read_text().partition(IMPORT)
    assert imports
    assert text == f"{lists.read_text()}\n{about}{fields}{own}"
    joined = [hashed for name, hashed in names.items() if name.startswith("style/") and "_" in name]
    assert len(joined) > 50
    assert [each for each in joined if "@import" in (COLLECTED / each).read_text()] == []


@pytest.mark.slow
def test_modules_name_each_other_by_their_content():
    names = json.loads((collected() / "staticfiles.json").read_text())["paths"]
    modules = [COLLECTED / hashed for name, hashed in names.items() if name.startswith("js/")]
    assert len(modules) == len([*source_of("js").rglob("*.js")])
    named = [
        each
        for path in modules
        for each in addresses_in(f"/static/{path.relative_to(COLLECTED)}", path.read_bytes())
    ]
    assert len(named) > len(modules)
    assert [each for each in named if not HASHED.search(each)] == []


@pytest.mark.slow
def test_collected_files_are_found_by_their_address(settings):
    settings.STATIC_ROOT = str(collected())
    path = next(COLLECTED.glob("spade.*.svg"))
    assert path_of(f"/static/{path.name}") == path
    assert path_of("/static/spade.svg") == source_of("spade.svg")
    with pytest.raises(FileNotFoundError, match=r"no static file spade\.000000000000\.svg"):
        path_of("/static/spade.000000000000.svg")
