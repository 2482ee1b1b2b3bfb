"""The bar of an official's phone: the same places as the navigation, and for officials alone."""

import re

import pytest

pytestmark = pytest.mark.django_db
LINK = re.compile(r'<a href="([^"]*)"')
PAGE = "/t/wk-test/standings/"


def parts_of(client, address=PAGE):
    """Return the addresses of the navigation, of the bar, and of what "more" opens."""
    html = client.get(address).content.decode()
    places = re.search(r'<nav class="tournament-nav".*?<ul>(.*?)</nav>', html, re.DOTALL)
    bar = re.search(r'<nav class="thumb-bar.*?</nav>', html, re.DOTALL)
    if bar is None:
        return LINK.findall(places[1]), None, None
    thumb, more = bar[0].split("<details>")
    return LINK.findall(places[1]), LINK.findall(thumb), LINK.findall(more)


def test_officials_have_all_places_within_reach(clerk_client, tournament):
    places, thumb, more = parts_of(clerk_client)
    base = "/t/wk-test/"
    assert thumb == [f"{base}{part}/" for part in ("hall", "desk", "forms")]
    assert more == [base, *(f"{base}{part}/" for part in ("standings", "rounds", "players", "log"))]
    assert sorted([*thumb, *more]) == sorted([*places, base, f"{base}log/"])


def test_the_public_has_no_bar(client, tournament):
    places, thumb, more = parts_of(client)
    assert (thumb, more) == (None, None)
    assert places == [f"/t/wk-test/{part}/" for part in ("standings", "rounds", "hall", "players")]
    assert "thumb-bar" not in client.get(PAGE).content.decode()


@pytest.mark.parametrize("address", ["wall/", "ceremony/"])
def test_what_the_hall_looks_at_has_no_bar(director_client, tournament, address):
    page = director_client.get(f"/t/wk-test/{address}")
    assert page.status_code == 200
    assert '<nav class="thumb-bar' not in page.content.decode()


@pytest.mark.parametrize(
    ("address", "marked"),
    [("forms/", "page"), ("forms/1/1/", "true"), ("hall/", "page"), ("log/", "true")],
)
def test_the_bar_marks_the_current_place_once(director_client, tournament, address, marked):
    html = director_client.get(f"/t/wk-test/{address}").content.decode()
    thumb = re.search(r'<nav class="thumb-bar.*?<details>', html, re.DOTALL)[0]
    assert re.findall(r'aria-current="(\w+)"', thumb) == [marked]
