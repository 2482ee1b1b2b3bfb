"""Pages of the desk: working, denied, invalid, wrong method; two desks at once."""

import pytest
from django.urls import reverse

from tests.desk.conftest import NOON
from wk.desk import services
from wk.tournament.draws import seat_round
from wk.tournament.models import Change, Entry, Player, Round, Substitute
from wk.tournament.services import NewEntry, enter, enter_many, withdraw

DESK = "/t/wk-zaal/desk/"
LIVE = {"HX-Request": "true", "Accept-Language": "en"}
ENGLISH = {"Accept-Language": "en"}
PAGE = 5  # who asks (2), the tournament, its players, what is announced

CLERKS_PAGES = [
    ("desk:desk", ["wk-zaal"]),
    ("desk:bulk", ["wk-zaal"]),
    ("desk:player", ["wk-zaal", 3]),
    ("desk:log", ["wk-zaal"]),
    ("desk:late", ["wk-zaal"]),
]
CLERKS_POSTS = [
    ("desk:check_in", ["wk-zaal"]),
    ("desk:not_here", ["wk-zaal", 3]),
    ("desk:rename", ["wk-zaal", 3]),
    ("desk:bulk_preview", ["wk-zaal"]),
    ("desk:bulk_do", ["wk-zaal"]),
    ("desk:bulk_take_back", ["wk-zaal"]),
]
DIRECTORS_POSTS = [
    ("desk:leave", ["wk-zaal", 3]),
    ("desk:come_back", ["wk-zaal", 3]),
    ("desk:substitute", ["wk-zaal", 3, 1]),
    ("desk:replace", ["wk-zaal", 3]),
]


@pytest.fixture
def begun(morning):
    """Round 1 has begun, round 2 is confirmed: two tables of five."""
    entries = list(morning.entries.all())
    for number, state in ((1, Round.State.STARTED), (2, Round.State.FIXED)):
        tables = {1: entries[:5], 2: entries[5:]}
        seat_round(tournament=morning, number=number, tables=tables, state=state)
    return morning


def facts(tournament):
    return [
        list(rows.values())
        for rows in (tournament.entries, tournament.changes, Player.objects, Substitute.objects)
    ]


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [str(message) for message in response.context["messages"]]


class TestDoors:
    @pytest.mark.parametrize(("name", "args"), CLERKS_PAGES)
    def test_pages_open_for_clerks(self, clerk_client, begun, name, args):
        assert clerk_client.get(reverse(name, args=args)).status_code == 200

    @pytest.mark.parametrize(("name", "args"), CLERKS_PAGES + CLERKS_POSTS + DIRECTORS_POSTS)
    def test_they_are_closed_to_everyone_else(self, client, begun, name, args):
        url, before = reverse(name, args=args), facts(begun)
        for response in (client.get(url), client.post(url, {"q": "3", "name": "X"})):
            assert (response.status_code, response.headers.get("Location", "")[:7]) in [
                (302, "/login/"),
                (405, ""),
            ]
        assert facts(begun) == before

    @pytest.mark.parametrize(("name", "args"), DIRECTORS_POSTS)
    def test_who_stays_is_the_directors_to_say(self, clerk_client, begun, name, args):
        before = facts(begun)
        data = {"name": "Piet", "from_deal": "1"}
        assert clerk_client.post(reverse(name, args=args), data).status_code == 403
        assert facts(begun) == before

    @pytest.mark.parametrize(("name", "args"), CLERKS_POSTS + DIRECTORS_POSTS)
    def test_nothing_is_done_by_following_a_link(self, director_client, begun, name, args):
        assert director_client.get(reverse(name, args=args)).status_code == 405

    @pytest.mark.parametrize("name", ["desk:desk", "desk:bulk", "desk:log"])
    def test_looking_takes_no_post(self, director_client, begun, name):
        assert director_client.post(reverse(name, args=["wk-zaal"])).status_code == 405

    @pytest.mark.parametrize(
        "path",
        [
            "/t/nergens/desk/",
            "/t/nergens/log/",
            "/t/wk-zaal/desk/99/",
            "/t/wk-zaal/desk/99999999999999999999/",
        ],
    )
    def test_what_does_not_exist_is_not_found(self, director_client, begun, path):
        assert director_client.get(path).status_code == 404

    @pytest.mark.parametrize("key", [1, 10**25])
    def test_no_change_to_undo(self, director_client, begun, key):
        assert director_client.post(f"/t/wk-zaal/log/{key}/undo/").status_code == 404

    def test_a_part_asked_for_in_the_background_is_no_place_for_a_login(self, client, begun):
        assert client.get(DESK, {"q": "an"}, headers=LIVE).status_code == 401


