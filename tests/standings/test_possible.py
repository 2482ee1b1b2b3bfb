"""The ranks that are still possible, on pages, in the feed and in the command."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.standings.reading import STANDINGS, text_of
from tests.standings.tournaments import count_form, make_tournament, play_round
from tests.standings.withheld import ALL, NOTHING, TOP, withhold
from wk.players.services import NewEntry
from wk.standings.possible import outlook, possible_ranks
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

FEED = "/t/hal/standings.json"


@pytest.fixture
def one_table_to_come():
    """A last round of three tables of four: those of players 1 to 4 and 9 to 12 are in."""
    made = make_tournament("abcdefghijkl", rounds=1)
    first, last = {1: 90, 2: 60, 3: 40, 4: 10}, {9: 80, 10: 70, 11: 60, 12: 50}
    play_round(made, 1, {1: first, 2: [5, 6, 7, 8], 3: last})
    return made


def told(rows):
    """Return best and worst rank by start number."""
    return {row["number"]: (row["best"], row["worst"]) for row in rows if "best" in row}


def read_feed(client):
    return told(client.get(FEED).json()["standings"])


def reach(tournament, *, sees_all=False):
    visibility = result_visibility(tournament, sees_all=sees_all)
    return possible_ranks(visible_standings(visibility), visibility)


def test_possible_ranks_while_a_form_is_to_come(client, one_table_to_come, capsys):
    found = read_feed(client)
    # Number 1 has 5 match points and 90 points: only a single winner of table 2 may pass him.
    # Number 12 has 2 and 50: all but the last of table 2 pass him, and that one may too.
    assert {n: found[n] for n in (1, 9, 5, 4, 12)} == {
        1: (1, 2),
        9: (2, 3),
        5: (1, 12),
        4: (11, 12),
        12: (10, 11),
    }
    assert len(found) == 12
    call_command("standings", "hal", "--format", "json", "--possible")
    assert told(json.loads(capsys.readouterr().out)["standings"]) == found
    call_command("standings", "hal", "--format", "json")
    assert told(json.loads(capsys.readouterr().out)["standings"]) == {}
    with pytest.raises(CommandError, match="add “--format json”"):
        call_command("standings", "hal", "--possible")


def test_pages_tell_what_is_possible_and_what_decides(client, one_table_to_come):
    assert "Table 2 decides who wins." in text_of(client.get(STANDINGS))
    assert "Table 2 decides who wins." in text_of(client.get("/t/hal/wall/?show=standings"))
    pages = {n: text_of(client.get(f"/t/hal/players/{n}/")) for n in (1, 5, 9)}
    assert "Can still win. For now rank 1; can still end on rank 1 or 2." in pages[1]
    assert "Rank 1 takes a win at table 2." in pages[5]
    assert "Cannot win any more. For now rank 2; can still end on rank 2 or 3." in pages[9]
    count_form(Table.objects.get(number=2), [50, 60, 70, 80])
    assert "decide" not in text_of(client.get(STANDINGS))
    assert "can still end" not in text_of(client.get("/t/hal/players/1/"))
    rows = client.get(FEED).json()["standings"]
    assert told(rows) == {row["number"]: (row["rank"], row["rank"]) for row in rows}


def test_the_first_page_tells_who_can_still_win_and_what_match_points_are(
    client, one_table_to_come
):
    page = text_of(client.get("/t/hal/"))
    assert "Can still win: a , e , f , g and h Table 2 decides who wins." in page
    assert "MP: match points, by the place at the table: 5-4-3-2-1" in page
    count_form(Table.objects.get(number=2), [50, 60, 70, 80])
    page = text_of(client.get("/t/hal/"))
    assert "Can still win" not in page
    assert "decides who wins" not in page


def test_the_first_page_tells_who_cannot_be_overtaken(client):
    made = make_tournament("abcdefgh", rounds=2)
    first = {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: {5: 50, 6: 40, 7: 30, 8: 20}}
    play_round(made, 1, first, state=Round.State.FINAL)
    # Number 1 has 10 match points, and number 5 can have no more than that with fewer points.
    play_round(made, 2, {1: {1: 400, 6: 80, 3: 70, 8: 60}, 2: [5, 2, 7, 4]})
    told = "Nobody can overtake a any more."
    assert told in text_of(client.get("/t/hal/"))
    withhold(made, TOP)
    assert told not in text_of(client.get("/t/hal/"))


def test_many_who_can_still_win_are_not_named(client):
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: [5, 6, 7, 8]})
    assert "Can still win: a , e , f , g and h" in text_of(client.get("/t/hal/"))
    made = make_tournament("abcdefghijkl", slug="veel", rounds=1)
    play_round(made, 1, {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    assert "Can still win" not in text_of(client.get("/t/veel/"))


def test_the_place_at_the_own_table_that_is_needed(client):
    """Player 1 has 5 match points before the last table and each of the others there 3½; number 5
    ends with 8½."""
    made = make_tournament("abcdefgh", rounds=2)
    play_round(made, 1, {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: {5: 50, 6: 50, 7: 50, 8: 50}})
    play_round(made, 2, {1: [1, 6, 7, 8], 2: {5: 90, 4: 80, 3: 70, 2: 60}})
    page = text_of(client.get("/t/hal/players/1/"))
    assert (
        "Can still win. For now rank 5; can still end on ranks 1 to 5. "
        "Rank 1 takes place 2 or better at table 1." in page
    )
    assert "Rank 1 takes a win at table 1." in text_of(client.get("/t/hal/players/6/"))


def test_rounds_to_come_and_players_who_stop(client):
    made = make_tournament([*"abcdefgh", NewEntry("Toos", "", None, 1)], rounds=3)
    points = dict(enumerate([90, 80, 70, 60, 50], 1))
    play_round(made, 1, {1: points, 2: {6: 40, 7: 30, 8: 20, 9: 10}}, state=Round.State.FINAL)
    play_round(made, 2, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, state=Round.State.CONFIRMED)
    visibility = result_visibility(made, sees_all=False)
    found = outlook(visible_standings(visibility), visibility)
    assert [(table.number, table.players) for table in found.tables] == [
        (1, (1, 2, 3, 4)),
        (2, (5, 6, 7, 8)),
    ]
    assert (found.rounds, found.free_tables) == (1, ((10, 8, 6, 4),) * 2)
    assert (found.least, found.most) == (-250, 408)
    assert [each.number for each in found.contestants if not each.plays_on] == [9]
    # Two match points stay behind everybody else, who gets two in each round at least.
    assert read_feed(client)[9] == (9, 9)
    assert read_feed(client)[8] == (1, 8)
    made.entries.filter(number=8).update(withdrawn_after=1)
    Round.objects.filter(number=2).delete()
    assert read_feed(client) == {}  # seven players cannot be divided


def test_nothing_is_told_of_earlier_standings(client, tournament_in_round_2):
    assert told(client.get("/t/hal/standings/1.json").json()["standings"]) == {}


def withheld_pages(client):
    """Return what the public reads where possible ranks could stand."""
    addresses = [FEED, STANDINGS, "/t/hal/players/5/", "/t/hal/"]
    pages = [client.get(address).content.decode() for address in addresses]
    return [page.split("<main")[-1] for page in pages]


@pytest.mark.parametrize("what", [TOP, ALL])
def test_what_is_withheld_gives_nothing_away(client, director_client, what):
    made = make_tournament("abcdefgh", rounds=2)
    points = dict(enumerate([90, 80, 70, 60, 50, 40, 30, 20], 1))
    halves = [{n: points[n] for n in range(low, low + 4)} for low in (1, 5)]
    play_round(made, 1, {1: halves[0], 2: halves[1]}, state=Round.State.FINAL)
    play_round(made, 2, {1: {1: 5, 2: 6, 3: 7, 4: 8}, 2: [5, 6, 7, 8]})
    assert read_feed(client)
    withhold(made, what)
    before = withheld_pages(client)
    assert read_feed(client) == reach(made) == reach(made, sees_all=True) == {}
    for reader in (client, director_client):
        assert 'id="prospects"' not in reader.get("/t/hal/players/5/").content.decode()
        assert 'id="deciding"' not in reader.get(STANDINGS).content.decode()
        assert 'id="contenders"' not in reader.get("/t/hal/").content.decode()
    results = Table.objects.get(round__number=2, number=1).seats.select_related("result")
    for seat in results:
        seat.result.points = 100 - seat.result.points
        seat.result.half_points = 14 - seat.result.half_points
        seat.result.save()
    assert withheld_pages(client) == before
    withhold(made, NOTHING)
    assert read_feed(client)


def test_number_of_queries(one_table_to_come):
    """Two more than the standings: who plays on, and the seats of rounds that have not begun."""
    made = make_tournament([*"abcdefgh"], slug="lang", rounds=4)
    play_round(made, 1, {1: {1: 5, 2: 6, 3: 7, 4: 8}, 2: [5, 6, 7, 8]})
    play_round(made, 2, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, state=Round.State.CONFIRMED)
    play_round(made, 3, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, state=Round.State.CONFIRMED)
    for tournament, more in ((made, 2), (one_table_to_come, 0)):
        visibility = result_visibility(tournament, sees_all=False)
        shown = visible_standings(visibility)
        with CaptureQueriesContext(connection) as queries:
            assert possible_ranks(shown, visibility)
        assert len(queries) == more
