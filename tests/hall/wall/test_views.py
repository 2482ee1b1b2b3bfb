"""The pages of the wall, and the page on which the office holds them."""

import re
from itertools import product

import pytest

from tests.hall.clock.timed_rounds import start_clock
from tests.markup import on_one_line
from tests.scoreforms.started_rounds import start_round
from tests.standings.reading import text_of
from tests.standings.tournaments import count_form, make_tournament, play_round
from tests.standings.withheld import ALL, NAMES, NOTHING, ORDER, TOP, total_points, withhold
from wk.auditlog.models import AuditLogEntry
from wk.hall.models import MOST_SCREENS, WallHold
from wk.hall.queries import MOST_WITH_PLAYERS
from wk.hall.wall.scenes import Scene
from wk.phones.keys import qr_svg
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Entry, Round, Seat, Table
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.usefixtures("english")
WALL = "/t/wk-test/wall/"
CONTROL = f"{WALL}control/"
PHONES_REACH = {"HTTP_HOST": "wk.local"}


def html_of(client, address=WALL, **headers):
    return on_one_line(client.get(address, **headers).content.decode())


def pages_of(client, address=WALL):
    """Return the scene of a wall, and the keys of its pages."""
    html = html_of(client, address)
    return re.search(r'data-scene="(\w+)"', html)[1], re.findall(r'data-key="([\w-]+)"', html)


def set_state(state, number=1):
    Round.objects.filter(number=number).update(state=state)


# The public page


def test_the_wall_follows_the_day(client, tournament):
    set_state(Round.State.DRAWN)
    assert pages_of(client) == ("welcome", ["welcome-1"])
    assert "Welcome WK Test" in text_of(client.get(WALL))
    set_state(Round.State.CONFIRMED)
    assert pages_of(client) == ("seats", ["seats-1"])
    seats = text_of(client.get(WALL))
    assert "Round 1: at which table am I?" in seats
    assert "Anna Table 1 Bram Table 1" in seats
    assert "not started" not in seats
    set_state(Round.State.STARTED)
    assert pages_of(client) == ("play", ["tables-1"])
    one, two = Table.objects.order_by("number")
    count_form(one, [50, 40, 30, 20, 10])
    assert pages_of(client) == ("play", ["tables-1", "top-1"])
    standings = text_of(client.get(WALL))
    assert "Standings during round 1 1 not in yet" in standings
    assert "Rank 1 Anna 5 MP 50 points 5 50" in standings
    assert "Rank 6" not in standings  # nobody is listed before he has a result
    count_form(two, [45, 35, 25, 15])
    assert pages_of(client) == ("standings", ["top-1"])
    withhold(tournament, ALL, 1)
    assert pages_of(client) == ("curtain", ["curtain-1"])
    assert "Still secret The results of round 1 are announced later." in text_of(client.get(WALL))
    withhold(tournament, NOTHING, 1)
    tournament.round_count = 1
    tournament.save()
    set_state(Round.State.CLOSED)
    assert pages_of(client) == ("ceremony", ["podium-1", "top-1"])
    assert "World champion Anna" in text_of(client.get(WALL))


@pytest.mark.parametrize("tables", [MOST_WITH_PLAYERS, MOST_WITH_PLAYERS + 1])
def test_few_tables_show_who_sits_there(client, db, tables):
    start_round(tables)
    page = html_of(client, f"{WALL}?show=play")
    shown = page.count('class="hall-players"')
    assert shown == (tables if tables <= MOST_WITH_PLAYERS else 0)
    names = [seat.entry.name for seat in Seat.objects.filter(table__number=1)]
    listed = " ".join(f"<li>{name}</li>" for name in names)
    assert (listed in page) == (shown > 0)


def test_a_script_is_told_which_tables_count(client, tournament):
    """Also which rounds the public sees: after a release no table is new."""
    told = re.compile(r'<p class="wall-new" role="status" data-rounds="(.*?)" data-tables="(.*?)"')
    assert told.findall(html_of(client)) == [("to 1", "")]
    count_form(Table.objects.get(number=2), [45, 35, 25, 15])
    html = html_of(client)
    assert told.findall(html) == [("to 1", "1/2 ")]
    assert html.count('data-counted="1/2"') == 4
    withhold(tournament, ALL, 1)
    assert told.findall(html_of(client)) == [("to 0 without 1", "")]
    assert "data-counted" not in html_of(client)


def test_each_result_of_the_top_has_a_box_for_ranks_from_the_second_round_on(client):
    made = make_tournament("abcdefgh", rounds=2)
    tables = {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: {5: 50, 6: 40, 7: 30, 8: 20}}
    boxes = []
    for number in (1, 2):
        play_round(made, number, tables, state=Round.State.CLOSED)
        shown = html_of(client, "/t/hal/wall/?show=standings").split('data-key="top-1"')[1]
        boxes.append((shown.count('<span class="this-round"> <b>'), shown.count('class="rise"')))
    assert boxes == [(8, 0), (8, 8)]  # nobody moved: the boxes are empty


