"""The ceremony, which tells the places from last to first."""

import datetime as dt
import re

import pytest

from tests.markup import on_one_line
from tests.standings.reading import text
from tests.standings.tournaments import (
    close_rounds,
    make_tournament,
    one_round_of_two_tables,
    play_round,
)
from wk.hall.announcements.services import announce
from wk.hall.ceremony.queries import Decider, ceremony
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)

START, END = "/t/hal/ceremony/", "/t/hal/ceremony/end/"

TAKE_AWAY = "/t/hal/hall/announcements/back/"

WITHHOLD, RELEASE = "/t/hal/rounds/1/withhold/", "/t/hal/standings/release/"


@pytest.fixture
def played():
    made = one_round_of_two_tables()
    close_rounds(made)
    return made


def two_rounds():
    """Two rounds of one table, both closed."""
    made = make_tournament("abcd", rounds=2)
    for number in (1, 2):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    close_rounds(made)
    return made


def told(tournament):
    """Return of every step the place, who is told, the places around it and the decider."""
    return [
        (each.place, [row.number for row in each.rows], each.below, each.above, each.decider)
        for each in ceremony(tournament).reveals
    ]


# What is told -----------------------------------------------------------------------------------


def test_every_place_with_what_decided_it(played):
    """WK-29: match points, then points; who is equal in both is told in one step (A16)."""
    assert told(played) == [
        (1, [5], 2, None, Decider(2, 94, 90)),
        (2, [1], 3, 1, None),
        (3, [2], 4, 2, Decider(4, 60, 54)),
        (4, [6], 5, 3, None),
        (5, [3, 7], 7, 4, None),
        (7, [4], 8, 5, Decider(8, 10, -6)),
        (8, [8], None, 7, None),
    ]


def test_a_place_finds_its_step(played):
    for place, found in [
        (1, 1),
        (4, 4),
        (5, 5),
        (6, 5),
        (7, 7),
        (8, 8),
        (0, None),
        (-1, None),
        (9, None),
    ]:
        reveal = ceremony(played).at(place)
        assert (reveal and reveal.place) == found


def test_it_is_ready_when_everything_is_known(played):
    assert ceremony(played).is_ready
    played.round_count = 2
    assert not ceremony(played).is_ready
    round = play_round(played, 2, {1: [1, 2, 3, 4]})
    assert not ceremony(played).is_ready
    round.state = Round.State.FINAL
    round.save()
    assert ceremony(played).is_ready  # the director has decided about that table (A17)


def test_it_waits_for_an_earlier_round_that_is_reopened():
    made = two_rounds()
    assert ceremony(made).is_ready
    made.rounds.filter(number=1).update(state=Round.State.STARTED)
    assert not ceremony(made).is_ready


def test_without_players_there_is_nothing_to_tell():
    told = ceremony(make_tournament([]))
    assert (told.reveals, told.is_ready, told.last, told.at(1)) == ((), False, 0, None)


def test_what_is_held_back_is_told(played):
    before = told(played)
    played.rounds.update(withheld=ALL)
    assert told(played) == before


PAGES = [START, f"{START}1/", END]


def test_only_directors_see_the_ceremony(client, clerk_client, director_client, played):
    for address in PAGES:
        away = client.get(address)
        assert (away.status_code, away.headers["Location"]) == (302, f"/login/?next={address}")
        assert clerk_client.get(address).status_code == 403
        assert director_client.get(address).status_code == 200
        assert director_client.post(address).status_code == 405


def test_what_is_not_there(director_client, played):
    for address in [
        f"{START}0/",
        f"{START}9/",
        f"{START}{'9' * 40}/",
        f"{START}x/",
        "/t/nergens/ceremony/",
        "/t/nergens/ceremony/1/",
        "/t/nergens/ceremony/end/",
    ]:
        assert director_client.get(address).status_code == 404


def links(page):
    """Return where the keys lead: back and on."""
    html = on_one_line(page.content.decode())
    found = dict(re.findall(r'rel="(prev|next)" href="([^"]*)"', html))
    return found.get("prev"), found.get("next")


def test_what_stands_on_the_screens_is_taken_away_before_it_begins(
    director_client, clerk_client, director, played
):
    assert "on the screens" not in text(director_client.get(START))
    for said in ("Op tijd", "Broodjes"):
        announce(tournament=played, text=said, author=director, now=NOON)
    assert "2 announcements still stand on the screens." in text(director_client.get(START))
    assert clerk_client.post(TAKE_AWAY).status_code == 403
    assert director_client.get(TAKE_AWAY).status_code == 405
    page = director_client.post(TAKE_AWAY, follow=True)
    assert page.redirect_chain == [(START, 302)]
    assert "on the screens" not in text(page)
    assert "Broodjes" not in text(page)


