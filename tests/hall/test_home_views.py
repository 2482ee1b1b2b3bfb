"""The first page of wk: today's tournaments as panels, the others as quiet cards."""

import datetime as dt
import re

import pytest
from django.utils import timezone

from tests.markup import on_one_line
from tests.standings.reading import text_of
from tests.standings.tournaments import close_rounds, make_tournament, play_round
from tests.standings.withheld import ALL, TOP, withhold
from wk.hall.today import Moment, todays_tournaments
from wk.tournament.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
HOME = "/"
POINTS = {1: 40, 2: 30, 3: 20, 4: 10}


def on(days, slug, **facts):
    """Make a tournament of one round, so many days from today."""
    made = make_tournament("abcd", slug=slug, rounds=facts.pop("rounds", 1))
    date = timezone.localdate() + dt.timedelta(days=days)
    Tournament.objects.filter(pk=made.pk).update(date=date, **facts)
    made.refresh_from_db()
    return made


def chosen():
    """Return slug and "today", "next" or "last" of each tournament at the top."""
    found = todays_tournaments(list(Tournament.objects.all()), timezone.localdate())
    return [(each.tournament.slug, each.when) for each in found]


def panels_of(page):
    html = on_one_line(page.content.decode())
    return re.findall(r'<section class="next-step today">.*?</section>', html)


@pytest.mark.parametrize(
    ("days", "top"),
    [
        ({"a": 0, "b": 0, "c": -365, "d": 9}, [("a", "today"), ("b", "today")]),
        ({"a": -365, "b": 30, "c": 9}, [("c", "next")]),
        ({"a": -365, "b": -30}, [("b", "last")]),
        ({"oefen": 0, "b": -30}, [("b", "last")]),
        ({"oefen": 0, "oefen-bollen": -1}, [("oefen", "today")]),
        ({}, []),
    ],
)
def test_the_tournaments_at_the_top(days, top):
    for slug, day in days.items():
        on(day, slug)
    assert chosen() == top


def test_a_tournament_that_is_played_is_there_whatever_its_date():
    on(0, "a")
    play_round(on(-1, "b"), 1, {1: [1, 2, 3, 4]})
    play_round(on(-1, "oefen"), 1, {1: [1, 2, 3, 4]})
    assert chosen() == [("a", "today"), ("b", "today")]


def drawn(made):
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=Round.State.DRAWN)


def confirmed(made):
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=Round.State.CONFIRMED)


def started(made):
    play_round(made, 1, {1: [1, 2, 3, 4]})


def one_form_in(made):
    play_round(made, 1, {1: POINTS, 2: [5, 6, 7, 8]})


def closed(made):
    play_round(made, 1, {1: POINTS})
    close_rounds(made)


def next_confirmed(made):
    closed(made)
    play_round(made, 2, {1: [1, 2, 3, 4]}, state=Round.State.CONFIRMED)


def all_in(made):
    Tournament.objects.update(round_count=1)
    play_round(made, 1, {1: POINTS})


def over(made):
    all_in(made)
    close_rounds(made)


def held_back(made):
    over(made)
    withhold(made, ALL, number=1)


def top_held_back(made):
    over(made)
    withhold(made, TOP, number=1)


BUTTON = re.compile(r'<a class="button big" href="([^"]*)"')
FIRST, STANDINGS, PLAYERS = "/t/dag/", "/t/dag/standings/", "/t/dag/players/"


@pytest.mark.parametrize(
    ("happens", "moment", "words", "button"),
    [
        (None, Moment.BEFORE, "told here after the draw. Who takes part?", PLAYERS),
        (drawn, Moment.BEFORE, "told here after the draw. Who takes part?", PLAYERS),
        (confirmed, Moment.SEATS, "The seats of round 1 are known. Where do I sit? Search", None),
        (started, Moment.SEATS, "Round 1 is being played. Where do I sit? Search", None),
        (one_form_in, Moment.PLAYING, "1 of 2 forms are in. Standings", STANDINGS),
        (closed, Moment.BETWEEN, "Round 1 has been played.", STANDINGS),
        (next_confirmed, Moment.SEATS, "The seats of round 2 are known.", None),
        (all_in, Moment.PLAYED, "All rounds have been played.", STANDINGS),
        (held_back, Moment.PLAYED, "All rounds have been played.", STANDINGS),
        (top_held_back, Moment.PLAYED, "All rounds have been played.", STANDINGS),
        (over, Moment.OVER, "World champion: a To the final standings", STANDINGS),
    ],
)
def test_the_panel_tells_what_is_going_on_and_has_one_button_or_a_search(
    client, happens, moment, words, button
):
    made = make_tournament("abcdefgh", slug="dag", rounds=2)
    Tournament.objects.update(date=timezone.localdate(), venue="De Slag")
    made.refresh_from_db()
    if happens:
        happens(made)
    page = client.get(HOME)
    assert [each["todays"].moment for each in page.context["panels"]] == [moment]
    [panel] = panels_of(page)
    assert BUTTON.findall(panel) == ([button] if button else [])
    searches = moment in (Moment.SEATS, Moment.PLAYING)
    assert panel.count(f'role="search" action="{PLAYERS}"') == searches
    assert words in " ".join(re.sub(r"<[^>]*>", " ", panel).split())
    assert "Today · De Slag WK dag" in text_of(page)


