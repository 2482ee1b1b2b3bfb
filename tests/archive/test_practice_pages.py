"""Nobody takes a practice tournament for a real one."""

import datetime as dt

import pytest

from tests.players.conftest import ENGLISH, text
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

FORMS = 'class="button big" href="/t/{}/forms/"'
MARK = '<span class="badge practice">practice</span>'


def made(name, slug, *, day=21, is_on=False):
    """A tournament of one table; `is_on`: its round has begun."""
    tournament = create_tournament(name=name, slug=slug, date=dt.date(2026, 11, day))
    entries = enter_many(tournament=tournament, rows=[NewEntry(f"Ander {n}") for n in range(5)])
    state = Round.State.STARTED if is_on else Round.State.DRAWN
    seat_round(tournament=tournament, number=1, tables={1: list(entries)}, state=state)
    return tournament


def test_it_comes_after_all_others_and_is_marked(client):
    for name, slug, day in [
        ("Oefentoernooi", "oefen", 30),
        ("WK 2026", "wk-2026", 21),
        ("Oefentoernooi Bollen", "oefen-bollen", 29),
        ("WK 2025", "wk-2025", 20),
    ]:
        made(name, slug, day=day)
    page = text(client.get("/", headers=ENGLISH))
    names = ["WK 2026", "WK 2025", "Oefentoernooi", "Oefentoernooi Bollen"]
    places = [page.index(f">{name}</a>") for name in names]
    assert places == sorted(places)
    marked = [name for name in names if f">{name}</a> {MARK}" in page]
    assert (marked, page.count(MARK)) == (names[2:], 2)


def test_a_button_is_called_as_the_one_that_leads_to_it(director_client):
    said = "Load the practice tournament"
    first = text(director_client.get("/", headers=ENGLISH))
    assert f'href="/practice/">{said}</a>' in first
    assert f'<button class="big">{said}</button>' in text(
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
def test_it_is_not_what_is_to_be_done_where_there_is_another(
    clerk_client, practising, real, offered
):
    made("Oefentoernooi", "oefen", is_on=practising)
    if real is not None:
        made("WK 2026", "wk-2026", is_on=real)
    page = text(clerk_client.get("/", headers=ENGLISH))
    assert [slug for slug in ("oefen", "wk-2026") if FORMS.format(slug) in page] == offered


@pytest.mark.parametrize(("slug", "marks"), [("oefen", 1), ("wk-2026", 0)])
def test_each_of_its_pages_says_so(clerk_client, slug, marks):
    made("Kampioenschap", slug)
    for path in ("", "desk/", "forms/", "standings/", "rounds/1/"):
        page = text(clerk_client.get(f"/t/{slug}/{path}", headers=ENGLISH))
        assert (path, page.count(MARK)) == (path, marks)
