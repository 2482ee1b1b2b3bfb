"""The pages of the ceremony."""

import datetime as dt
import re

import pytest

from tests.cases import cases
from tests.hall.ceremony.conftest import let_announce
from tests.markup import on_one_line
from tests.standings.reading import text_of
from tests.standings.tournaments import (
    close_rounds,
    make_tournament,
    play_round,
    two_closed_rounds,
)
from wk.hall.announcements.services import announce
from wk.hall.models import CeremonyStep
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP = Round.Withheld.NOTHING, Round.Withheld.TOP

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)

START, END = "/t/hal/ceremony/", "/t/hal/ceremony/end/"

TAKE_AWAY = "/t/hal/hall/announcements/back/"

RELEASE = "/t/hal/standings/release/"

ANNOUNCE = f"{START}announce/"
PAGES = [START, f"{START}1/", END]


def step_of(address):
    """Return the step of a page of the ceremony: the end is 0, the first page has none."""
    return {START: None, END: 0}.get(address, 1)


def test_only_directors_see_the_ceremony(client, clerk_client, director_client, finished):
    for address in PAGES:
        if address != START:
            let_announce(finished, step_of(address))
        away = client.get(address)
        assert (away.status_code, away.headers["Location"]) == (302, f"/login/?next={address}")
        assert clerk_client.get(address).status_code == 403
        assert director_client.get(address).status_code == 200
        assert director_client.get(address).context["ceremony"].announced == step_of(address)
    assert [director_client.post(each).status_code for each in PAGES[1:]] == [405, 405]


def test_only_directors_announce_and_only_by_a_button(
    client, clerk_client, director_client, finished
):
    for address in (START, ANNOUNCE):
        assert client.post(address, {"place": "8"}).headers["Location"].startswith("/login/")
        assert clerk_client.post(address, {"place": "8"}).status_code == 403
    assert director_client.get(ANNOUNCE).status_code == 405
    for address in (*PAGES, f"{START}8/", f"{START}?place=8"):
        director_client.get(address)
    assert not CeremonyStep.objects.exists()


def test_the_page_of_another_place_leads_to_the_one_announced_last(director_client, finished):
    """After a reload, on another laptop, and by the browser's own back button."""
    let_announce(finished, 4)
    for address in (f"{START}8/", f"{START}1/", END):
        assert director_client.get(address, follow=True).redirect_chain == [(f"{START}4/", 302)]
    let_announce(finished, 0)
    assert director_client.get(f"{START}1/", follow=True).redirect_chain == [(END, 302)]
    CeremonyStep.objects.all().delete()
    for address in (f"{START}8/", END):
        assert director_client.get(address, follow=True).redirect_chain == [(START, 302)]


def test_the_first_page_says_where_the_ceremony_is(director_client, finished):
    for place, words, address in (
        (4, "The screens show place 4.", f"{START}4/"),
        (0, "All places have been announced.", END),
    ):
        let_announce(finished, place)
        page = director_client.get(START)
        assert words in text_of_article(page)
        assert f'rel="next" href="{address}"' in on_one_line(page.content.decode())
    sent = button_of(page, "again")
    assert director_client.post(ANNOUNCE, sent, follow=True).redirect_chain == [(START, 302)]
    assert not CeremonyStep.objects.exists()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"place": "x"}, "There is no such place."),
        ({"place": "-1"}, "There is no such place."),
        ({"place": "9" * 40}, "There is no such place."),
        ({"place": "3", "seen": "5"}, "The ceremony is here meanwhile."),
        ({"place": "2", "seen": "4"}, "The ceremony is here meanwhile."),
    ],
)
def test_an_invalid_step_leads_to_the_one_that_is_shown(director_client, finished, sent, words):
    let_announce(finished, 4)
    page = director_client.post(ANNOUNCE, sent, follow=True)
    assert page.redirect_chain == [(f"{START}4/", 302)]
    assert words in text_of(page)


def test_unknown_places_and_tournaments_are_not_found(director_client, finished):
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


def button_of(page, way):
    """Return what a button of the steps sends, None if it is not there."""
    html = on_one_line(page.content.decode())
    form = re.search(f'<form class="ceremony-{way}".*?</form>', html)
    names = ("place", "seen")
    return form and {n: re.search(f'name="{n}" value="([^"]*)"', form[0])[1] for n in names}


def test_the_first_page_offers_to_take_announcements_back(
    director_client, clerk_client, director, finished
):
    assert "on the screens" not in text_of(director_client.get(START))
    for said in ("Op tijd", "Broodjes"):
        announce(tournament=finished, text=said, author=director, now=NOON)
    assert "2 announcements still stand on the screens." in text_of(director_client.get(START))
    assert clerk_client.post(TAKE_AWAY).status_code == 403
    assert director_client.get(TAKE_AWAY).status_code == 405
    page = director_client.post(TAKE_AWAY, follow=True)
    assert page.redirect_chain == [(START, 302)]
    assert "on the screens" not in text_of(page)
    assert "Broodjes" not in text_of(page)