def test_names_of_all_are_in_the_list_of_seats_in_their_order(client, tournament):
    names = [f"Naam {n:02}" for n in range(1, 51)]
    entries = enter_many(tournament=tournament, rows=[NewEntry(name) for name in names])
    Entry.objects.filter(name="Naam 02").update(name="Anna")
    tables = {t: entries[5 * t - 5 : 5 * t] for t in range(1, 11)}
    seat_round(tournament=tournament, number=2, tables=tables, state=Round.State.CONFIRMED)
    page = client.get(f"{WALL}?show=seats")
    shown = [row for part in page.context["wall"].pages for row in part.rows]
    assert [len(part.rows) for part in page.context["wall"].pages] == [24, 24, 2]
    assert [seat.name for seat in shown] == ["Anna", *(n for n in names if n != "Naam 02")]
    assert "An – Naam 24 1 / 3" in text_of(page)


def test_codes_are_there_only_where_phones_reach_wk(client, tournament, settings):
    settings.ALLOWED_HOSTS = ["wk.local", "localhost"]
    for scene in ("welcome", "seats"):
        address = f"{WALL}?show={scene}"
        assert "<svg viewBox" in html_of(client, address, **PHONES_REACH)
    settings.ALLOWED_HOSTS = ["localhost"]
    assert "wall-code" not in html_of(client, f"{WALL}?show=seats", HTTP_HOST="localhost")


def test_an_open_wall_asks_for_its_part_alone(client, tournament):
    address = f"{WALL}2/?show=seats"
    part = html_of(client, address, headers={"HX-Request": "true"})
    assert "<html" not in part
    assert f'hx-get="{address}" data-live="results progress news"' in part
    whole = html_of(client, address)
    assert 'data-every="2"' in whole
    build = re.compile(r'data-build="(\w{16})"')
    assert build.search(part)[1] == build.search(whole)[1]


def test_a_screen_shows_what_was_chosen_there_and_the_office_goes_before_it(client, tournament):
    hold = WallHold.objects.create
    assert pages_of(client, f"{WALL}1/?show=seats")[0] == "seats"
    hold(tournament=tournament, screen=0, scenes=Scene.CURTAIN)
    assert pages_of(client, f"{WALL}1/?show=seats")[0] == "curtain"
    hold(tournament=tournament, screen=1, scenes=Scene.WELCOME)
    found = [pages_of(client, f"{WALL}{screen}")[0] for screen in ("", "1/", "2/")]
    assert found == ["curtain", "welcome", "curtain"]
    assert "One moment" in text_of(client.get(WALL))


def test_a_hold_shows_on_kept_pages_at_once(client, tournament, kept_pages):
    assert pages_of(client)[0] == "play"
    WallHold.objects.create(tournament=tournament, scenes=Scene.CURTAIN)
    assert pages_of(client)[0] == "curtain"
    WallHold.objects.all().delete()
    assert pages_of(client)[0] == "play"


def test_an_official_finds_his_way_back(client, director_client, tournament):
    way = 'href="/t/wk-test/">To the tournament</a>'
    assert [way in html_of(each) for each in (client, director_client)] == [False, True]


@pytest.mark.parametrize("asked", ["?show=x", "?show=", "?show=%00", "?show=ceremony"])
def test_what_cannot_be_shown_is_ignored(client, tournament, asked):
    assert pages_of(client, WALL + asked)[0] == "play"


@pytest.mark.parametrize(
    "address",
    [f"{WALL}0/", f"{WALL}{MOST_SCREENS + 1}/", "/t/nergens/wall/", "/t/nergens/wall/1/"],
)
def test_other_screens_are_not_found(client, tournament, address):
    assert client.get(address).status_code == 404


def test_withheld_results_are_on_no_wall_even_for_directors(director_client, twelve_players):
    top = [NAMES[number - 1] for number in ORDER[:10]]
    for what, scene in product((ALL, TOP), ["", *(f"?show={scene}" for scene in Scene)]):
        withhold(twelve_players, what)
        page = text_of(director_client.get(f"/t/hal/wall/{scene}"))
        assert not re.search(rf"\b{total_points(7)}\b", page)
        is_seats = scene in ("?show=seats", "?show=play")  # which show the names of all
        if what == TOP and not is_seats:
            assert [name for name in top if name in page] == []
        assert "▲" not in page


@pytest.mark.parametrize(("what", "is_told"), [(NOTHING, True), (TOP, False)])
def test_a_wall_without_points_explains_none(client, twelve_players, what, is_told):
    withhold(twelve_players, what)
    page = text_of(client.get("/t/hal/wall/?show=standings"))
    assert ("MP: match points" in page) == is_told


