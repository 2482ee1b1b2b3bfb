"""The rules page: everyone reads the rules, and directors set them."""

import html
import re

import pytest
from django.urls import reverse

from scoring.registry import GAMES, game
from tests.tournament.rule_tournaments import create_with_players, seat, start_round, stored_options
from wk.rounds.draws import draw_service as draws
from wk.tournament import services
from wk.tournament.queries import as_played

pytestmark = pytest.mark.usefixtures("english")

FORM = "/t/bol/rules/"
ENGLISH = {"accept-language": "en"}


def page_text(response):
    """Return the text of the content of a page."""
    main = response.content.decode().partition("<main")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def buttons(response):
    main = response.content.decode().partition("<main")[2]
    return re.findall(r'<button[^>]* value="(\w+)"', main)


def option_cells(**changes):
    """Return the cells of the standard rules, with changes."""
    return game("bollen").options_to_cells({}) | changes


@pytest.mark.parametrize("key", GAMES)
def test_everyone_reads_the_rules_and_a_director_can_set_each_of_them(
    client, director_client, db, key
):
    made = create_with_players(12, key)
    page = client.get(FORM, headers=ENGLISH)
    assert page.status_code == client.head(FORM).status_code == 200
    charts = as_played(made, made.rules).charts
    titles = re.findall(r"<h2>(.*?)</h2>", page.content.decode())
    assert [html.unescape(title) for title in titles] == [chart.title.en for chart in charts]
    assert "<form" not in page.content.decode().partition("<main")[2]
    rules = made.rules
    page = director_client.get(FORM).content.decode().partition("<main")[2]
    names = re.findall(r'<(?:input|select)[^>]* name="(?!csrf|expected)([^"]+)"', page)
    assert sorted(names) == sorted(field.path for field in rules.settings.fields)
    labelled = set(re.findall(r'<label[^>]* for="([^"]+)"', page))
    assert labelled <= {f"set-{field.path.replace('.', '-')}" for field in rules.settings.fields}
    assert labelled <= set(re.findall(r' id="([^"]+)"', page))
    # Saving what is shown changes nothing.
    typed = rules.options_to_cells({}) | {"action": "save"}
    assert director_client.post(FORM, typed).url == FORM
    assert stored_options() == {}


def test_rules_are_previewed_before_they_are_saved(director_client, bollen):
    assert buttons(director_client.get(FORM)) == ["preview"]
    page = director_client.post(FORM, option_cells(base="20", action="preview"), headers=ENGLISH)
    assert page.status_code == 200
    assert page.context["charts"] == as_played(bollen, game("bollen", {"base": 20})).charts
    assert buttons(page) == ["save", "preview"]
    assert stored_options() == {}
    response = director_client.post(FORM, option_cells(base="20", action="save"))
    assert (response.status_code, response["Location"]) == (302, FORM)
    assert stored_options() == {"base": 20}
    assert director_client.get(FORM).context["form"].initial["base"] == "20"


def test_invalid_rules_are_marked_at_their_cells(director_client, bollen):
    for action in ("preview", "save", ""):
        typed = option_cells(base="veel", per_trick="\0", action=action)
        page = director_client.post(FORM, typed)
        assert page.status_code == 200
        marked = {cell.field.path for cell in page.context["form"].cells if cell.errors}
        assert marked == {"per_trick"}  # what cannot even be read is mended first
    page = director_client.post(FORM, option_cells(base="veel", per_miss="-", deals="99"))
    wrong = {cell.field.path: cell.value for cell in page.context["form"].cells if cell.errors}
    assert wrong == {"base": "veel", "per_miss": "-", "deals": "99"}
    assert buttons(page) == ["preview"]
    assert page.context["charts"] == ()
    assert stored_options() == {}


INVALID_REQUESTS = [
    {},
    {"action": "sell"},
    {"base": "x" * 100_000},
    {"deals": "1 " * 20_000},
    {"restriction": "<b>"},
    {"nonsense.1.2": "3"},
    {"wp": "9" * 40},
]


def test_any_request_is_answered(director_client, bollen):
    for typed in INVALID_REQUESTS:
        assert director_client.post(FORM, typed).status_code == 200
    assert stored_options() == {}


@pytest.mark.parametrize("action", ["preview", "save"])
def test_a_page_of_another_game_is_refused(director_client, bollen, action):
    page = director_client.get(FORM).content.decode()
    expected = re.findall(r'name="expected_game" value="([^"]+)"', page)
    assert expected == ["bollen"]
    services.update_tournament(tournament=bollen, game="zaanse-boerenbridge")
    typed = option_cells(action=action, expected_game=expected[0])
    after = director_client.post(FORM, typed, follow=True, headers=ENGLISH)
    said = [str(message) for message in after.context["messages"]]
    assert said == ["This has changed meanwhile. Look at it again."]
    assert stored_options() == {}


def test_only_directors_set_rules(client, clerk_client, bollen):
    assert clerk_client.post(FORM, option_cells(base="20", action="save")).status_code == 403
    assert client.post(FORM, option_cells(base="20", action="save")).url == "/login/?next=/"
    assert buttons(clerk_client.get(FORM)) == buttons(client.get(FORM)) == []
    assert stored_options() == {}


def test_other_methods_and_unknown_tournaments_are_refused(director_client, bollen):
    assert director_client.put(FORM).status_code == 405
    assert director_client.delete(FORM).status_code == 405
    assert director_client.get("/t/nergens/rules/").status_code == 404
    assert director_client.post("/t/nergens/rules/").status_code == 404


@pytest.mark.parametrize("action", ["preview", "save"])
def test_after_the_start_the_page_says_why_rules_are_fixed(director_client, bollen, action):
    start_round(bollen, 4, 4)
    why = "The rules cannot change any more: round 1 has started."
    page = director_client.get(FORM, headers=ENGLISH)
    assert why in page_text(page)
    assert buttons(page) == []
    typed = option_cells(base="20", action=action)
    page = director_client.post(FORM, typed, follow=True, headers=ENGLISH)
    assert [str(message) for message in page.context["messages"]] == [why]
    assert stored_options() == {}


def test_rules_that_do_not_fit_the_draw_are_explained(director_client, bollen):
    seat(bollen, 8)
    typed = option_cells(deals="12", action="save")
    page = director_client.post(FORM, typed, follow=True, headers=ENGLISH)
    assert [str(message) for message in page.context["messages"]] == [
        "Round 1 has been drawn for other rules. Discard that draw first."
    ]
    # They can be previewed all the same, for a table of the right size.
    assert director_client.post(FORM, option_cells(deals="12")).context["is_right"] is True


def test_the_rules_are_offered_until_the_first_draw(director_client, client, bollen, tournament):
    def offer(client, slug):
        page = client.get(reverse("players:list", args=[slug])).content.decode()
        return reverse("tournament:rules", args=[slug]) in page

    assert [offer(director_client, slug) for slug in ("bol", "wk-test")] == [True, False]
    assert offer(client, "bol") is False
    draws.draw_round(tournament=bollen, seed=1)
    assert offer(director_client, "bol") is False
    page = director_client.get(reverse("tournament:edit", args=["bol"])).content.decode()
    assert FORM in page


@pytest.mark.parametrize(("key", "most"), [("wk-boerenbridge", 5), ("bollen", 6)])
def test_the_page_takes_a_bounded_number_of_queries(
    client, db, key, most, django_assert_max_num_queries
):
    create_with_players(8, key)
    with django_assert_max_num_queries(most):
        client.get(FORM)
