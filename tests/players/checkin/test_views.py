"""The check-in page: access, methods, search and arrivals."""

import re

import pytest
from django.urls import reverse

from tests.players.conftest import DESK, LIVE, check_in_numbers, page_html
from wk.players.services import NewEntry, enter_many, withdraw
from wk.tournament.models import Entry, Player, Substitute

PAGE_QUERIES = 5  # who asks (2), the tournament, its players, what is announced

CLERKS_PAGES = [
    ("players:checkin", ["wk-zaal"]),
    ("players:bulk", ["wk-zaal"]),
    ("players:at_checkin", ["wk-zaal", 3]),
    ("auditlog:log", ["wk-zaal"]),
    ("players:enter_late", ["wk-zaal"]),
]
CLERKS_POSTS = [
    ("players:check_in", ["wk-zaal"]),
    ("players:undo_check_in", ["wk-zaal", 3]),
    ("players:rename", ["wk-zaal", 3]),
    ("players:bulk_preview", ["wk-zaal"]),
    ("players:bulk_do", ["wk-zaal"]),
]
DIRECTORS_POSTS = [
    ("players:remove_at_checkin", ["wk-zaal", 3]),
    ("players:leave", ["wk-zaal", 3]),
    ("players:come_back", ["wk-zaal", 3]),
    ("players:substitute", ["wk-zaal", 3, 1]),
    ("players:replace", ["wk-zaal", 3]),
]


def stored_rows(tournament):
    return [
        list(rows.values())
        for rows in (tournament.entries, tournament.log_entries, Player.objects, Substitute.objects)
    ]


class TestAccess:
    def test_clerks_open_the_pages(self, clerk_client, round_started):
        for name, args in CLERKS_PAGES:
            assert clerk_client.get(reverse(name, args=args)).status_code == 200

    def test_visitors_are_sent_to_log_in_and_change_nothing(self, client, round_started):
        before = stored_rows(round_started)
        for name, args in CLERKS_PAGES + CLERKS_POSTS + DIRECTORS_POSTS:
            url = reverse(name, args=args)
            for response in (client.get(url), client.post(url, {"q": "3", "name": "X"})):
                assert (response.status_code, response.headers.get("Location", "")[:7]) in [
                    (302, "/login/"),
                    (405, ""),
                ]
        assert stored_rows(round_started) == before

    def test_only_directors_withdraw_and_replace_players(self, clerk_client, round_started):
        before = stored_rows(round_started)
        for name, args in DIRECTORS_POSTS:
            data = {"name": "Piet", "from_deal": "1"}
            assert clerk_client.post(reverse(name, args=args), data).status_code == 403
        assert stored_rows(round_started) == before

    def test_unknown_tournaments_and_players_are_not_found(self, director_client, round_started):
        for path in [
            "/t/nergens/desk/",
            "/t/nergens/log/",
            "/t/wk-zaal/desk/99/",
            "/t/wk-zaal/desk/99999999999999999999/",
        ]:
            assert director_client.get(path).status_code == 404

    def test_an_unknown_log_entry_is_not_found(self, director_client, round_started):
        for key in [1, 10**25]:
            assert director_client.post(f"/t/wk-zaal/log/{key}/undo/").status_code == 404

    def test_a_background_request_without_login_is_answered_401(self, client, round_started):
        assert client.get(DESK, {"q": "an"}, headers=LIVE).status_code == 401