class TestCheckingIn:
    def press(self, client, typed, **headers):
        return client.post(f"{DESK}check-in/", {"q": typed}, headers=headers or LIVE)

    @pytest.mark.parametrize(
        "typed", ["4", "anna", "BAKK ann", "http://testserver/t/wk-zaal/card/4/"]
    )
    def test_name_number_or_card(self, clerk_client, morning, typed):
        page = text(self.press(clerk_client, typed))
        assert "<strong>Is here</strong>" in page
        assert '<b class="hero">1</b> of 10 are here' in page
        assert [e.number for e in morning.entries.exclude(arrived_at=None)] == [4]

    def test_the_second_desk_is_told_since_when(self, clerk_client, director_client, morning):
        services.check_in(entries=[morning.entries.get(number=4)], now=NOON)
        for client in (clerk_client, director_client):
            page = text(self.press(client, "anna"))
            assert "Was here already" in page
            assert "since 12:00" in page
        assert morning.entries.get(number=4).arrived_at == NOON

    def test_without_scripts_the_page_comes_back(self, clerk_client, morning):
        page = text(self.press(clerk_client, "anna", **ENGLISH))
        assert "<strong>Is here</strong>" in page
        assert "<title>" in page

    def test_several_fit_and_nobody_is_checked_in(self, clerk_client, morning):
        response = self.press(clerk_client, "jan")
        assert [e.name for e in response.context["matches"]] == ["Jan Kok", "Jan Kokkelink"]
        assert "who is it?" in text(response)
        assert text(response).count(" autofocus") == 1
        assert not morning.entries.exclude(arrived_at=None).exists()

    def test_who_is_not_on_the_list_can_be_entered(self, clerk_client, morning):
        page = text(self.press(clerk_client, "Joke Dijk"))
        assert "“Joke Dijk” is not on the list." in page
        assert 'name="name" value="Joke Dijk"' in page

    def test_who_is_known_is_recognised(self, clerk_client, morning, earlier):
        page = text(self.press(clerk_client, "piet van dam"))
        assert "WK 2025" in page
        assert "Schoppenaas" in page

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("99", "Nobody has start number 99."),
            ("http://x/t/wk-2025/card/4/", "This card is of another tournament."),
        ],
    )
    def test_what_cannot_be(self, clerk_client, morning, typed, said):
        assert said in text(self.press(clerk_client, typed))
        assert not morning.entries.exclude(arrived_at=None).exists()

    @pytest.mark.parametrize(
        "typed", ["", " ", "nul\0", "x" * 301, "\ud800".encode("utf-8", "replace"), "%", "(" * 99]
    )
    def test_anything_else_checks_nobody_in(self, clerk_client, morning, typed):
        assert self.press(clerk_client, typed).status_code == 200
        assert not morning.entries.exclude(arrived_at=None).exists()

    def test_what_was_typed_runs_nothing(self, clerk_client, morning):
        page = text(self.press(clerk_client, "<script>alert(1)</script>"))
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    def test_who_does_not_take_part_is_marked_so(self, clerk_client, morning):
        withdraw(entry=morning.entries.get(number=4))
        assert "is noted as not taking part" in text(self.press(clerk_client, "anna"))

    def test_he_is_told_where_to_go(self, clerk_client, begun):
        assert "Round 1: table 1, seat 4" in text(self.press(clerk_client, "anna"))
        begun.rounds.filter(number=1).update(state=Round.State.CLOSED)
        assert "Round 2: table 1, seat 4" in text(self.press(clerk_client, "anna"))

    def test_it_is_taken_back(self, clerk_client, morning):
        self.press(clerk_client, "anna")
        clerk_client.post(f"{DESK}4/not-here/")
        assert not morning.entries.exclude(arrived_at=None).exists()


