"""Pages of tournaments: access, and creating and editing a tournament."""

from django.urls import reverse
from django.utils import timezone

from scoring.registry import GAMES
from wk.tournament.models import Entry, Tournament

TOURNAMENT = {
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
    ("players:add", ["wk-test"]),
    ("players:edit", ["wk-test", 1]),
    ("players:import", ["wk-test"]),
]
DIRECTORS_POSTS = [
    ("players:remove", ["wk-test", 1]),
    ("players:withdraw", ["wk-test", 1]),
    ("players:readmit", ["wk-test", 1]),
    ("players:confirm_import", ["wk-test"]),
    ("rounds:draw", ["wk-test"]),
    ("rounds:draw_all", ["wk-test"]),
    ("rounds:redraw", ["wk-test", 1]),
    ("rounds:discard", ["wk-test", 1]),
    ("rounds:change_seats", ["wk-test", 1]),
    ("rounds:confirm", ["wk-test", 1]),
    ("rounds:unconfirm", ["wk-test", 1]),
    ("rounds:start", ["wk-test", 1]),
    ("rounds:separate", ["wk-test"]),
    ("rounds:separate_clubs", ["wk-test"]),
    ("rounds:fix_seat", ["wk-test"]),
    ("rounds:choose_fours", ["wk-test"]),
    ("rounds:remove_separation", ["wk-test", 1]),
    ("rounds:remove_fixed_seat", ["wk-test", 1]),
]
PUBLIC_PAGES = [
    ("home", []),
    ("players:list", ["wk-test"]),
    ("rounds:list", ["wk-test"]),
    ("rounds:round", ["wk-test", 1]),
]


UNKNOWN_ADDRESSES = [
    "/t/nergens/",
    "/t/nergens/players/",
    "/t/wk-test/rounds/9/",
    "/t/wk-test/rounds/99999999999999999999999/",
    "/t/wk-test/players/99999999999999999999/edit/",
    "/t/WK%00/",
    "/t/%F0%9F%82%A1/players/",
]


def answers_other_than(status, send, pages):
    """Return the pages that answer with another status, with that status."""
    urls = [reverse(name, args=args) for name, args in pages]
    answered = {url: send(url).status_code for url in urls}
    return {url: found for url, found in answered.items() if found != status}


def test_public_pages_are_open_to_everyone_and_refuse_post(client, tournament):
    assert answers_other_than(200, client.get, PUBLIC_PAGES) == {}
    assert answers_other_than(405, client.post, PUBLIC_PAGES) == {}


def test_public_pages_answer_head_requests(client, tournament):
    for name in ("players:list", "rounds:list"):
        assert client.head(reverse(name, args=["wk-test"])).status_code == 200


def test_pages_of_directors_are_open_to_directors(director_client, tournament):
    assert answers_other_than(200, director_client.get, DIRECTORS_PAGES) == {}


def test_pages_of_directors_are_closed_to_others(client, clerk_client, tournament):
    before = list(Entry.objects.values()), list(tournament.rounds.values())
    pages = DIRECTORS_PAGES + DIRECTORS_POSTS
    assert answers_other_than(403, clerk_client.post, pages) == {}
    login = f"{reverse('accounts:login')}?next=/"
    sent_to = {name: client.post(reverse(name, args=args)).url for name, args in pages}
    assert {name: url for name, url in sent_to.items() if url != login} == {}
    assert (list(Entry.objects.values()), list(tournament.rounds.values())) == before


def test_actions_refuse_get(director_client, tournament):
    assert answers_other_than(405, director_client.get, DIRECTORS_POSTS) == {}


def test_unknown_addresses_are_not_found(director_client, tournament):
    answered = {path: director_client.get(path).status_code for path in UNKNOWN_ADDRESSES}
    assert answered == dict.fromkeys(UNKNOWN_ADDRESSES, 404)


def test_html_in_names_is_escaped(client, tournament):
    Entry.objects.filter(number=1).update(name="<script>alert(1)</script>")
    for path in ("/t/wk-test/players/", "/t/wk-test/rounds/1/"):
        assert "&lt;script&gt;alert(1)" in client.get(path).content.decode()


