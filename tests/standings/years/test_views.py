"""The pages over the years: what they show, keep back, and ask of the database."""

import re

import pytest
from django.urls import reverse

from tests.markup import on_one_line
from tests.standings.reading import text_of
from tests.standings.tournaments import NASTY, make_tournament, play_round, two_closed_rounds
from tests.standings.withheld import ALL, NOTHING, TOP, withhold
from tests.standings.years.many import many_editions
from wk.scoreforms.models import Result
from wk.tournament.models import Entry, Player, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
YEARS, EVERYBODY = "/years/", "/years/players/"


def test_addresses():
    found = reverse("standings:years"), reverse("standings:everybody")
    assert found == (YEARS, EVERYBODY)


@pytest.mark.parametrize("address", [YEARS, EVERYBODY])
def test_everybody_reads_them_and_nobody_writes(client, clerk_client, address):
    assert client.get(address).status_code == clerk_client.get(address).status_code == 200
    assert client.post(address).status_code == 405


def test_without_editions_the_pages_say_so(client):
    make_tournament("abcd", slug="oefen")
    assert "There is no edition yet." in text_of(client.get(YEARS))
    assert "Nobody found." in text_of(client.get(EVERYBODY))
    assert '<form class="search' not in client.get(YEARS).content.decode()


def test_champion_and_place_of_an_edition(client):
    two_closed_rounds()
    page = text_of(client.get(YEARS))
    assert "2026 World champion a 10 MP · 80 points WK hal 21 November 2026 · 4 players" in page
    assert "Most MP in 2 rounds 10 match points a · 2026" in page
    assert "Highest round 40 points a · 2026, round 1, table 1 a · 2026, round 2, table 1" in page


def test_an_edition_that_runs_has_no_champion(client):
    made = two_closed_rounds()
    Round.objects.filter(number=2).update(state=Round.State.STARTED)
    page = text_of(client.get(YEARS))
    assert "2026 still going on WK hal" in page
    assert "Most MP" not in page
    assert "2026 still going on" in text_of(client.get(EVERYBODY))
    made.rounds.all().delete()
    assert "2026 has yet to begin WK hal 21 November 2026" in text_of(client.get(YEARS))


@pytest.mark.parametrize("withheld", [ALL, TOP])
@pytest.mark.parametrize("address", [YEARS, EVERYBODY])
def test_what_is_held_back_changes_no_page(client, director_client, address, withheld):
    """Officials get no more than others, as they may show the page around."""
    made = two_closed_rounds()
    shown = text_of(client.get(address))
    withhold(made, withheld)
    before = client.get(address).content
    assert text_of(client.get(address)) != shown
    Result.objects.filter(seat__entry__number=4).update(points=400, half_points=40)
    assert client.get(address).content == before
    assert "World champion" not in text_of(director_client.get(address))


def test_names_are_text_and_stand_by_surname(client):
    made = two_closed_rounds()
    for number, name in enumerate((NASTY, "Sjoerd van der Wal", "Łucja Aal", "Bea Wal"), 1):
        Entry.objects.filter(tournament=made, number=number).update(name=name)
    page = client.get(EVERYBODY).content.decode()
    assert NASTY not in page
    assert NASTY not in client.get(YEARS).content.decode()
    letters = re.findall(r'<h2 class="letter">(.*?)</h2>', page)
    names = re.findall(r"<p><b>(.*?)</b>", page)
    assert letters == ["A", "S", "W"]
    assert names[0::2] == ["Aal, Łucja", "Wal, Bea"]
    assert names[3] == "Wal, Sjoerd van der"
    assert page.count('<ul class="people">') == page.count("</h2>") == 3


def test_a_search_and_the_pages_of_a_long_list(client):
    many_editions(2, 105, rounds=1)
    page = on_one_line(client.get(EVERYBODY).content.decode())
    assert Player.objects.count() == 126
    assert page.count('<ul class="taken">') == 100
    assert re.findall(r'href="\?page=(\d)"( aria-current="page")?', page) == [
        ("1", ' aria-current="page"'),
        ("2", ""),
    ]
    second = client.get(EVERYBODY, {"page": 2}).content.decode()
    assert second.count('<ul class="taken">') == 15
    found = text_of(client.get(EVERYBODY, {"q": "anna aalders"}))
    assert "2 players" in found
    assert client.get(EVERYBODY, {"page": "x"}).status_code == 200


def test_number_of_queries_whatever_there_is(client, django_assert_num_queries):
    many_editions(3, 20)
    for address, queries in ((YEARS, 5), (EVERYBODY, 3)):
        with django_assert_num_queries(queries):
            client.get(address)


def test_the_pages_are_kept_and_change_with_the_results(client, kept_pages):
    made = two_closed_rounds()
    for address in (YEARS, EVERYBODY, f"{EVERYBODY}?page=1"):
        first = client.get(address)
        assert not first.cookies
        assert first["ETag"] == client.get(address)["ETag"]
    withhold(made, ALL)
    assert "World champion" not in text_of(client.get(YEARS))
    withhold(made, NOTHING)
    assert "World champion" in text_of(client.get(YEARS))


def test_a_running_edition_beside_a_final_one(client):
    many_editions(1, 20, rounds=1)
    made = make_tournament([f"Speler {n}" for n in range(1, 6)])
    play_round(made, 1, {1: {1: 9, 2: 8, 3: 7, 4: 6, 5: 5}})
    page = text_of(client.get(YEARS))
    assert page.index("2026 still going on") < page.index("2025 World champion")
    assert 'class="going-on"' in client.get(YEARS).content.decode()


def test_the_figures_of_the_day_lead_to_the_years_but_not_from_practice(client):
    two_closed_rounds()
    make_tournament("abcd", slug="oefen")
    pages = [client.get(f"/t/{slug}/figures/").content.decode() for slug in ("hal", "oefen")]
    assert [f'href="{YEARS}"' in page for page in pages] == [True, False]