class TestLooking:
    def test_while_somebody_types(self, clerk_client, morning):
        page = text(clerk_client.get(DESK, {"q": "jan"}, headers=LIVE))
        assert ("Jan Kok</b>" in page, "Jan Kokkelink</b>" in page) == (True, True)
        assert " autofocus" not in page
        assert "<title>" not in page

    @pytest.mark.parametrize("q", ["", "nul\0", "x" * 400, "4", "99"])
    def test_whatever_is_typed(self, clerk_client, morning, q):
        assert clerk_client.get(DESK, {"q": q}, headers=LIVE).status_code == 200

    @pytest.mark.parametrize(
        "query", ["player=x", "player=-1", "player=" + "9" * 30, "change=" + "9" * 30, "change=1"]
    )
    def test_an_address_that_makes_no_sense(self, clerk_client, morning, query):
        assert clerk_client.get(f"{DESK}?{query}").status_code == 200

    def test_a_card_opens_with_its_player(self, clerk_client, morning):
        response = clerk_client.get("/t/wk-zaal/card/4/", follow=True)
        assert [e.number for e in response.context["matches"]] == [4]

    def test_the_page_is_live_and_quiet_where_nothing_is_new(self, clerk_client, morning):
        mark = clerk_client.get(DESK).context["there"].mark
        assert clerk_client.get(DESK, {"mark": mark}, headers=LIVE).status_code == 204
        services.check_in(entries=[morning.entries.get(number=4)], now=NOON)
        page = text(clerk_client.get(DESK, {"mark": mark}, headers=LIVE))
        assert '<b class="hero">1</b> of 10 are here' in page

    def test_who_is_missing_and_who_came_unannounced(self, clerk_client, morning):
        services.check_in(entries=morning.entries.filter(number__lt=9), now=NOON)
        clerk_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        there = clerk_client.get(DESK).context["there"]
        assert [e.name for e in there.missing] == ["Femke Vos", "Gijs Prins"]
        assert [e.name for e in there.unannounced] == ["Joke Dijk"]

    @pytest.mark.parametrize("players", [0, 110])
    def test_as_few_queries_for_ten_as_for_many(
        self, clerk_client, begun, players, django_assert_num_queries
    ):
        enter_many(tournament=begun, rows=[NewEntry(f"Ander {n}") for n in range(players)])
        withdraw(entry=begun.entries.get(number=9))
        for path, queries in (
            (DESK, PAGE),
            (f"{DESK}several/", PAGE),
            ("/t/wk-zaal/log/", PAGE + 1),
        ):
            with django_assert_num_queries(queries):
                clerk_client.get(path)
        with django_assert_num_queries(5):
            clerk_client.get(DESK, {"q": "ander"}, headers=LIVE)
        numbers = list(begun.entries.values_list("number", flat=True))
        data = {"action": "check-in", "number": numbers}
        with django_assert_num_queries(PAGE):
            clerk_client.post(f"{DESK}several/preview/", data)


class TestEnteringLate:
    def late(self, client, **data):
        return client.post(f"{DESK}late/", data, headers=ENGLISH, follow=True)

    def test_in_one_step(self, clerk_client, clerk, morning):
        page = text(self.late(clerk_client, name="Joke Dijk", club="De Slag"))
        entry = morning.entries.get(number=11)
        assert (entry.club, entry.is_announced, entry.arrived_at is None) == (
            "De Slag",
            False,
            False,
        )
        assert "11 Joke Dijk has been entered." in page
        undo = reverse("desk:undo", args=["wk-zaal", morning.changes.get(author=clerk).pk])
        assert undo in page
        clerk_client.post(undo)
        assert not morning.entries.filter(number=11).exists()

    def test_that_he_has_no_place_yet_is_said(self, clerk_client, begun):
        page = text(self.late(clerk_client, name="Joke Dijk"))
        assert "Joke Dijk has no place in round 2 yet." in page
        assert 'href="/t/wk-zaal/rounds/2/"' in page

    def test_somebody_who_is_known(self, clerk_client, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        self.late(clerk_client, name="Piet van Dam", club="Schoppenaas", player=piet.pk)
        assert morning.entries.get(number=11).player == piet

    @pytest.mark.parametrize(
        ("data", "errors"),
        [
            ({"club": "Tiel"}, ["is_other"]),
            ({}, ["is_other", "club"]),
            ({"is_other": "on"}, ["club"]),
        ],
    )
    def test_a_namesake_is_to_be_told_apart(self, clerk_client, morning, data, errors):
        response = self.late(clerk_client, name="jan kok", **data)
        assert list(response.context["form"].errors) == errors
        assert morning.entries.count() == 10

    def test_and_then_he_is_entered(self, clerk_client, morning):
        self.late(clerk_client, name="Jan Kok", club="Tiel", is_other="on")
        assert morning.entries.get(number=11).club == "Tiel"

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 81}, "name"),
            ({"name": "Joke\x07"}, "name"),
            ({"name": "Joke", "club": "\u202e"}, "club"),
            ({"name": "Joke", "player": "x"}, "player"),
            ({"name": "Joke", "player": "9" * 30}, "player"),
        ],
    )
    def test_a_wrong_newcomer_is_refused_at_his_field(self, clerk_client, morning, data, field):
        assert list(self.late(clerk_client, **data).context["form"].errors) == [field]
        assert morning.entries.count() == 10

    def test_not_somebody_who_is_here(self, clerk_client, morning):
        here = morning.entries.get(number=1).player
        response = self.late(clerk_client, name="Joke", player=here.pk)
        assert list(response.context["form"].errors) == ["player"]