def test_one_of_several_panels_leads_to_its_tournament(client):
    """Two fields of one name would be one too many for a script, and for the keyboard."""
    for slug in ("dag", "nacht"):
        confirmed(on(0, slug))
    panels = panels_of(client.get(HOME))
    assert [BUTTON.findall(each) for each in panels] == [[FIRST], ["/t/nacht/"]]
    assert not any('role="search"' in each for each in panels)


def test_officials_have_the_next_step_of_today(client, clerk_client, director_client):
    made = on(0, "dag", venue="De Slag")
    confirmed(made)
    step = "WK dag · De Slag Next step "
    assert step in text_of(director_client.get(HOME))
    assert panels_of(director_client.get(HOME)) == []
    # The step is a director's: a clerk reads what everybody reads.
    assert len(panels_of(clerk_client.get(HOME))) == len(panels_of(client.get(HOME))) == 1
    made.rounds.update(state=Round.State.STARTED)
    for official in (clerk_client, director_client):
        assert "Next step in round 1 1 form is still to come" in text_of(official.get(HOME))


def test_the_step_to_a_ceremony_names_its_tournament(director_client):
    for slug in ("dag", "nacht"):
        held_back(on(0, slug))
    text = text_of(director_client.get(HOME))
    step = "Next step All forms are in: announce the places"
    assert [text.count(f"WK {slug} {step}") for slug in ("dag", "nacht")] == [1, 1]


def test_the_others_are_cards_practice_last(client):
    on(0, "vandaag")
    on(-365, "vorig", venue="Utrecht")
    on(-1, "oefen")
    html = on_one_line(client.get(HOME).content.decode())
    cards = re.search(r'<ul class="tournaments">(.*?)</ul>', html)[1]
    assert re.findall(r'href="([^"]*)"', cards) == ["/t/vorig/", "/t/oefen/"]
    assert re.findall(r"<li( class=\"is-practice\")?>", cards) == ["", ' class="is-practice"']
    assert "·&nbsp;Utrecht <span>·&nbsp;4 players</span>" in cards
    assert 'href="/years/"' in html


def test_practice_alone_leads_to_no_years(client):
    on(0, "oefen")
    page = client.get(HOME)
    assert len(panels_of(page)) == 1
    assert "/years/" not in page.content.decode()
    assert '<ul class="tournaments">' not in page.content.decode()


def test_buttons_of_a_director_are_no_clerks(director_client, clerk_client, client):
    on(0, "dag")
    pages = [
        reader.get(HOME).content.decode() for reader in (director_client, clerk_client, client)
    ]
    for address in ("/new/", "/import/", "/practice/", "/in-the-hall/"):
        assert [f'href="{address}"' in page for page in pages] == [True, False, False]


def test_the_page_changes_at_midnight(client):
    on(0, "dag")
    changes = client.get(HOME).wsgi_request.changes_at
    assert timezone.localtime(changes).time() == dt.time()
    assert timezone.localdate(changes) == timezone.localdate() + dt.timedelta(days=1)


def test_number_of_queries_however_many_there_are(client, django_assert_num_queries):
    on(0, "dag")
    for number in range(3):
        on(-365 * (number + 1), f"jaar-{number}")
        with django_assert_num_queries(6):
            client.get(HOME)


@pytest.mark.parametrize("moment", [None, confirmed, closed])
def test_a_clerk_finds_the_desk_where_no_form_waits(clerk_client, client, moment):
    made = on(0, "a", rounds=2)
    if moment:
        moment(made)
    page, public = (on_one_line(who.get(HOME).content.decode()) for who in (clerk_client, client))
    desk = '<a class="button big" href="/t/a/desk/">To the desk</a>'
    assert (page.count(desk), public.count(desk)) == (1, 0)
    assert page.count('<a class="button secondary" href="/t/a/">To the tournament</a>') == 1