def test_buttons_lead_from_the_last_place_to_the_first_and_back(director_client, finished):
    page = director_client.post(START, {"place": "8"}, follow=True)
    assert text_of_article(page) == "WK hal Place 8"
    seen = [page.redirect_chain]
    for way, times in (("next", 8), ("prev", 8)):
        for _step in range(times):
            page = director_client.post(ANNOUNCE, button_of(page, way), follow=True)
            seen.append(page.redirect_chain)
    up = [*(f"{START}{n}/" for n in (8, 7, 5, 4, 3, 2, 1)), END]
    assert seen == [[(address, 302)] for address in [START, *up, *up[-2::-1], START]]
    assert not CeremonyStep.objects.exists()


def text_of_article(page):
    """Return the text of the article on a page."""
    body = re.search(r"<article.*?</article>", page.content.decode(), re.DOTALL).group()
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_each_step_shows_one_place(director_client, finished):
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
        let_announce(finished, place)
        assert text_of_article(director_client.get(f"{START}{place}/")) == read


def test_fixed_partners_are_champions_together(director_client):
    made = create_tournament(
        name="Bridge", slug="hal", date=dt.date(2026, 11, 21), game="rubber-bridge", round_count=1
    )
    enter_many(tournament=made, rows=[NewEntry(name) for name in "ABCD"])
    play_round(made, 1, {1: {1: 810, 3: -810, 2: 810, 4: -810}})
    close_rounds(made)
    let_announce(made, 1)
    assert text_of_article(director_client.get(f"{START}1/")).startswith("Champion A B ")


def test_a_withdrawn_player_shows_after_which_round_he_left(director_client):
    made = make_tournament(["Anna", "Bram", "Cor", NewEntry("Dirk", "Élan", None, 1)], rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    close_rounds(made)
    let_announce(made, 4)
    assert "Dirk Élan · left after round 1" in text_of_article(director_client.get(f"{START}4/"))


def test_the_first_page_asks_for_the_first_place(director_client, finished):
    page = director_client.get(START)
    assert 'value="8"' in page.content.decode()
    assert "The last place is 8." in text_of_article(page)
    assert "Nothing is held back" in text_of_article(page)
    finished.rounds.update(withheld=TOP)
    assert "Nothing is held back" not in text_of_article(director_client.get(START))


def test_an_invalid_place_is_asked_again(director_client, finished):

    @cases("place", ["", "0", "9", "-1", "x", "9" * 40])
    def is_asked_again(place):
        page = director_client.post(START, {"place": place})
        assert page.status_code == 200
        assert list(page.context["form"].errors) == ["place"]

    is_asked_again()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"round_count": 2}, "Not every round has been played yet."),
        ({}, "Not everything is known yet: 1 form does not count yet."),
        ({"name": "Hal"}, "All forms are in. Once the round is closed, what you tell stays so."),
    ],
)
def test_a_ceremony_that_is_too_early_says_what_is_missing(director_client, change, words):
    made = make_tournament("abcdefgh", rounds=1)
    tables = {1: {1: 40, 2: 30, 3: 20, 4: 10}}
    play_round(made, 1, tables if change else tables | {2: [5, 6, 7, 8]})
    Tournament.objects.update(**{"round_count": 1} | change)
    assert words in text_of_article(director_client.post(START, {"place": "1"}))
    assert not CeremonyStep.objects.exists()
    for address in (f"{START}1/", END):
        assert director_client.get(address).headers["Location"] == START


@pytest.mark.parametrize("is_open", [[1], [2], [1, 2]])
def test_the_first_page_links_to_the_open_rounds(director_client, is_open):
    two_closed_rounds().rounds.filter(number__in=is_open).update(state=Round.State.STARTED)
    page = director_client.get(START)
    asked = re.findall(r'href="/t/hal/rounds/(\d)/">Close round (\d) first', page.content.decode())
    assert asked == [(str(n), str(n)) for n in is_open]
    for address in (f"{START}1/", END):
        assert director_client.get(address).headers["Location"] == START


def test_a_ceremony_without_players(director_client):
    seat_round(tournament=make_tournament([]), number=1, tables={})
    assert "Nobody has played yet." in text_of_article(director_client.get(START))


def test_the_last_page_has_the_release_button(director_client, finished):
    finished.rounds.update(withheld=TOP)
    let_announce(finished, 0)
    page = director_client.get(END)
    assert text_of_article(page).startswith(
        "Final standings World champion Els 5 MP · 94 points 2 Anna"
    )
    assert f'action="{RELEASE}"' in page.content.decode()
    finished.rounds.update(withheld=NOTHING)
    page = director_client.get(END)
    assert f'action="{RELEASE}"' not in page.content.decode()
    assert "To the final standings" in text_of_article(page)


@pytest.mark.parametrize("players", [8, 20])
def test_number_of_queries(director_client, django_assert_num_queries, players):
    made = make_tournament([str(n) for n in range(players)], rounds=1)
    tables = {n // 4 + 1: {n + k: 99 - n - k for k in (1, 2, 3, 4)} for n in range(0, players, 4)}
    play_round(made, 1, tables)
    close_rounds(made)
    for address in PAGES:
        if address != START:
            let_announce(made, step_of(address))
        with django_assert_num_queries(9 if address == START else 8):
            director_client.get(address)