class TestOnePlayer:
    def test_a_misspelt_name_is_put_right_by_a_clerk(self, clerk_client, begun):
        data = {"name": "Anna Backer", "club": ""}
        response = clerk_client.post(f"{DESK}4/name/", data, headers=ENGLISH, follow=True)
        assert "4 Anna Bakker (De Slag) is now 4 Anna Backer." in text(response)
        assert Entry.objects.get(number=4).name == "Anna Backer"

    @pytest.mark.parametrize("name", ["", "x" * 81, "a\u200bb"])
    def test_but_not_into_nothing(self, clerk_client, begun, name):
        response = clerk_client.post(f"{DESK}4/name/", {"name": name})
        assert list(response.context["name_form"].errors) == ["name"]
        assert Entry.objects.get(number=4).name == "Anna Bakker"

    def test_he_leaves_and_comes_back(self, director_client, begun):
        page = text(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert "4 Anna Bakker</a>: round 2" in page
        assert Entry.objects.get(number=4).withdrawn_after == 1
        assert "let somebody take it over" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )
        director_client.post(f"{DESK}4/come-back/")
        assert Entry.objects.get(number=4).withdrawn_after is None

    def test_a17_somebody_plays_on(self, director_client, begun):
        data = {"name": "Piet Kok", "from_deal": "8"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1, from deal 8." in text(page)
        assert "Piet Kok plays from deal 8" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "Piet", "from_deal": "0"}, "from_deal"),
            ({"name": "Piet", "from_deal": "20"}, "from_deal"),
            ({"name": "Piet", "from_deal": "acht"}, "from_deal"),
            ({"name": "Piet\0"}, "name"),
        ],
    )
    def test_a_wrong_substitute(self, director_client, begun, data, field):
        response = director_client.post(f"{DESK}4/substitute/1/", data)
        assert list(response.context["substitute_form"].errors) == [field]
        assert not Substitute.objects.exists()

    def test_in_a_round_to_come_it_is_refused_in_words(self, director_client, begun):
        url = f"{DESK}4/substitute/2/"
        response = director_client.post(url, {"name": "Piet"}, headers=ENGLISH, follow=True)
        assert told(response) == ["Round 2 has not started yet: let somebody take the place over."]
        assert director_client.post(f"{DESK}4/substitute/3/", {"name": "X"}).status_code == 404

    def test_a18_somebody_takes_his_place(self, director_client, begun):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        came = begun.entries.get(number=11)
        assert list(came.seats.values_list("round__number", flat=True)) == [2]
        director_client.post(f"/t/wk-zaal/log/{begun.changes.get().pk}/undo/")
        assert begun.entries.get(number=4).seats.count() == 2
        assert begun.entries.count() == 10

    @pytest.mark.parametrize("data", [{"name": ""}, {"name": "Jan Kok", "club": "Tiel"}])
    def test_not_by_nobody_and_not_by_somebody_who_plays(self, director_client, begun, data):
        response = director_client.post(f"{DESK}4/replace/", data)
        assert len(response.context["newcomer_form"].errors) == 1
        assert begun.entries.count() == 10


