"""The rules of a tournament: as its rounds play them, set by directors, read by everyone."""

import datetime as dt
import html
import re

import pytest
from django.urls import reverse

from scoring.problems import Invalid
from scoring.registry import GAMES, game
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.draws import draw_service as draws
from wk.tournament import seating, services
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import as_played

pytestmark = pytest.mark.usefixtures("english")

FORM = "/t/bol/rules/"
ENGLISH = {"accept-language": "en"}


def create_with_players(players=8, key="bollen", **options):
    made = services.create_tournament(
        name="Bol", slug="bol", date=dt.date(2026, 11, 21), game=key, options=options
    )
    rows = [NewEntry(f"Speler {n}") for n in range(1, players + 1)]
    roster.enter_many(tournament=made, rows=rows)
    return made


def seat(tournament, *sizes, state=Round.State.DRAWN):
    """Seat the players at tables of these sizes."""
    entries = iter(tournament.entries.all())
    tables = {n: [next(entries) for _ in range(size)] for n, size in enumerate(sizes, 1)}
    number = tournament.rounds.count() + 1
    return seating.seat_round(tournament=tournament, number=number, tables=tables, state=state)


def start_round(tournament, *sizes):
    return seat(tournament, *sizes, state=Round.State.STARTED)


@pytest.fixture
def bollen(db) -> Tournament:
    """Eight players of a game whose rules can be set."""
    return create_with_players()


def stored_options():
    return Tournament.objects.get(slug="bol").options


# Rounds


@pytest.mark.parametrize(
    ("sizes", "deals"),
    [((5, 4), 19), ((4, 4), 23), ((3, 5), 19), ((8,), 11), ((3,), 33)],
)
def test_w_14_all_tables_of_a_round_play_the_deals_of_the_largest_table(db, sizes, deals):
    round = seat(create_with_players(9, "chinees-poepen"), *sizes)
    assert round.table_sizes == set(sizes)
    assert {len(round.rules.layout(size).rows) for size in sizes} == {deals}


def test_the_rules_of_a_round_are_looked_up_once(bollen, django_assert_num_queries):
    round = Round.objects.select_related("tournament").get(pk=seat(bollen, 4, 4).pk)
    with django_assert_num_queries(1):
        assert round.rules.key == round.rules.key == "bollen"


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [(8, (), {4}), (8, (4, 4), {4}), (9, (), {5, 4}), (2, (), None), (0, (), None)],
)
def test_the_shown_rules_are_those_of_the_seated_or_expected_tables(db, players, sizes, expected):
    made = create_with_players(players)
    if sizes:
        seat(made, *sizes)
    rules = made.rules.for_tables(expected) if expected else made.rules
    assert as_played(made, made.rules) == rules


# Setting them


def test_only_rules_that_differ_from_the_game_are_stored(bollen):
    services.update_options(tournament=bollen, options={"base": 20, "per_trick": 2})
    assert stored_options() == {"base": 20}
    services.update_options(tournament=bollen, options={})
    assert stored_options() == {}


def test_invalid_rules_are_refused_with_every_problem(bollen):
    with pytest.raises(Invalid) as refused:
        services.update_options(tournament=bollen, options={"base": "veel", "kleur": 1})
    assert {problem.path for problem in refused.value.problems} == {"base", "kleur"}
    assert stored_options() == {}


def test_rules_are_fixed_once_a_round_has_started(bollen):
    start_round(bollen, 4, 4)
    with pytest.raises(ActionRefused) as refused:
        services.update_options(tournament=bollen, options={"base": 20})
    assert str(refused.value) == "The rules cannot change any more: round 1 has started."
    assert stored_options() == {}


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED])
def test_rules_may_change_after_a_draw_that_still_fits(bollen, state):
    seat(bollen, 4, 4, state=state)
    services.update_options(tournament=bollen, options={"base": 20})
    assert stored_options() == {"base": 20}


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED])
def test_rules_for_smaller_tables_need_another_draw(bollen, state):
    seat(bollen, 8, state=state)
    deals = [{"cards": 12, "trump": True, "blind": False}]
    with pytest.raises(ActionRefused, match="Round 1"):
        services.update_options(tournament=bollen, options={"deals": deals})
    assert stored_options() == {}
    bollen.rounds.get().delete()
    services.update_options(tournament=bollen, options={"deals": deals})
    assert stored_options() == {"deals": deals}


def test_another_partner_rule_needs_another_draw(db):
    pairs = create_with_players(key="rubber-bridge")
    draws.draw_round(tournament=pairs, seed=1)
    with pytest.raises(ActionRefused, match="Round 1"):
        services.update_options(tournament=pairs, options={"partners": "rotating"})
    draws.discard_round(round=pairs.rounds.get())
    services.update_options(tournament=pairs, options={"partners": "rotating"})
    assert stored_options() == {"partners": "rotating"}


def test_the_rules_of_the_championship_are_fixed(tournament):
    with pytest.raises(ActionRefused, match="fixed"):
        services.update_options(tournament=tournament, options={})


def test_another_game_starts_with_its_own_rules(db):
    made = create_with_players(base=20)
    services.update_tournament(tournament=made, name="Bollen", game="bollen")
    assert stored_options() == {"base": 20}
    services.update_tournament(tournament=made, game="luciferen")
    assert (Tournament.objects.get().game, stored_options()) == ("luciferen", {})


# The page


def page_text(response):
    """What the page says, without its tags."""
    main = response.content.decode().partition("<main")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def buttons(response):
    main = response.content.decode().partition("<main")[2]
    return re.findall(r'<button[^>]* value="(\w+)"', main)


def option_cells(**changes):
    """What stands in the cells, with changes."""
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


def test_a_game_changed_meanwhile_refuses_new_rules(bollen):
    services.update_tournament(tournament=bollen, game="luciferen")
    with pytest.raises(ActionRefused, match="changed meanwhile"):
        services.update_options(tournament=bollen, options={"base": 20})
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
    # What they come to can be looked at all the same, for a table of the size they are for.
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


def test_every_game_can_be_chosen(director_client):
    page = director_client.get(reverse("tournament:create"))
    choices = [value for value, _name in page.context["form"].fields["game"].choices if value]
    assert choices == list(GAMES)


@pytest.mark.parametrize(("key", "most"), [("wk-boerenbridge", 5), ("bollen", 6)])
def test_the_page_takes_a_bounded_number_of_queries(
    client, db, key, most, django_assert_max_num_queries
):
    create_with_players(8, key)
    with django_assert_max_num_queries(most):
        client.get(FORM)