def test_from_last_to_first_by_links_alone(director_client, played):
    page = director_client.get(START, {"place": "8"}, follow=True)
    assert page.redirect_chain == [(f"{START}8/", 302)]
    seen = [links(page)]
    while seen[-1][1]:
        page = director_client.get(seen[-1][1])
        seen.append(links(page))
    places = [START, *(f"{START}{n}/" for n in (8, 7, 5, 4, 3, 2, 1)), END]
    assert seen == [
        *((before, after) for before, after in zip(places, places[2:], strict=False)),
        (places[-2], None),
    ]


def reading(page):
    body = re.search(r"<article.*?</article>", page.content.decode(), re.DOTALL).group()
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_each_step_tells_one_place(director_client, played):
    for place, read in [
        (8, "Place 8 Dirk no. 8 2 match points −6 points"),
        (
            7,
            "Place 7 Dirk no. 4 2 match points 10 points"
            " as many match points as number 8: 10 against −6 points",
        ),
        (6, "Place 5 · shared Cor Hans 3 match points 40 points"),
        (5, "Place 5 · shared Cor Hans 3 match points 40 points"),
        (2, "Place 2 Anna 5 match points 90 points"),
        (
            1,
            "World champion Els De Slag 5 match points 94 points"
            " as many match points as number 2: 94 against 90 points",
        ),
    ]:
        assert reading(director_client.get(f"{START}{place}/")) == read


def test_partners_who_always_play_together_are_champion_together(director_client):
    made = create_tournament(
        name="Bridge", slug="hal", date=dt.date(2026, 11, 21), game="rubber-bridge", round_count=1
    )
    enter_many(tournament=made, rows=[NewEntry(name) for name in "ABCD"])
    play_round(made, 1, {1: {1: 810, 3: -810, 2: 810, 4: -810}})
    close_rounds(made)
    assert reading(director_client.get(f"{START}1/")).startswith("Champion A B ")


def test_who_left_is_told_with_when(director_client):
    made = make_tournament(["Anna", "Bram", "Cor", NewEntry("Dirk", "Élan", None, 1)], rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    close_rounds(made)
    assert "Dirk Élan · left after round 1" in reading(director_client.get(f"{START}4/"))


def test_the_beginning_asks_from_which_place(director_client, played):
    page = director_client.get(START)
    assert 'value="8"' in page.content.decode()
    assert "The last place is 8." in reading(page)
    assert "Nothing is held back" in reading(page)
    played.rounds.update(withheld=TOP)
    assert "Nothing is held back" not in reading(director_client.get(START))


@pytest.mark.parametrize("place", ["", "0", "9", "-1", "x", "9" * 40])
def test_a_place_that_is_not_there_is_asked_again(director_client, played, place):
    page = director_client.get(START, {"place": place})
    assert page.status_code == 200
    assert list(page.context["form"].errors) == ["place"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"round_count": 2}, "Not every round has been played yet."),
        ({}, "Not everything is known yet: 1 table still to come."),
        ({"name": "Hal"}, "All forms are in. Once the round is closed, what you tell stays so."),
    ],
)
def test_a_ceremony_that_comes_too_early(director_client, change, words):
    made = make_tournament("abcdefgh", rounds=1)
    tables = {1: {1: 40, 2: 30, 3: 20, 4: 10}}
    play_round(made, 1, tables if change else tables | {2: [5, 6, 7, 8]})
    Tournament.objects.update(**{"round_count": 1} | change)
    assert words in reading(director_client.get(START, {"place": "1"}))
    for address in (f"{START}1/", END):
        assert director_client.get(address).headers["Location"] == START


@pytest.mark.parametrize("is_open", [[1], [2], [1, 2]])
def test_the_beginning_says_which_round_is_open(director_client, is_open):
    two_rounds().rounds.filter(number__in=is_open).update(state=Round.State.STARTED)
    page = director_client.get(START)
    asked = re.findall(r'href="/t/hal/rounds/(\d)/">Close round (\d) first', page.content.decode())
    assert asked == [(str(n), str(n)) for n in is_open]
    for address in (f"{START}1/", END):
        assert director_client.get(address).headers["Location"] == START


def test_a_ceremony_without_anybody(director_client):
    seat_round(tournament=make_tournament([]), number=1, tables={})
    assert "Nobody has played yet." in reading(director_client.get(START))


def test_the_end_has_the_button(director_client, played):
    played.rounds.update(withheld=TOP)
    page = director_client.get(END)
    assert reading(page).startswith("Final standings World champion Els 5 MP · 94 points 2 Anna")
    assert f'action="{RELEASE}"' in page.content.decode()
    played.rounds.update(withheld=NOTHING)
    page = director_client.get(END)
    assert f'action="{RELEASE}"' not in page.content.decode()
    assert "To the final standings" in reading(page)


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("players", [8, 40])
def test_number_of_queries(director_client, django_assert_num_queries, address, players):
    made = make_tournament([str(n) for n in range(players)], rounds=1)
    tables = {n // 4 + 1: {n + k: 99 - n - k for k in (1, 2, 3, 4)} for n in range(0, players, 4)}
    play_round(made, 1, tables)
    close_rounds(made)
    with django_assert_num_queries(8 if address == START else 7):
        director_client.get(address)