class TestSeveral:
    def preview(self, client, action, *numbers):
        data = {"action": action, "number": numbers}
        return client.post(f"{DESK}several/preview/", data, headers=ENGLISH)

    def carry(self, client, action, *numbers):
        mark = self.preview(client, action, *numbers).context["planned"].mark
        data = {"action": action, "number": numbers, "mark": mark}
        return client.post(f"{DESK}several/do/", data, headers=ENGLISH, follow=True)

    def test_who_is_missing_is_ticked(self, director_client, morning):
        services.check_in(entries=morning.entries.filter(number__lt=8), now=NOON)
        assert director_client.get(f"{DESK}several/").context["ticked"] == {8, 9, 10}

    def test_what_will_happen_is_shown_by_name_and_nothing_is_done(self, director_client, begun):
        withdraw(entry=begun.entries.get(number=9))
        lines = self.preview(director_client, "withdraw", 8, 9).context["planned"].lines
        assert [(line.entry.number, line.is_done, line.note) for line in lines] == [
            (
                8,
                True,
                "keeps what was won up to round 1; has a seat in round 2: draw it again, or let"
                " somebody take the place over",
            ),
            (9, False, "has left already"),
        ]
        assert begun.entries.get(number=8).withdrawn_after is None

    def test_who_is_not_there_does_not_take_part(self, director_client, morning):
        page = text(self.carry(director_client, "withdraw", 8, 9, 10))
        assert "3 players do not take part: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins." in page
        assert [e.number for e in morning.entries.filter(withdrawn_after=0)] == [8, 9, 10]
        director_client.post(f"/t/wk-zaal/log/{morning.changes.get().pk}/undo/")
        assert not morning.entries.filter(withdrawn_after=0).exists()

    def test_off_the_list_and_back(self, director_client, morning):
        self.carry(director_client, "remove", 8, 9)
        assert morning.entries.count() == 8
        director_client.post(f"/t/wk-zaal/log/{morning.changes.get().pk}/undo/")
        assert [e.name for e in morning.entries.filter(number__in=[8, 9])] == [
            "Els de Boer",
            "Femke Vos",
        ]

    def test_all_checked_in_and_that_undone(self, clerk_client, morning):
        services.check_in(entries=[morning.entries.get(number=1)], now=NOON)
        page = self.carry(clerk_client, "check-in", 1, 2, 3)
        assert [e.number for e in page.context["entries"]] == [2, 3]
        assert morning.entries.get(number=1).arrived_at == NOON
        data = {"action": "check-in", "number": [2, 3]}
        clerk_client.post(f"{DESK}several/take-back/", data)
        assert [e.number for e in morning.entries.exclude(arrived_at=None)] == [1]

    def test_what_changed_since_is_shown_again(self, director_client, morning):
        mark = self.preview(director_client, "withdraw", 8, 9).context["planned"].mark
        withdraw(entry=morning.entries.get(number=8))
        data = {"action": "withdraw", "number": [8, 9], "mark": mark}
        page = director_client.post(f"{DESK}several/do/", data, headers=ENGLISH)
        assert told(page) == ["This has changed meanwhile. Look at it again."]
        assert morning.entries.get(number=9).withdrawn_after is None

    def test_to_nobody_nothing_is_done(self, director_client, begun):
        page = self.carry(director_client, "remove", 1, 2)
        assert told(page) == ["There is nobody left to do this to."]
        assert begun.entries.count() == 10

    @pytest.mark.parametrize("step", ["preview", "do", "take-back"])
    @pytest.mark.parametrize(
        "data",
        [
            {},
            {"action": "withdraw"},
            {"action": "sing", "number": ["1"]},
            {"action": "remove", "number": ["99"]},
            {"action": "remove", "number": ["x", "1"]},
            {"action": "remove", "number": ["9" * 40]},
        ],
    )
    def test_what_makes_no_sense_is_asked_again(self, director_client, morning, step, data):
        response = director_client.post(f"{DESK}several/{step}/", data)
        assert response.context["form"].errors
        assert morning.entries.count() == 10

    @pytest.mark.parametrize("action", ["withdraw", "remove"])
    @pytest.mark.parametrize("step", ["preview", "do"])
    def test_a_clerk_only_lets_people_in(self, clerk_client, morning, action, step):
        data = {"action": action, "number": ["1"], "mark": ""}
        response = clerk_client.post(f"{DESK}several/{step}/", data)
        assert list(response.context["form"].errors) == ["action"]
        assert not morning.changes.exists()


