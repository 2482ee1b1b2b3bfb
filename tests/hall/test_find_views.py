"""Players with their seats and ranks, while somebody types his name."""

import pytest

from tests.standings.reading import text_of
from tests.standings.tournaments import NASTY, make_tournament, play_round
from tests.standings.withheld import ALL, NAMES, TOP, withhold
from wk.hall.find_views import MOST_FOUND
from wk.players.services import NewEntry
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
FIND = "/t/hal/find/"
PEOPLE = [
    *(NewEntry(name) for name in ("Anna Bos", "Jan de Vries", "Cor Smit")),
    NewEntry("Dirk Pol", "Troef & Slag"),
    NewEntry("Jan de Vries", "De Slag"),
    *(NewEntry(name) for name in ("Ł. Mol", "Els Kok", "Gijs Mol")),
]
POINTS = {1: {1: 90, 2: 60, 3: 40, 4: 10}, 2: {5: 94, 6: 54, 7: 40, 8: -6}}
NEXT = {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}


@pytest.fixture
def made(db):
    return make_tournament(PEOPLE, rounds=2)


def answer(client, words=""):
    """Return the answer to words that somebody has typed so far: a part of an open page."""
    return client.get(FIND, {"q": words} if words else {}, headers={"HX-Request": "true"})


def found(client, words):
    """Return the text of the answer to words that somebody has typed so far."""
    return text_of(answer(client, words))


def test_before_the_draw_a_player_is_on_the_list(client, made):
    assert found(client, "smi") == "Cor Smit no. 3"


def test_the_page_says_that_the_draw_is_not_known_until_it_is_public(client, made):
    words = "The draw is not known yet. As soon as it is, you find your table here."
    assert [words in text_of(client.get(FIND)), words in found(client, "smi")] == [True, False]
    play_round(made, 1, NEXT, state=Round.State.DRAWN)
    assert words in text_of(client.get(FIND, {"q": "smi"}))
    Round.objects.update(state=Round.State.CONFIRMED)
    assert words not in text_of(client.get(FIND))


def test_the_page_asks_where_a_player_stands_when_nobody_sits(client, made):
    play_round(made, 1, POINTS)
    for state, asks in ((Round.State.STARTED, "sit"), (Round.State.CLOSED, "stand")):
        Round.objects.update(state=state)
        assert f"<h1>Where do I {asks}?</h1>" in " ".join(
            client.get(FIND).content.decode().split()
        ).replace("<h1> ", "<h1>").replace(" </h1>", "</h1>")


def test_a_draw_is_found_once_it_is_confirmed(client, made):
    play_round(made, 1, NEXT, state=Round.State.DRAWN)
    assert found(client, "3") == "Cor Smit no. 3"
    Round.objects.update(state=Round.State.CONFIRMED)
    assert found(client, "3") == "Cor Smit no. 3 table 2 , seat 1"


def test_seat_and_rank_of_namesakes(client, made):
    play_round(made, 1, POINTS, state=Round.State.CLOSED)
    play_round(made, 2, NEXT)
    assert found(client, "vries, jan") == (
        "Jan de Vries no. 2 table 1 , seat 3 rank 3"
        " Jan de Vries no. 5 · De Slag table 1 , seat 2 rank 1"
    )


def test_seats_of_two_rounds_are_told_apart(client, made):
    play_round(made, 1, POINTS)
    play_round(made, 2, NEXT, state=Round.State.CONFIRMED)
    assert found(client, "bos") == (
        "Anna Bos no. 1 round 1: table 1 , seat 1 round 2: table 1 , seat 1 rank 2"
    )


def test_between_rounds_there_is_a_rank_only(client, made):
    play_round(made, 1, POINTS, state=Round.State.CLOSED)
    assert found(client, "l. mol") == "Ł. Mol no. 6 rank 4"


def test_many_matches_are_counted(client, made):
    assert len(PEOPLE) > MOST_FOUND
    assert found(client, "s") == "7 found. Type on."


def test_nobody_and_nothing(client, made):
    assert found(client, "xyz") == "Nobody found. Part of a name is enough, or the start number."
    assert found(client, "") == ""
    assert found(client, "x" * 81) == ""


def test_a_withheld_rank_is_not_found(client, made):
    play_round(made, 1, POINTS, state=Round.State.CLOSED)
    withhold(made, ALL, 1)
    assert found(client, "smit") == "Cor Smit no. 3"


def test_a_secret_top_is_found_without_rank(client):
    made = make_tournament(NAMES, rounds=1)
    tables = {t: {4 * t + n: 100 * n - 10 * t for n in range(-3, 1)} for t in (1, 2, 3)}
    play_round(made, 1, tables, state=Round.State.CLOSED)
    withhold(made, TOP, 1)
    assert found(client, "lolke") == "Lolke no. 12"
    assert found(client, "ietje") == "Ietje no. 9 rank 12"


def test_names_are_text(client):
    make_tournament([NASTY])
    assert NASTY not in answer(client, "1").content.decode()


def test_without_a_script_the_answer_is_a_page(client, made):
    response = client.get(FIND, {"q": "smit"})
    assert [each.name for each in response.templates][:2] == ["hall/find.html", "base.html"]
    page = response.content.decode()
    assert '<input type="search" id="q" name="q" value="smit"' in page
    assert text_of(answer(client, "smit")) in text_of(response)


def test_wrong_method_and_unknown_tournament(client, made):
    assert client.post(FIND, {"q": "bos"}).status_code == 405
    assert client.get("/t/nergens/find/").status_code == 404


def test_queries(client, made, django_assert_num_queries):
    play_round(made, 1, POINTS)
    with django_assert_num_queries(2):
        answer(client, "s")
    with django_assert_num_queries(6):
        answer(client, "vries")