@pytest.mark.parametrize("tables", [3, 9])
def test_the_number_of_queries_does_not_depend_on_the_players(
    client, db, django_assert_num_queries, tables
):
    made = start_round(tables)
    start_clock(made)
    table = made.rounds.get().tables.get(number=1)
    count_form(table, range(table.seats.count()))
    for scene, queries in (("seats", 12), ("play", 19), ("standings", 11)):
        with django_assert_num_queries(queries, info=scene):
            client.get(f"/t/wk-test/wall/?show={scene}")


# The page of the office


def test_the_office_holds_a_screen_and_lets_it_go(director_client, client, tournament):
    page = text_of(director_client.get(CONTROL))
    assert "A screen that follows the day shows now: Clock and tables" in page
    for screen, scene, shown in ((0, "curtain", "curtain"), (2, "seats", "seats"), (0, "", "play")):
        found = director_client.post(CONTROL, {"screen": screen, "scene": scene}, follow=True)
        assert found.redirect_chain == [(CONTROL, 302)]
        assert "The wall changes within a few seconds." in text_of(found)
        assert pages_of(client, f"{WALL}2/")[0] == shown
    assert AuditLogEntry.objects.filter(kind=AuditLogEntry.Kind.WALL).count() == 3


def test_the_office_reads_the_address_that_a_screen_in_the_hall_opens(
    director_client, tournament, settings
):
    settings.ALLOWED_HOSTS = ["localhost", "wk.local"]
    page = html_of(director_client, CONTROL, headers={"Host": "localhost"})
    assert f'<a href="http://wk.local{WALL}">http://wk.local{WALL}</a>' in page
    assert f">http://wk.local{WALL}2/</a>" in page
    assert page.count("Open on a screen without a number:") == 1
    assert page.count("Open on that screen:") == 6
    assert page.count(">Empty, with “still secret”</button>") == 7


def test_a_screen_turns_between_scenes_and_shows_each_page_once(
    director_client, client, tournament
):
    sent = {"screen": 0, "turns": "1", "scene": ["standings", "welcome", "play", "seats"]}
    director_client.post(CONTROL, sent)
    assert pages_of(client) == ("welcome", ["welcome-1", "seats-1", "tables-1"])
    count_form(Table.objects.get(number=1), [50, 40, 30, 20, 10])
    assert pages_of(client)[1] == ["welcome-1", "seats-1", "tables-1", "top-1"]
    page = html_of(director_client, CONTROL)
    assert page.count(" checked>") == 4


def test_a_code_leads_where_its_scene_leads_also_on_a_screen_that_turns(
    client, tournament, settings
):
    settings.ALLOWED_HOSTS = ["wk.local"]
    WallHold.objects.create(tournament=tournament, scenes="welcome,seats")
    codes = client.get(WALL, **PHONES_REACH).context["codes"]
    assert codes == {
        "welcome": qr_svg("http://wk.local/t/wk-test/"),
        "seats": qr_svg("http://wk.local/t/wk-test/players/"),
    }


def test_a_wall_with_a_code_asks_again_and_is_not_kept_for_long(
    client, tournament, settings, kept_pages
):
    """The office opens wk to the hall, and this machine gets another address, without a change of
    the public version."""
    assert ", every " not in html_of(client)
    assert 'hx-trigger="look, every 5s"' in html_of(client, f"{WALL}?show=welcome")
    (page,) = [page for key, page in kept_pages._pages.items() if key[1] == "show=welcome"]
    assert page.ends - page.made <= 5


def test_the_page_of_the_office_has_few_queries(
    director_client, tournament, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        director_client.get(CONTROL)


@pytest.mark.parametrize(
    "sent",
    [
        *({}, {"screen": "7", "scene": "curtain"}, {"screen": "x"}, {"screen": "1", "scene": "x"}),
        {"screen": "x", "scene": ["seats", "play"]},
    ],
)
def test_an_unknown_screen_or_scene_is_refused(director_client, tournament, sent):
    found = director_client.post(CONTROL, sent, follow=True)
    assert "There is no such screen or scene." in text_of(found)
    assert not WallHold.objects.exists()


@pytest.mark.parametrize("scenes", [[], ["seats", "curtain"], ["ceremony"]])
def test_a_screen_turns_between_no_curtain_and_not_between_nothing(
    director_client, tournament, scenes
):
    sent = {"screen": "1", "turns": "1", "scene": scenes}
    found = director_client.post(CONTROL, sent, follow=True)
    assert "Choose what it is to turn between." in text_of(found)
    assert not WallHold.objects.exists()


def test_the_wall_is_offered_to_officials_at_the_top(client, clerk_client, tournament):
    for address, wall in (("standings/", f"{WALL}?show=standings"), ("hall/", WALL)):
        head = html_of(clerk_client, f"/t/wk-test/{address}").split("</header>")
        assert [f'href="{wall}"' in part for part in head].count(True) == 1
        assert "For the projector" in next(part for part in head if f'href="{wall}"' in part)
