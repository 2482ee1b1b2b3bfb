"""The page of a draw names all players who meet again."""

import pytest
from django.urls import reverse

from tests.rounds.constraints.tournaments import entries_of, make_tournament
from wk.rounds.draw_quality import repeat_meetings_in_words
from wk.rounds.public_report import public_report
from wk.tournament.models import Round
from wk.tournament.queries import seatings
from wk.tournament.seating import seat_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

ENGLISH = {"accept-language": "en"}
ONE = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
TWO = [(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)]
THREE = [(1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)]
MIXED = [(1, 2, 11, 16), (6, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)]  # as THREE, 2 for 6
CROSSED = [(1, 11, 9, 13), (2, 6, 10, 14), (3, 7, 5, 15), (4, 8, 12, 16)]  # as TWO, 11 for 5


def tournament_with_rounds(*rounds, state="confirmed", **facts):
    """Return a tournament of sixteen players with rounds of these tables."""
    made = make_tournament(16, **facts)
    for number, tables in enumerate(rounds, 1):
        seated = {n: entries_in_order(made, table) for n, table in enumerate(tables, 1)}
        seat_round(tournament=made, number=number, tables=seated, state=state, seed=number)
    return made


def entries_in_order(made, table):
    """Return the entries of a table in seat order."""
    by_number = {entry.number: entry for entry in entries_of(made, *table)}
    return [by_number[number] for number in table]


@pytest.mark.parametrize(
    ("seeds", "words"),
    [
        ((1, 2, 3), "24 times two players meet again; fewer cannot be."),
        ((1, 3, 3), "24 times two players meet again; the least there could be is 0."),
    ],
)
def test_the_lower_bound_is_that_of_rounds_of_one_draw_number(seeds, words):
    """Round 2 has the seats of round 1. Only a draw of rounds 2 and 3 together could do better."""
    made = tournament_with_rounds(ONE, ONE, TWO)
    for number, seed in enumerate(seeds, 1):
        made.rounds.filter(number=number).update(seed=seed)
    assert public_report(made.rounds.get(number=3)).findings == (words,)


def meetings_in_words(made, number):
    """Return the repeat meetings that the page of a round names."""
    return repeat_meetings_in_words(made, seatings(made), number)


def meeting_words(one, other, rounds):
    """Return the words for two players who meet again."""
    return f"{one} Speler {one} and {other} Speler {other}, rounds {rounds}"


def test_no_names_without_repeat_meetings():
    assert meetings_in_words(tournament_with_rounds(ONE, TWO, THREE), 3) == ()


def test_one_round_has_no_repeat_meetings():
    assert meetings_in_words(tournament_with_rounds(ONE), 1) == ()


def test_repeat_meetings_are_named_with_their_rounds():
    assert meetings_in_words(tournament_with_rounds(ONE, MIXED), 2) == (
        meeting_words(1, 2, "1 and 2"),
        meeting_words(5, 6, "1 and 2"),
    )


def test_meetings_of_the_round_itself_come_first():
    made = tournament_with_rounds(ONE, MIXED, CROSSED)
    before = [meeting_words(1, 2, "1 and 2"), meeting_words(5, 6, "1 and 2")]
    now = [
        *(meeting_words(1, 11, "2 and 3"), meeting_words(5, 7, "1 and 3")),
        *(meeting_words(5, 15, "2 and 3"), meeting_words(9, 11, "1 and 3")),
    ]
    assert meetings_in_words(made, 3) == (*now, *before)
    assert meetings_in_words(made, 1)[:3] == (*before, now[1])


def test_players_who_meet_three_times_are_named_once():
    found = meetings_in_words(tournament_with_rounds(ONE, ONE, ONE), 3)
    assert len(found) == 24
    assert found[0] == meeting_words(1, 2, "1, 2 and 3")


def test_pairs_that_stay_together_meet_as_pairs():
    north = [(1, 3, 2, 4), (5, 7, 6, 8), (9, 11, 10, 12), (13, 15, 14, 16)]
    other = [(1, 4, 2, 3), (5, 9, 6, 10), (7, 13, 8, 14), (11, 15, 12, 16)]
    assert meetings_in_words(tournament_with_rounds(north, other, game="rubber-bridge"), 2) == (
        "1 Speler 1 and 2 Speler 2 against 3 Speler 3 and 4 Speler 4, rounds 1 and 2",
    )


# On the pages


def page(client, number=2):
    """Return the page of a round."""
    url = reverse("rounds:round", args=["wk", number])
    return client.get(url, headers=ENGLISH)


def test_everyone_sees_repeat_meetings_of_a_public_round(client, clerk_client, director_client):
    tournament_with_rounds(ONE, MIXED)
    for who in (client, clerk_client, director_client):
        shown = page(who).content.decode()
        assert shown.count(f"<li>{meeting_words(1, 2, '1 and 2')}</li>") == 1
        assert shown.count('class="repeat-meetings"') == 1
    assert 'class="repeat-meetings"' not in page(client, 1).content.decode()


def test_only_directors_see_repeat_meetings_of_a_draw(client, clerk_client, director_client):
    made = tournament_with_rounds(ONE)
    seated = {n: entries_in_order(made, table) for n, table in enumerate(MIXED, 1)}
    seat_round(tournament=made, number=2, tables=seated, seed=2)
    assert f"<li>{meeting_words(1, 2, '1 and 2')}</li>" in page(director_client).content.decode()
    assert "repeat-meetings" not in page(clerk_client).content.decode()
    assert page(client).status_code == 404
    for who in (client, clerk_client, director_client):
        assert "repeat-meetings" not in page(who, 1).content.decode()


def test_all_of_many_repeat_meetings_are_listed(client):
    tournament_with_rounds(ONE, ONE)
    assert page(client).content.decode().count(", rounds 1 and 2</li>") == 24


def test_repeat_meetings_are_hidden_while_the_standings_are_held_back(client):
    made = tournament_with_rounds(ONE, TWO, MIXED, state="final", last_round="standings")
    assert page(client, 3).context["report"].repeat_meetings != ()
    made.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
    assert "repeat-meetings" not in page(client, 3).content.decode()


@pytest.mark.parametrize("tables", [ONE, MIXED])
def test_number_of_queries(client, tables, django_assert_num_queries):
    tournament_with_rounds(ONE, tables)
    with django_assert_num_queries(11):
        page(client)
