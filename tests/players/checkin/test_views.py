"""Pages of the desk: working, denied, invalid, wrong method."""

import pytest
from django.urls import reverse

from tests.players.conftest import DESK, LIVE, came, text
from wk.players.services import NewEntry, enter_many, withdraw
from wk.tournament.models import Entry, Player, Substitute

PAGE = 5  # who asks (2), the tournament, its players, what is announced

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


def facts(tournament):
    return [
        list(rows.values())
        for rows in (tournament.entries, tournament.log_entries, Player.objects, Substitute.objects)
    ]


class TestDoors:
    def test_pages_open_for_clerks(self, clerk_client, begun):
        for name, args in CLERKS_PAGES:
            assert clerk_client.get(reverse(name, args=args)).status_code == 200

    def test_they_are_closed_to_everyone_else(self, client, begun):
        for name, args in CLERKS_PAGES + CLERKS_POSTS + DIRECTORS_POSTS:
            url, before = reverse(name, args=args), facts(begun)
            for response in (client.get(url), client.post(url, {"q": "3", "name": "X"})):
                assert (response.status_code, response.headers.get("Location", "")[:7]) in [
                    (302, "/login/"),
                    (405, ""),
                ]
            assert facts(begun) == before

    def test_who_stays_is_the_directors_to_say(self, clerk_client, begun):
        for name, args in DIRECTORS_POSTS:
            before = facts(begun)
            data = {"name": "Piet", "from_deal": "1"}
            assert clerk_client.post(reverse(name, args=args), data).status_code == 403
            assert facts(begun) == before

    def test_nothing_is_done_by_following_a_link(self, director_client, begun):
        for name, args in CLERKS_POSTS + DIRECTORS_POSTS:
            assert director_client.get(reverse(name, args=args)).status_code == 405

    def test_looking_takes_no_post(self, director_client, begun):
        for name in ["players:checkin", "players:bulk", "auditlog:log"]:
            assert director_client.post(reverse(name, args=["wk-zaal"])).status_code == 405

    def test_what_does_not_exist_is_not_found(self, director_client, begun):
        for path in [
            "/t/nergens/desk/",
            "/t/nergens/log/",
            "/t/wk-zaal/desk/99/",
            "/t/wk-zaal/desk/99999999999999999999/",
        ]:
            assert director_client.get(path).status_code == 404

    def test_no_change_to_undo(self, director_client, begun):
        for key in [1, 10**25]:
            assert director_client.post(f"/t/wk-zaal/log/{key}/undo/").status_code == 404

    def test_a_part_asked_for_in_the_background_is_no_place_for_a_login(self, client, begun):
        assert client.get(DESK, {"q": "an"}, headers=LIVE).status_code == 401


class TestLooking:
    def test_while_somebody_types(self, clerk_client, morning):
        page = text(clerk_client.get(DESK, {"q": "jan"}, headers=LIVE))
        assert ("Jan Kok</b>" in page, "Jan Kokkelink</b>" in page) == (True, True)
        assert " autofocus" not in page
        assert "<title>" not in page

    def test_whatever_is_typed(self, clerk_client, morning):
        for q in ["", "nul\0", "x" * 400, "4", "99"]:
            assert clerk_client.get(DESK, {"q": q}, headers=LIVE).status_code == 200

    def test_an_address_that_makes_no_sense(self, clerk_client, morning):
        for query in [
            "player=x",
            "player=-1",
            "player=" + "9" * 30,
            "change=" + "9" * 30,
            "change=1",
        ]:
            assert clerk_client.get(f"{DESK}?{query}").status_code == 200

    def test_a_card_opens_with_its_player(self, clerk_client, morning):
        response = clerk_client.get("/t/wk-zaal/card/4/", follow=True)
        assert [e.number for e in response.context["matches"]] == [4]

    def test_the_page_is_live_and_quiet_where_nothing_is_new(self, clerk_client, morning):
        token = clerk_client.get(DESK).context["arrivals"].version_token
        assert clerk_client.get(DESK, {"version_token": token}, headers=LIVE).status_code == 204
        came(morning, 4)
        page = text(clerk_client.get(DESK, {"version_token": token}, headers=LIVE))
        assert '<b class="hero">1</b> of 10 are here' in page

    def test_who_is_missing_and_who_came_unannounced(self, clerk_client, morning):
        came(morning, *range(1, 9))
        clerk_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        there = clerk_client.get(DESK).context["arrivals"]
        assert [e.name for e in there.missing] == ["Femke Vos", "Gijs Prins"]
        assert [e.name for e in there.unannounced] == ["Joke Dijk"]

    @pytest.mark.parametrize("players", [0, 60])
    def test_as_few_queries_for_ten_as_for_many(
        self, clerk_client, begun, players, django_assert_num_queries
    ):
        enter_many(tournament=begun, rows=[NewEntry(f"Ander {n}") for n in range(players)])
        withdraw(entry=begun.entries.get(number=9))
        for entry in begun.entries.all():
            came(begun, entry.number)
        for path, queries in (
            (DESK, PAGE),
            (f"{DESK}several/", PAGE),
            ("/t/wk-zaal/log/", PAGE + 1),
            ("/t/wk-zaal/log/?arrivals=on", PAGE + 1),
            (f"{DESK}9/", PAGE + 7),
        ):
            with django_assert_num_queries(queries):
                clerk_client.get(path)
        with django_assert_num_queries(5):
            clerk_client.get(DESK, {"q": "ander"}, headers=LIVE)
        numbers = list(begun.entries.values_list("number", flat=True))
        data = {"action": "check-in", "number": numbers}
        with django_assert_num_queries(PAGE):
            clerk_client.post(f"{DESK}several/preview/", data)


def test_a_name_is_shown_as_it_is_and_runs_nothing(director_client, begun):
    Entry.objects.filter(number=4).update(name="<script>alert(1)</script>")
    director_client.post(f"{DESK}4/leave/")
    for path in (DESK, f"{DESK}4/", f"{DESK}several/", "/t/wk-zaal/log/", f"{DESK}?player=4"):
        page = director_client.get(path).content.decode()
        assert "<script>alert(1)" not in page
        assert "&lt;script&gt;alert(1)" in page or path == "/t/wk-zaal/log/"
