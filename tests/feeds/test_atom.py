"""The Atom feed of announcements and results."""

import datetime as dt
from xml.etree import ElementTree

import pytest

from tests.standings.tournaments import MOMENT, close_rounds, count_form
from wk.feeds.atom import MOST_ENTRIES, atom
from wk.hall.announcements.services import announce, take_back
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db
ADDRESS = "/t/hal/news.atom"
NAME = "{http://www.w3.org/2005/Atom}"


def read(content):
    """Return a feed as an XML element, with its entries."""
    feed = ElementTree.fromstring(content)
    return feed, feed.findall(f"{NAME}entry")


def titles(client, **headers):
    _feed, entries = read(client.get(ADDRESS, headers=headers).content)
    return [entry.findtext(f"{NAME}title") for entry in entries]


def test_what_is_new_stands_on_top(client, hal, director):
    close_rounds(hal)
    after = MOMENT + dt.timedelta(minutes=5)
    soup = announce(tournament=hal, text="Soep & <brood>", author=director, now=after)
    assert titles(client) == ["Soep & <brood>", "Ronde 1, tafel 7", "Ronde 1 is gesloten"]
    english = titles(client, **{"Accept-Language": "en"})
    assert english == ["Soep & <brood>", "Round 1, table 7", "Round 1 is closed"]
    _feed, (_soup, table, _round) = read(client.get(ADDRESS).content)
    assert table.find(f"{NAME}link").get("href") == "http://testserver/t/hal/rounds/1/tables/7/"
    assert table.findtext(f"{NAME}summary") == (
        "1 Anna: 40 punten, 4 WP · 2 =Bram: 41 punten, 5 WP · "
        "3 Cor, jr: −6 punten, 2 WP · 4 Dirk: 10 punten, 3 WP"
    )
    take_back(announcement=soup, now=after)
    assert "Soep & <brood>" not in titles(client)


def test_it_is_what_the_standard_asks_for(client, hal):
    """RFC 4287, 4.1: what a feed and each of its entries must have."""
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed, entries = read(answer.content)
    for element in (feed, *entries):
        for part in ("id", "title", "updated"):
            assert len(element.findall(f"{NAME}{part}")) == 1, part
        assert dt.datetime.fromisoformat(element.findtext(f"{NAME}updated")).tzinfo
        assert element.findtext(f"{NAME}id").startswith("urn:uuid:")
    assert len({element.findtext(f"{NAME}id") for element in (feed, *entries)}) == 2
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{NAME}link")}
    assert links == {
        "alternate": "http://testserver/t/hal/",
        "self": "http://testserver/t/hal/news.atom",
    }
    assert feed.findtext(f"{NAME}author/{NAME}name") == "WK hal"


def test_what_is_withheld_is_not_in_it(client, hal):
    hal.rounds.filter(number=1).update(withheld=Round.Withheld.TOP)
    assert titles(client) == []
    feed, _entries = read(client.get(ADDRESS).content)
    assert feed.findtext(f"{NAME}updated") == "2026-11-21T00:00:00+01:00"  # the day itself


def test_addresses_in_a_mirror_are_relative(hal):
    feed, (entry,) = read(atom(hal, MOMENT, ""))
    assert [link.get("href") for link in feed.findall(f"{NAME}link")] == [".", "news.atom"]
    assert entry.find(f"{NAME}link").get("href") == "rounds/1/tables/7/"


def test_it_ends_with_an_announcement(client, hal, director, kept_pages):
    now = dt.datetime.now(dt.UTC)
    announce(tournament=hal, text="Soep", author=director, now=now, minutes=1)
    client.get(ADDRESS)
    (page,) = kept_pages._pages.values()
    assert 0 < page.ends - page.made <= 60


def test_every_page_of_a_tournament_leads_to_it(client, hal):
    link = f'<link rel="alternate" type="application/atom+xml" title="WK hal" href="{ADDRESS}">'
    assert link in client.get("/t/hal/standings/").content.decode()
    assert "application/atom" not in client.get("/guide/").content.decode()


def test_it_has_the_newest_entries_only(hal, director):
    for minute in range(MOST_ENTRIES + 1):
        at = MOMENT + dt.timedelta(minutes=minute)
        hal.announcements.create(text=f"Bericht {minute}", author=director, at=at)
    _feed, entries = read(atom(hal, MOMENT, ""))
    assert len(entries) == MOST_ENTRIES
    assert entries[0].findtext(f"{NAME}title") == f"Bericht {MOST_ENTRIES}"


def test_a_round_after_one_that_is_held_back_promises_no_standings(client, hal):
    """The page behind the entry would show the standings before the round that is held back."""
    hal.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
    table = hal.rounds.get(number=2).tables.get()
    count_form(table, [40, 30, 20, 10])
    close_rounds(hal)
    assert titles(client) == ["Ronde 2, tafel 3"]
    hal.rounds.update(withheld=Round.Withheld.NOTHING)
    assert "Ronde 2 is gesloten" in titles(client)


def test_it_says_in_which_language_it_is(client, hal):
    for language in ("nl", "en"):
        feed, _entries = read(client.get(ADDRESS, headers={"Accept-Language": language}).content)
        assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == language
