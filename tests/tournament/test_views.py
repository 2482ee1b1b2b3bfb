"""Pages of tournaments and players: working, denied, invalid, wrong method."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from wk.tournament.forms import ConfirmedListForm
from wk.tournament.models import Entry, Tournament
from wk.tournament.playerlist import Listed, PlayerList

FACTS = {
    "name": "WK 2027",
    "date": "2027-11-20",
    "venue": "Utrecht",
    "game": "wk-boerenbridge",
    "round_count": "3",
    "last_round": "lot",
    "round_minutes": "",
    "slug": "",
}

DIRECTORS_PAGES = [
    ("tournament:create", []),
    ("tournament:edit", ["wk-test"]),
    ("tournament:add_player", ["wk-test"]),
    ("tournament:edit_player", ["wk-test", 1]),
    ("tournament:import_players", ["wk-test"]),
]
DIRECTORS_POSTS = [
    ("tournament:remove_player", ["wk-test", 1]),
    ("tournament:withdraw_player", ["wk-test", 1]),
    ("tournament:readmit_player", ["wk-test", 1]),
    ("tournament:confirm_import", ["wk-test"]),
    ("hall:draw", ["wk-test"]),
    ("hall:draw_all", ["wk-test"]),
    ("hall:redraw", ["wk-test", 1]),
    ("tournament:discard", ["wk-test", 1]),
    ("tournament:swap", ["wk-test", 1]),
    ("hall:fix", ["wk-test", 1]),
    ("hall:unfix", ["wk-test", 1]),
    ("hall:start", ["wk-test", 1]),
    ("tournament:keep_apart", ["wk-test"]),
    ("tournament:keep_clubs_apart", ["wk-test"]),
    ("tournament:fix_place", ["wk-test"]),
    ("tournament:choose_fours", ["wk-test"]),
    ("tournament:remove_apart", ["wk-test", 1]),
    ("tournament:remove_place", ["wk-test", 1]),
]
PUBLIC_PAGES = [
    ("home", []),
    ("tournament:players", ["wk-test"]),
    ("tournament:rounds", ["wk-test"]),
    ("tournament:round", ["wk-test", 1]),
]


@pytest.mark.parametrize(("name", "args"), PUBLIC_PAGES)
def test_everyone_may_look(client, tournament, name, args):
    assert client.get(reverse(name, args=args)).status_code == 200


@pytest.mark.parametrize(("name", "args"), PUBLIC_PAGES)
def test_looking_changes_nothing(client, tournament, name, args):
    assert client.post(reverse(name, args=args)).status_code == 405


@pytest.mark.parametrize(("name", "args"), DIRECTORS_PAGES)
def test_directors_pages_open(director_client, tournament, name, args):
    assert director_client.get(reverse(name, args=args)).status_code == 200


@pytest.mark.parametrize(("name", "args"), DIRECTORS_PAGES + DIRECTORS_POSTS)
def test_directors_pages_are_closed_to_others(client, clerk_client, tournament, name, args):
    url = reverse(name, args=args)
    before = list(Entry.objects.values()), list(tournament.rounds.values())
    assert clerk_client.post(url).status_code == 403
    assert client.post(url).url == f"{reverse('accounts:login')}?next=/"
    assert (list(Entry.objects.values()), list(tournament.rounds.values())) == before


@pytest.mark.parametrize(("name", "args"), DIRECTORS_POSTS)
def test_changes_are_not_made_by_following_a_link(director_client, tournament, name, args):
    assert director_client.get(reverse(name, args=args)).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/t/nergens/",
        "/t/nergens/players/",
        "/t/wk-test/rounds/9/",
        "/t/wk-test/rounds/99999999999999999999999/",
        "/t/wk-test/players/99999999999999999999/edit/",
        "/t/WK%00/",
        "/t/%F0%9F%82%A1/players/",
    ],
)
def test_what_does_not_exist_is_not_found(director_client, tournament, path):
    assert director_client.get(path).status_code == 404


def test_an_empty_database_leads_to_the_beginning(client, db):
    assert client.get("/").url == reverse("accounts:begin")


def test_a_tournament_is_made(director_client):
    response = director_client.post(reverse("tournament:create"), FACTS)
    made = Tournament.objects.get()
    assert response.url == reverse("tournament:players", args=["wk-2027"])
    assert (made.name, made.date.isoformat(), made.round_count) == ("WK 2027", "2027-11-20", 3)
    assert (made.last_round, made.round_minutes) == ("lot", None)


def test_a_tournament_is_made_with_its_clock_and_last_round(director_client):
    facts = FACTS | {"last_round": "standings", "round_minutes": "75"}
    director_client.post(reverse("tournament:create"), facts)
    made = Tournament.objects.get()
    assert (made.last_round, made.round_minutes) == ("standings", 75)


def test_it_is_made_and_changed_with_the_same_fields(director_client, tournament):
    tournament.rounds.update(seed=5)
    made, changed = (
        director_client.get(reverse(name, args=args)).context["form"]
        for name, args in (("tournament:create", []), ("tournament:edit", ["wk-test"]))
    )
    assert list(made.fields) == list(changed.fields)
    assert (made["last_round"].value(), made["round_minutes"].value()) == ("lot", None)
    assert [form.fields["last_round"].disabled for form in (made, changed)] == [False, True]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 101),
        ("name", "nul\0"),
        ("date", "morgen"),
        ("date", "2027-13-40"),
        ("game", "ganzenbord"),
        ("round_count", "0"),
        ("round_count", "21"),
        ("round_count", "veel"),
        ("last_round", "los"),
        ("round_minutes", "0"),
        ("round_minutes", "601"),
        ("slug", "geen adres!"),
        ("slug", "wk-test"),
    ],
)
def test_wrong_facts_are_refused_at_their_field(director_client, tournament, field, value):
    response = director_client.post(reverse("tournament:create"), FACTS | {field: value})
    assert list(response.context["form"].errors) == [field]
    assert Tournament.objects.count() == 1


def test_facts_are_changed(director_client, tournament):
    url = reverse("tournament:edit", args=["wk-test"])
    response = director_client.post(url, FACTS | {"slug": "wk-nieuw"})
    assert response.url == "/t/wk-nieuw/"
    assert Tournament.objects.get().name == "WK 2027"


def test_a_refused_change_is_explained(director_client, tournament):
    tournament.round_count = 2
    tournament.save()
    tournament.rounds.create(number=2)
    url = reverse("tournament:edit", args=["wk-test"])
    response = director_client.post(url, FACTS | {"round_count": "1"})
    assert len(response.context["form"].non_field_errors()) == 1
    assert Tournament.objects.get().name == "WK Test"


def test_a_player_is_added(director_client, tournament):
    url = reverse("tournament:add_player", args=["wk-test"])
    director_client.post(url, {"name": "Joke", "club": "De Slag", "number": ""})
    added = Entry.objects.get(name="Joke")
    assert (added.number, added.club) == (10, "De Slag")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "Joke\x07"}, "name"),
        ({"name": "Joke", "number": "3"}, "number"),
        ({"name": "Joke", "number": "0"}, "number"),
        ({"name": "Joke", "number": "drie"}, "number"),
        ({"name": "Joke", "number": "100000"}, "number"),
    ],
)
def test_a_wrong_player_is_refused_at_his_field(director_client, tournament, data, field):
    response = director_client.post(reverse("tournament:add_player", args=["wk-test"]), data)
    assert list(response.context["form"].errors) == [field]
    assert Entry.objects.count() == 9


def test_a_player_is_corrected_withdrawn_and_readmitted(director_client, tournament):
    director_client.post(
        reverse("tournament:edit_player", args=["wk-test", 1]),
        {"name": "Annie", "club": "", "number": "31"},
    )
    assert Entry.objects.get(number=31).name == "Annie"
    director_client.post(reverse("tournament:withdraw_player", args=["wk-test", 31]))
    assert Entry.objects.get(number=31).withdrawn_after == 1
    director_client.post(reverse("tournament:readmit_player", args=["wk-test", 31]))
    assert Entry.objects.get(number=31).withdrawn_after is None


def test_who_has_a_seat_stays_on_the_list(director_client, tournament):
    url = reverse("tournament:remove_player", args=["wk-test", 1])
    response = director_client.post(url, follow=True)
    assert [m.level_tag for m in response.context["messages"]] == ["error"]
    assert Entry.objects.count() == 9


def test_a_list_is_looked_at_before_anything_is_stored(director_client, tournament):
    url = reverse("tournament:import_players", args=["wk-test"])
    file = SimpleUploadedFile("lijst.csv", b"Naam;Club\nJoke;De Slag\nAnna;\n")
    response = director_client.post(url, {"file": file})
    assert [(p.listed.name, p.outcome) for p in response.context["planned"]] == [
        ("Joke", "new"),
        ("Anna", "skipped"),
    ]
    assert Entry.objects.count() == 9
    rows = response.context["confirm"].initial["rows"]
    confirm = reverse("tournament:confirm_import", args=["wk-test"])
    director_client.post(confirm, {"rows": rows})
    assert list(Entry.objects.filter(number__gt=9).values_list("name", "club")) == [
        ("Joke", "De Slag")
    ]


def test_a_list_with_a_problem_is_not_imported_by_halves(director_client, tournament):
    confirm = reverse("tournament:confirm_import", args=["wk-test"])
    rows = ConfirmedListForm.pack(PlayerList((Listed(2, "Joke"), Listed(3, "Karin", "", "zeven"))))
    response = director_client.post(confirm, {"rows": rows})
    assert [p.outcome for p in response.context["planned"]] == ["new", "problem"]
    assert Entry.objects.count() == 9


def look_at(client, *lines):
    """The preview of a list with these lines under its heading, in English."""
    url = reverse("tournament:import_players", args=["wk-test"])
    file = SimpleUploadedFile("lijst.csv", "\n".join(["Naam;Club;Nr", *lines]).encode())
    return client.post(url, {"file": file}, headers={"accept-language": "en"})


def named(response):
    """Which lines of the list are named above it, with the way to each."""
    above, table = response.content.decode().split('<table class="list">')
    there = re.findall(r'<a href="#line-(\d+)">', above)
    assert all(table.count(f'<tr id="line-{line}"') == 1 for line in there)
    return [int(line) for line in there]


def test_lines_with_a_problem_are_named_above_the_list(director_client, tournament):
    response = look_at(director_client, *["Joke", "Karin;;zeven", "Lies", ";De Slag"])
    assert [line.listed.line for line in response.context["problems"]] == [3, 5]
    assert named(response) == [3, 5]
    assert ">line 3</a> Karin:" in response.content.decode()


def test_many_problems_are_named_too(director_client, tournament):
    response = look_at(director_client, *[f"Joke {n};;zeven" for n in range(12)])
    page = response.content.decode()
    assert named(response) == [*range(2, 14)]
    assert (">line 11</a>" in page, ">line 12</a>" in page) == (True, False)


def test_who_has_the_name_of_another_is_counted_and_named(director_client, tournament):
    response = look_at(director_client, "Joke;De Slag", "Anna;;12", "Joke;Tiel", "Anna", "Karin")
    assert [(p.listed.line, p.outcome, bool(p.note)) for p in response.context["planned"]] == [
        (2, "new", False),
        (3, "new", True),
        (4, "new", True),
        (5, "skipped", True),
        (6, "new", False),
    ]
    assert named(response) == [3, 4]
    assert "<dt>Same name twice</dt><dd>2</dd>" in response.content.decode()
    assert "Same name twice" not in look_at(director_client, "Joke").content.decode()


def test_names_stand_where_one_looks_for_them(client, tournament):
    """Whatever their capitals and accents."""
    names = ["anna van Dijk", "Anna Visser", "Émile Vos", "Emma Vos", "Els Vos", "Álvaro Bos"]
    for number, name in enumerate(names, 1):
        Entry.objects.filter(number=number).update(name=name)
    Entry.objects.filter(number__gt=len(names)).update(name="Zus")
    page = client.get(reverse("tournament:players", args=["wk-test"]))
    assert [entry.number for entry, _partner in page.context["shown"]] == [
        6,
        1,
        2,
        5,
        3,
        4,
        7,
        8,
        9,
    ]


@pytest.mark.parametrize(
    "rows", ["", "{", '[[2,"Joke","",""]]', "[" * 100_000, "1" * 5_000, '[[1,"\\ud800","",""]]']
)
def test_a_damaged_list_is_refused(director_client, tournament, rows):
    confirm = reverse("tournament:confirm_import", args=["wk-test"])
    response = director_client.post(confirm, {"rows": rows})
    assert response.url == reverse("tournament:import_players", args=["wk-test"])
    assert Entry.objects.count() == 9


def test_names_are_shown_as_they_are_and_run_nothing(client, tournament):
    Entry.objects.filter(number=1).update(name="<script>alert(1)</script>")
    for path in ("/t/wk-test/players/", "/t/wk-test/rounds/1/"):
        assert "&lt;script&gt;alert(1)" in client.get(path).content.decode()


def test_a_list_takes_as_few_queries_for_nine_players_as_for_ninety(
    client, tournament, django_assert_num_queries
):
    with django_assert_num_queries(5):
        client.get(reverse("tournament:players", args=["wk-test"]))
    with django_assert_num_queries(7):
        client.get(reverse("tournament:round", args=["wk-test", 1]))


@pytest.mark.parametrize("name", ["tournament:players", "tournament:rounds"])
def test_a_program_may_ask_whether_a_page_is_there(client, tournament, name):
    assert client.head(reverse(name, args=["wk-test"])).status_code == 200


def test_who_has_a_seat_is_not_offered_to_be_taken_off(director_client, tournament):
    page = director_client.get(reverse("tournament:edit_player", args=["wk-test", 1]))
    removal = reverse("tournament:remove_player", args=["wk-test", 1])
    assert removal not in page.content.decode()


class TestRounds:
    """A round through its pages."""

    @pytest.fixture
    def second(self, director_client, tournament):
        director_client.post(reverse("hall:draw", args=["wk-test"]))
        return tournament.rounds.get(number=2)

    def test_a_draw_is_the_directors_alone_until_it_is_fixed(self, client, director_client, second):
        page = reverse("tournament:round", args=["wk-test", 2])
        assert client.get(page).status_code == 404
        assert director_client.get(page).status_code == 200
        director_client.post(reverse("hall:fix", args=["wk-test", 2]))
        assert client.get(page).status_code == 200

    def test_a_draw_can_be_made_again_and_thrown_away(self, director_client, tournament, second):
        director_client.post(reverse("hall:redraw", args=["wk-test", 2]))
        again = tournament.rounds.get(number=2)
        assert again.seed != second.seed
        director_client.post(reverse("tournament:discard", args=["wk-test", 2]))
        assert tournament.rounds.count() == 1

    def test_players_change_places(self, director_client, second):
        here = second.seats.get(table__number=1, number=1).entry
        there = second.seats.get(table__number=2, number=1).entry
        url = reverse("tournament:swap", args=["wk-test", 2])
        director_client.post(url, {"first": here.pk, "second": there.pk})
        assert second.seats.get(table__number=1, number=1).entry == there

    @pytest.mark.parametrize("data", [{}, {"first": "x", "second": "y"}, {"first": "1"}])
    def test_a_wrong_swap_is_explained(self, director_client, second, data):
        url = reverse("tournament:swap", args=["wk-test", 2])
        response = director_client.post(url, data, follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_who_came_after_the_draw_is_named(self, director_client, tournament, second):
        director_client.post(
            reverse("tournament:add_player", args=["wk-test"]), {"name": "Laatkomer"}
        )
        page = director_client.get(reverse("tournament:round", args=["wk-test", 2]))
        assert [e.name for e in page.context["unseated"]] == ["Laatkomer"]

    def test_a_refused_draw_is_explained(self, director_client, tournament, second):
        response = director_client.post(reverse("hall:draw", args=["wk-test"]), follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_what_was_done_is_said(self, director_client, tournament, second):
        said = []
        for step in ("redraw", "fix", "unfix", "fix", "start"):
            url = reverse(f"hall:{step}", args=["wk-test", 2])
            page = director_client.post(url, follow=True, headers={"accept-language": "en"})
            said.append(str(list(page.context["messages"])[-1]))
        assert said == [
            "Round 2 has been drawn again.",
            "The draw of round 2 is confirmed.",
            "The draw of round 2 can be changed again.",
            "The draw of round 2 is confirmed.",
            "Round 2 has started.",
        ]

    def test_a_draw_that_cannot_be_made_is_not_offered(self, director_client, tournament):
        tournament.entries.filter(number__gt=7).update(withdrawn_after=1)
        page = director_client.get(
            reverse("tournament:rounds", args=["wk-test"]), headers={"accept-language": "en"}
        )
        assert page.context["cannot_draw"] == (
            "7 players cannot be divided over tables of 5 or 4. It can be done with 5 or 8."
        )
        assert reverse("hall:draw", args=["wk-test"]) not in page.content.decode()

    def test_started_at_last(self, director_client, tournament, second):
        for step in ("fix", "start"):
            director_client.post(reverse(f"hall:{step}", args=["wk-test", 2]))
        assert tournament.rounds.get(number=2).state == "started"


def test_all_rounds_are_drawn_at_once(director_client, tournament):
    page = director_client.get(reverse("tournament:rounds", args=["wk-test"])).content.decode()
    assert reverse("hall:draw_all", args=["wk-test"]) in page
    response = director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    assert response.url == reverse("tournament:round", args=["wk-test", 2])
    assert [(r.number, r.state) for r in tournament.rounds.all()] == [
        (1, "started"),
        (2, "drawn"),
        (3, "drawn"),
    ]
    second = tournament.rounds.get(number=2)
    assert second.tables.count() == 2
    # The rounds page leads to the first that waits, not to the last.
    context = director_client.get(reverse("tournament:rounds", args=["wk-test"])).context
    assert context["waiting_for"] == second


def test_the_last_round_has_no_button_for_all_rounds(director_client, tournament):
    url = reverse("tournament:rounds", args=["wk-test"])
    tournament.round_count = 2
    tournament.save()
    page = director_client.get(url).content.decode()
    assert reverse("hall:draw", args=["wk-test"]) in page
    assert reverse("hall:draw_all", args=["wk-test"]) not in page


def test_a_later_round_waits_for_the_one_before_it(director_client, tournament):
    director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    third = director_client.get(reverse("tournament:round", args=["wk-test", 3]))
    assert third.context["waiting_for"].number == 2
    assert reverse("hall:fix", args=["wk-test", 3]) not in third.content.decode()
    director_client.post(reverse("hall:fix", args=["wk-test", 3]))
    assert tournament.rounds.get(number=3).state == "drawn"
    second = director_client.get(reverse("tournament:round", args=["wk-test", 2]))
    assert second.context["later"] == [3]
    assert reverse("hall:fix", args=["wk-test", 2]) in second.content.decode()


@pytest.mark.parametrize(
    ("step", "left"), [("hall:redraw", [1, 2, 3]), ("tournament:discard", [1])]
)
def test_what_is_drawn_later_goes_along(director_client, tournament, step, left):
    director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    before = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    director_client.post(reverse(step, args=["wk-test", 2]))
    assert [round.number for round in tournament.rounds.all()] == left
    after = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    assert before != after