class TestLog:
    def test_who_did_what_and_when_the_latest_first(self, director_client, director, morning):
        director_client.post(f"{DESK}4/leave/")
        director_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        page = director_client.get("/t/wk-zaal/log/", headers=ENGLISH)
        assert [(c.author, done, offered) for c, done, offered in page.context["lines"]] == [
            (director, "11 Joke Dijk has been entered.", True),
            (director, "4 Anna Bakker does not take part.", True),
        ]

    def test_a_clerk_undoes_what_clerks_do(self, clerk_client, director_client, morning):
        director_client.post(f"{DESK}4/leave/")
        change = morning.changes.get()
        page = clerk_client.post(f"/t/wk-zaal/log/{change.pk}/undo/", headers=ENGLISH, follow=True)
        assert told(page) == ["Only a director can undo this."]
        assert [offered for _, _, offered in page.context["lines"]] == [False]
        assert morning.entries.get(number=4).withdrawn_after == 0

    def test_but_not_what_a_director_did(self, clerk_client, director, morning):
        entry = enter(tournament=morning, name="Joke Dijk", author=director, now=NOON)
        url = f"/t/wk-zaal/log/{morning.changes.get().pk}/undo/"
        page = clerk_client.post(url, headers=ENGLISH, follow=True)
        assert told(page) == ["Only a director can undo this."]
        assert [offered for _, _, offered in page.context["lines"]] == [False]
        assert morning.entries.filter(pk=entry.pk).exists()

    def test_a_director_is_told_where_a_step_is_undone(self, director_client, morning):
        step = Change.objects.create(tournament=morning, kind="state", about="1", at=NOON)
        url = f"/t/wk-zaal/log/{step.pk}/undo/"
        page = director_client.post(url, headers=ENGLISH, follow=True)
        assert told(page) == ["This cannot be undone here: look at its round."]

    def test_what_changed_nothing_tells_of_nothing_older(self, director_client, morning):
        facts = {"name": "Ans Bakker", "club": "De Slag"}
        pages = [director_client.post(f"{DESK}4/name/", facts, follow=True) for _ in range(2)]
        assert ["done" in page.context for page in pages] == [True, False]
        assert morning.changes.count() == 1

    def test_undone_twice_it_says_so(self, director_client, morning):
        director_client.post(f"{DESK}4/leave/")
        url = f"/t/wk-zaal/log/{morning.changes.get().pk}/undo/"
        said = [told(director_client.post(url, headers=ENGLISH, follow=True)) for _ in range(2)]
        assert said == [
            ["Undone: 4 Anna Bakker does not take part."],
            ["This has been undone already."],
        ]

    def test_a_change_of_another_tournament_is_not_reached(self, director_client, morning, earlier):
        withdraw(entry=earlier.entries.get(number=1))
        key = earlier.changes.get().pk
        assert director_client.post(f"/t/wk-zaal/log/{key}/undo/").status_code == 404

    def test_a_long_day_has_pages(self, director_client, morning):
        Change.objects.bulk_create(
            Change(tournament=morning, kind="state", about=str(n), at=NOON) for n in range(60)
        )
        page = director_client.get("/t/wk-zaal/log/", {"page": "2"})
        assert [c.about for c, _, _ in page.context["lines"]] == [str(n) for n in range(9, -1, -1)]
        assert director_client.get("/t/wk-zaal/log/", {"page": "x"}).status_code == 200


def test_a_name_is_shown_as_it_is_and_runs_nothing(director_client, begun):
    Entry.objects.filter(number=4).update(name="<script>alert(1)</script>")
    director_client.post(f"{DESK}4/leave/")
    for path in (DESK, f"{DESK}4/", f"{DESK}several/", "/t/wk-zaal/log/", f"{DESK}?player=4"):
        page = director_client.get(path).content.decode()
        assert "<script>alert(1)" not in page
        assert "&lt;script&gt;alert(1)" in page or path == "/t/wk-zaal/log/"