class TestCheckinPage:
    def test_matches_are_shown_while_typing(self, clerk_client, ten_players):
        page = page_html(clerk_client.get(DESK, {"q": "jan"}, headers=LIVE))
        assert ("Jan Kok</b>" in page, "Jan Kokkelink</b>" in page) == (True, True)
        assert " autofocus" not in page
        assert "<title>" not in page

    def test_any_search_text_is_answered(self, clerk_client, ten_players):
        for q in ["", "nul\0", "x" * 400, "4", "99"]:
            assert clerk_client.get(DESK, {"q": q}, headers=LIVE).status_code == 200

    def test_any_query_string_is_answered(self, clerk_client, ten_players):
        for query in [
            "player=x",
            "player=-1",
            "player=" + "9" * 30,
            "change=" + "9" * 30,
            "change=1",
        ]:
            assert clerk_client.get(f"{DESK}?{query}").status_code == 200

    def test_the_address_of_a_card_opens_its_player(self, clerk_client, ten_players):
        response = clerk_client.get("/t/wk-zaal/card/4/", follow=True)
        assert [e.number for e in response.context["matches"]] == [4]

    def test_polling_answers_204_until_a_player_is_checked_in(self, clerk_client, ten_players):
        token = clerk_client.get(DESK).context["arrivals"].version_token
        assert clerk_client.get(DESK, {"version_token": token}, headers=LIVE).status_code == 204
        check_in_numbers(ten_players, 4)
        page = page_html(clerk_client.get(DESK, {"version_token": token}, headers=LIVE))
        assert '<b class="hero">1</b> of 10 are here' in page

    def test_missing_and_unannounced_players_are_listed(self, clerk_client, ten_players):
        check_in_numbers(ten_players, *range(1, 9))
        clerk_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        there = clerk_client.get(DESK).context["arrivals"]
        assert [e.name for e in there.missing] == ["Gijs Prins", "Femke Vos"]
        assert [e.name for e in there.unannounced] == ["Joke Dijk"]

    def test_long_lists_of_the_desk_have_the_letters_of_surnames(self, clerk_client, ten_players):
        letters = re.compile(r'<li class="letter">(\w)</li>')
        assert not letters.findall(page_html(clerk_client.get(DESK)))
        rows = [NewEntry(f"{name} van der Łoś") for name in "ABCDEFGHIJKL"]
        enter_many(tournament=ten_players, rows=rows)
        check_in_numbers(ten_players, 1)
        assert letters.findall(page_html(clerk_client.get(DESK))) == [*"BKLMPSV"]
        assert letters.findall(page_html(clerk_client.get(f"{DESK}several/"))) == [*"BKLMPSVW"]

    @pytest.mark.parametrize("players", [0, 20])
    def test_pages_take_the_same_number_of_queries_for_any_number(
        self, clerk_client, round_started, players, django_assert_num_queries
    ):
        enter_many(tournament=round_started, rows=[NewEntry(f"Ander {n}") for n in range(players)])
        withdraw(entry=round_started.entries.get(number=9))
        for entry in round_started.entries.all():
            check_in_numbers(round_started, entry.number)
        for path, queries in (
            (DESK, PAGE_QUERIES),
            (f"{DESK}several/", PAGE_QUERIES),
            ("/t/wk-zaal/log/", PAGE_QUERIES + 1),
            ("/t/wk-zaal/log/?arrivals=on", PAGE_QUERIES + 1),
            (f"{DESK}9/", PAGE_QUERIES + 7),
        ):
            with django_assert_num_queries(queries):
                clerk_client.get(path)
        with django_assert_num_queries(5):
            clerk_client.get(DESK, {"q": "ander"}, headers=LIVE)
        numbers = list(round_started.entries.values_list("number", flat=True))
        data = {"action": "check-in", "number": numbers}
        with django_assert_num_queries(PAGE_QUERIES):
            clerk_client.post(f"{DESK}several/preview/", data)


def test_html_in_a_name_is_escaped(director_client, round_started):
    Entry.objects.filter(number=4).update(name="<script>alert(1)</script>")
    director_client.post(f"{DESK}4/leave/")
    for path in (DESK, f"{DESK}4/", f"{DESK}several/", "/t/wk-zaal/log/", f"{DESK}?player=4"):
        page = director_client.get(path).content.decode()
        assert "<script>alert(1)" not in page
        assert "&lt;script&gt;alert(1)" in page or path == "/t/wk-zaal/log/"


def test_no_search_text_checks_anybody_in(clerk_client, ten_players):
    ten_players.entries.filter(number=1).update(name="Jan 12", club="SV 3")
    ten_players.entries.filter(number__gt=3).delete()
    for typed in [
        "2. Jan 12",
        "²",
        "(²)",
        "٣ Jan",
        "1. ²",
        "(",
        ")(",
        "4 (",
        "(0)",
        "0",
        "½",
        "①",
        "#",
        "1" * 300,
    ]:
        for response in (
            clerk_client.get(DESK, {"q": typed}, headers=LIVE),
            clerk_client.post(f"{DESK}check-in/", {"q": typed}),
        ):
            assert (response.status_code, response.context["matches"]) == (200, [])
        assert not ten_players.entries.exclude(checked_in_at=None).exists()