def test_public_lists_pin_their_number_of_queries(client, tournament, django_assert_num_queries):
    with django_assert_num_queries(6):
        client.get(reverse("players:list", args=["wk-test"]))
    with django_assert_num_queries(10):
        client.get(reverse("rounds:round", args=["wk-test", 1]))


def test_an_empty_database_redirects_to_begin(client, db):
    assert client.get("/").url == reverse("accounts:begin")


def test_a_tournament_is_created(director_client):
    response = director_client.post(reverse("tournament:create"), TOURNAMENT)
    made = Tournament.objects.get()
    assert response.url == reverse("players:list", args=["wk-2027"])
    assert (made.name, made.date.isoformat(), made.round_count) == ("WK 2027", "2027-11-20", 3)
    assert (made.last_round, made.round_minutes) == ("lot", None)


def test_a_tournament_is_created_with_its_clock_and_last_round(director_client):
    facts = TOURNAMENT | {"last_round": "standings", "round_minutes": "75"}
    director_client.post(reverse("tournament:create"), facts)
    made = Tournament.objects.get()
    assert (made.last_round, made.round_minutes) == ("standings", 75)


def test_a_new_tournament_is_proposed_for_today_and_takes_another_date(director_client):
    create = reverse("tournament:create")
    shown = director_client.get(create).context["form"]
    assert shown["date"].value() == timezone.localdate()
    assert f'value="{timezone.localdate():%Y-%m-%d}"' in str(shown["date"])
    refused = director_client.post(create, TOURNAMENT | {"date": ""})  # only proposed
    assert list(refused.context["form"].errors) == ["date"]


def test_an_estimate_of_who_wins_is_shown_where_it_is_ticked(director_client):
    director_client.post(reverse("tournament:create"), TOURNAMENT)
    made = Tournament.objects.get()
    assert made.odds is False
    edit = reverse("tournament:edit", args=[made.slug])
    for ticked, odds in (({"odds": "on"}, True), ({}, False)):
        facts = TOURNAMENT | {"slug": made.slug} | ticked
        assert director_client.post(edit, facts).status_code == 302
        assert Tournament.objects.get().odds is odds


def test_creating_and_editing_have_the_same_fields(director_client, tournament):
    tournament.rounds.update(seed=5)
    made, changed = (
        director_client.get(reverse(name, args=args)).context["form"]
        for name, args in (("tournament:create", []), ("tournament:edit", ["wk-test"]))
    )
    assert list(made.fields) == list(changed.fields)
    assert (made["last_round"].value(), made["round_minutes"].value()) == ("lot", None)
    assert [form.fields["last_round"].disabled for form in (made, changed)] == [False, True]


INVALID_FIELDS = [
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
]


def test_invalid_fields_are_refused_at_the_field(director_client, tournament):
    for field, value in INVALID_FIELDS:
        response = director_client.post(reverse("tournament:create"), TOURNAMENT | {field: value})
        assert list(response.context["form"].errors) == [field], value
    assert Tournament.objects.count() == 1


def test_a_tournament_is_edited(director_client, tournament):
    url = reverse("tournament:edit", args=["wk-test"])
    response = director_client.post(url, TOURNAMENT | {"slug": "wk-nieuw"})
    assert response.url == "/t/wk-nieuw/"
    assert Tournament.objects.get().name == "WK 2027"


def test_a_refused_change_is_explained(director_client, tournament):
    tournament.round_count = 2
    tournament.save()
    tournament.rounds.create(number=2)
    url = reverse("tournament:edit", args=["wk-test"])
    response = director_client.post(url, TOURNAMENT | {"round_count": "1"})
    assert len(response.context["form"].non_field_errors()) == 1
    assert Tournament.objects.get().name == "WK Test"


def test_every_game_can_be_chosen(director_client):
    page = director_client.get(reverse("tournament:create"))
    choices = [value for value, _name in page.context["form"].fields["game"].choices if value]
    assert choices == list(GAMES)
