"""The standings in a frame of another site."""

import pytest

from tests.standings.reading import names_on, rows_of
from tests.standings.tournaments import close_rounds
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db
EMBED = "/t/hal/standings/embed/"


def frame_headers(answer):
    """Return what an answer says about frames: for old browsers, and for new ones."""
    policy = dict(each.split(" ", 1) for each in answer["Content-Security-Policy"].split("; "))
    return answer.get("X-Frame-Options"), policy["frame-ancestors"]


def test_only_this_page_may_stand_in_a_frame(client, hal, kept_pages):
    for _time in ("made", "kept"):
        assert frame_headers(client.get(EMBED)) == (None, "*")
        for page in ("/t/hal/standings/", "/t/hal/", "/login/"):
            assert frame_headers(client.get(page)) == ("DENY", "'none'")
    script = client.get(EMBED)["Content-Security-Policy"]
    assert "default-src 'self'" in script


def test_it_shows_the_standings_and_nothing_to_press(client, director_client, hal):
    answer = client.get(EMBED)
    page = answer.content.decode()
    assert rows_of(answer)[0] == ["1", "=Bram", "5", "41"]
    assert names_on(answer) == ["=Bram", "Anna", "Dirk", "Cor,", "Els"]
    assert 'data-live="results"' in page
    assert "1 van 1 <span>formulieren van ronde" in page
    for element in ("<form", "<button", "<nav", "<input"):
        assert element not in page
    assert rows_of(director_client.get(EMBED)) == rows_of(answer)


def test_final_standings_follow_nothing(client, hal):
    hal.rounds.filter(number__gt=1).delete()
    hal.round_count = 1
    hal.save()
    close_rounds(hal)
    assert "data-live" not in client.get(EMBED).content.decode()


def test_what_is_withheld_is_not_in_it(client, director_client, hal):
    hal.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
    for reader in (client, director_client):
        page = reader.get(EMBED).content.decode()
        assert "later bekendgemaakt" in page
        assert "41" not in page.split("<main")[1]


def test_places_without_points_have_no_columns_for_them(client, hal):
    """The top is told later: a list below it has ranks and names."""
    columns = '<th scope="col"'
    hal.rounds.filter(number__gt=1).delete()
    hal.round_count = 1
    hal.save()
    close_rounds(hal)
    assert client.get(EMBED).content.decode().count(columns) == 4
    hal.rounds.update(withheld=Round.Withheld.TOP)
    page = client.get(EMBED).content.decode()
    assert (page.count(columns), "legend" in page) == (2, False)
    assert not {"41", "–"} & {*page.split("<main")[1].replace("<", " ").replace(">", " ").split()}
