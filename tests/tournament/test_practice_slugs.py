"""Practice tournaments are marked on every page and never come before real ones."""

import datetime as dt

import pytest

from scoring.registry import GAMES
from tests.listed_players import tournament_with_players
from tests.players.conftest import ENGLISH, page_html
from wk.players.services import NewEntry
from wk.tournament.models import Round
from wk.tournament.practice_slugs import is_practice, practice_slug
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.django_db

FORMS = 'class="button big" href="/t/{}/forms/"'
MARK = '<span class="badge practice">practice</span>'


def create_round(name, slug, *, day=21, is_on=False):
    """Create a tournament of one table; with `is_on` its round has started."""
    people = [NewEntry(f"Ander {n}") for n in range(5)]
    date = dt.date(2026, 11, day)
    tournament, entries = tournament_with_players(name, date, people, slug=slug)
    state = Round.State.STARTED if is_on else Round.State.DRAWN
    seat_round(tournament=tournament, number=1, tables={1: entries}, state=state)
    return tournament


def test_practice_tournaments_are_listed_last_with_a_badge(client):
    for name, slug, day in [
        ("Oefentoernooi", "oefen", 30),
        ("WK 2026", "wk-2026", 21),
        ("Oefentoernooi Bollen", "oefen-bollen", 29),
        ("WK 2025", "wk-2025", 20),
    ]:
        create_round(name, slug, day=day)
    page = page_html(client.get("/", headers=ENGLISH))
    names = ["WK 2026", "WK 2025", "Oefentoernooi", "Oefentoernooi Bollen"]
    places = [page.index(f">{name}</a>") for name in names]
    assert places == sorted(places)
    marked = [name for name in names if f">{name}</a> {MARK}" in page]
    assert (marked, page.count(MARK)) == (names[2:], 2)


def test_the_practice_link_and_button_have_the_same_text(director_client):
    said = "Load the practice tournament"
    first = page_html(director_client.get("/", headers=ENGLISH))
    assert f'href="/practice/">{said}</a>' in first
    assert f'<button class="big">{said}</button>' in page_html(
        director_client.get("/practice/", headers=ENGLISH)
    )


@pytest.mark.parametrize(
    ("practising", "real", "offered"),
    [
        (True, None, ["oefen"]),
        (True, False, []),
        (True, True, ["wk-2026"]),
        (False, True, ["wk-2026"]),
    ],
)
def test_a_real_tournament_is_offered_before_a_practice_one(
    clerk_client, practising, real, offered
):
    create_round("Oefentoernooi", "oefen", is_on=practising)
    if real is not None:
        create_round("WK 2026", "wk-2026", is_on=real)
    page = page_html(clerk_client.get("/", headers=ENGLISH))
    assert [slug for slug in ("oefen", "wk-2026") if FORMS.format(slug) in page] == offered


@pytest.mark.parametrize(("slug", "marks"), [("oefen", 1), ("wk-2026", 0)])
def test_every_page_of_a_practice_tournament_has_the_badge(clerk_client, slug, marks):
    create_round("Kampioenschap", slug)
    for path in ("", "desk/", "forms/", "standings/", "rounds/1/"):
        page = page_html(clerk_client.get(f"/t/{slug}/{path}", headers=ENGLISH))
        assert (path, page.count(MARK)) == (path, marks)


def test_a_practice_tournament_is_recognised_by_its_slug():
    assert [key for key in GAMES if not is_practice(practice_slug(key))] == []
    real = ["wk-2026", "oefenen", "oefen-2026", "wk-oefen", ""]
    assert [slug for slug in real if is_practice(slug)] == []
