"""What other programs show of a link to a page: Open Graph, and data about the event."""

import json
import re

import pytest
from django.template.loader import render_to_string

from wk.tournament.models import Tournament

pytestmark = pytest.mark.django_db
META = re.compile(r'<meta property="og:([^"]+)"\s+content="([^"]*)">')
EVENT = re.compile(r'<script type="application/ld\+json">(.*?)</script>')


@pytest.mark.parametrize(
    ("path", "title", "picture", "words"),
    [
        ("", "WK Test", "standings.png", "WK Test"),
        *(
            (path, "Stand tijdens ronde 1", "standings.png", "Stand tijdens ronde 1 · WK Test")
            for path in ("standings/", "standings/1/")
        ),
        ("players/2/", "2 Bram", "players/2.png", "2 Bram · WK Test"),
    ],
)
def test_a_link_has_title_place_and_picture(client, tournament, path, title, picture, words):
    Tournament.objects.update(venue="Utrecht")
    page = client.get(f"/t/wk-test/{path}").content.decode()
    shown = dict(META.findall(page))
    assert shown == {
        "type": "website",
        "site_name": "Kaartkampioen",
        "title": title,
        "description": "WK Test · 21 november 2026 · Utrecht",
        "url": f"http://testserver/t/wk-test/{path}",
        "image": f"http://testserver/t/wk-test/{picture}",
        "image:type": "image/png",
        "image:width": "1200",
        "image:height": "630",
        "image:alt": words,
    }
    assert client.get(shown["image"])["Content-Type"] == "image/png"
    (event,) = map(json.loads, EVENT.findall(page))
    assert event == {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": "WK Test",
        "startDate": "2026-11-21",
        "sport": "WK Boerenbridge",
        "url": "http://testserver/t/wk-test/",
        "image": "http://testserver/t/wk-test/standings.png",
        "location": {"@type": "Place", "name": "Utrecht", "address": "Utrecht"},
    }


def test_a_name_does_not_end_the_data(client, tournament):
    name = "</script><script>alert('x')</script> & <b>"
    Tournament.objects.update(name=name)
    page = client.get("/t/wk-test/").content.decode()
    (event,) = map(json.loads, EVENT.findall(page))
    assert (event["name"], "location" in event) == (name, False)
    assert "<script>alert" not in page


def test_other_pages_have_none(client, tournament):
    assert "og:title" not in client.get("/t/wk-test/players/").content.decode()


def test_a_page_without_a_picture_of_its_own_has_that_of_wk(rf, tournament):
    context = {"tournament": tournament, "title": "WK Test"}
    part = render_to_string("tournament/_preview.html", context, rf.get("/t/wk-test/"))
    assert dict(META.findall(part))["image"] == "http://testserver/static/icons/preview.png"
