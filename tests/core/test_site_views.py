"""The small files about the whole site, and that pages name them."""

import re
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from django.db import OperationalError, connection
from PIL import Image

from tests.cases import cases
from tests.icons import CLOTH, PICTURES
from wk.core.site_views import PAPER
from wk.core.static_files import source_of

pytestmark = pytest.mark.django_db


def test_search_engines_find_the_pages_of_a_tournament(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    rules = RobotFileParser()
    rules.parse(answer.content.decode().splitlines())
    asked = ("/", "/t/wk/", "/t/wk/standings/", "/login/", "/language/en/", "/begin/")
    assert [rules.can_fetch("*", path) for path in asked] == [True] * 3 + [False] * 3


@pytest.mark.parametrize(("language", "name"), [("nl", "Kaartkampioen"), ("en", "Card champion")])
def test_a_phone_keeps_wk_with_its_name_and_icons(client, tournament, language, name):
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)[1]
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["lang"]) == (name, language)
    assert client.get(manifest["start_url"]).status_code == 200
    for icon in manifest["icons"]:
        with Image.open(source_of(urlsplit(icon["src"]).path.removeprefix("/static/"))) as picture:
            assert "{}x{}".format(*picture.size) == icon["sizes"]
    colours = re.findall(r'name="theme-color" media="\S+ (\w+)\)" content="(#\w+)"', page)
    assert dict(colours) == PAPER


def test_the_colours_are_those_of_the_sheets():
    tokens = source_of("style/tokens.css").read_text()
    assert {*re.findall(r"--paper: (#\w+)", tokens)} == {*PAPER.values()}


@cases("picture", PICTURES)
def test_a_picture_has_its_size_and_a_spade_within_a_circle(picture):
    """A phone cuts icons to a circle of 80 % of their width."""
    cloth = tuple(bytes.fromhex(CLOTH[1:]))
    with Image.open(source_of(f"icons/{picture.name}")) as image:
        drawn = image.convert("RGB")
    assert drawn.size == (picture.width, picture.height)
    light = [
        (x, y)
        for y in range(0, picture.height, 4)
        for x in range(0, picture.width, 4)
        if drawn.getpixel((x, y)) != cloth
    ]
    assert light
    middle = complex(picture.width, picture.height) / 2
    reach = max(abs(complex(*point) - middle) for point in light)
    assert picture.has_name or reach < 0.4 * picture.width


def test_a_watching_program_reads_that_wk_works(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "files": "ok"})
    assert "no-store" in answer["Cache-Control"]


def test_a_watching_program_reads_what_fails(client, settings, tmp_path):
    def refuse(execute, sql, params, many, context):
        raise OperationalError("disk I/O error")

    settings.DATA_DIR = tmp_path / "gone"
    with connection.execute_wrapper(refuse):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "fails", "files": "fails"})


def test_posting_to_them_is_refused(client):
    for address in ("/robots.txt", "/healthz", "/manifest.webmanifest"):
        assert client.post(address).status_code == 405
