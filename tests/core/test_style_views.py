"""The style page: directors see every component in the light and the dark theme."""

import re

import pytest

from tests.database import ROOT
from wk.core.style_views import COLOURS, SPACES, TYPES, WALLS
from wk.core.templatetags.sheets import addresses


def test_the_page_shows_every_component_in_both_themes_with_its_html(director_client):
    answer = director_client.get("/style/")
    page = answer.content.decode()
    assert answer.status_code == 200
    sheets = {name for name, address in addresses().items() if "/components/" in address}
    shown = re.findall(r'<section id="(?:component-)?([a-z-]+)">', page)
    assert sorted(shown) == sorted(sheets - {"masthead"} | {"tokens"})
    for kind in ("day", "night"):
        assert page.count(f'<div class="by-{kind}">') == len(shown)
    assert page.count('<pre class="style-code"') == len(shown) - 1
    assert "&lt;table class=&quot;pad&quot;&gt;" in page


def test_page_shows_every_token(director_client):
    page = director_client.get("/style/").content.decode()
    classes = re.findall(r'<li class="((?:colour|type|space|wall)-[a-z0-9-]+)">', page)
    colours = [f"colour-{name}" for name in COLOURS]
    assert classes == [*colours, *colours, *TYPES, *SPACES, *WALLS]


def test_clerk_is_denied(clerk_client):
    assert clerk_client.get("/style/").status_code == 403


def test_visitor_is_asked_to_log_in(client, director):
    answer = client.get("/style/")
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/style/")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_takes_only_get(director_client, method):
    assert getattr(director_client, method)("/style/").status_code == 405


def test_page_shows_every_badge(director_client):
    page = director_client.get("/style/").content.decode()
    sheet = (ROOT / "wk/static/style/components/badges.css").read_text()
    shown = re.findall(r'<span class="badge ([a-z-]+)">', page)
    named = " ".join(re.findall(r"^\.badge(\..*|:is.*) \{", sheet, re.MULTILINE))
    assert {*shown} == {*re.findall(r"\.([a-z-]+)", named)}
