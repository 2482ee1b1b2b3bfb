"""Rounds of tournaments whose players play together: drawn, changed by hand, and shown."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.pairs import partners, partners_again
from tests.markup import on_one_line
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.draws import draw_service as draws
from wk.rounds.draws.request import cannot_draw
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament import seating, services
from wk.tournament.queries import pairs_of, seatings

NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)

PAIRS = [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)]
ENGLISH = {"accept-language": "en"}


def make(players=12, **options):
    made = services.create_tournament(
        name="Paren", slug="paren", date=dt.date(2026, 11, 21), game="rubber-bridge",
        options=options,
    )  # fmt: skip
    rows = [NewEntry(f"Speler {n}") for n in range(1, players + 1)]
    roster.enter_many(tournament=made, rows=rows)
    return made


@pytest.fixture
def fixed(db):
    """Six pairs that stay together."""
    return make()


@pytest.fixture
def rotating(db):
    """Twelve players with others beside them in each round."""
    return make(partners="rotating")


def through(tournament, seed):
    round = draws.draw_round(tournament=tournament, seed=seed)
    return transitions.start_round(round=transitions.confirm_round(round=round))


def tables(round):
    return seatings(round.tournament, before=round.number + 1)[round.number - 1]


def swap(round, one, other):
    entries = {entry.number: entry for entry in round.tournament.entries.all()}
    done = seat_swaps.swap_seats(
        round=round, first=entries[one], second=entries[other], author=None, now=NOW
    )
    return len(done.moves) > 2


def entry(tournament, number):
    return tournament.entries.get(number=number)


def test_pairs_are_drawn_as_one(fixed):
    for seed in (1, 2, 3):
        assert set(partners(tables(through(fixed, seed)))) == set(PAIRS)


def test_partners_change_from_round_to_round(rotating):
    for seed in (1, 2, 3):
        through(rotating, seed)
    rounds = seatings(rotating, before=4)
    assert [partners_again(rounds[n], rounds[:n]) for n in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("options", [{}, {"partners": "rotating"}])
def test_the_same_seed_gives_the_same_seats(db, options):
    made = make(**options)
    first = tables(draws.draw_round(tournament=made, seed=7))
    assert tables(draws.redraw_round(round=made.rounds.get(), seed=7)) == first
    assert tables(draws.redraw_round(round=made.rounds.get(), seed=8)) != first


def test_two_pairs_change_places_as_a_whole(fixed):
    round = draws.draw_round(tournament=fixed, seed=1)
    one, other = tables(round)[:2]
    assert swap(round, one[1], other[2]) is True
    assert tables(round)[:2] == [
        [one[0], other[2], one[2], other[0]],
        [one[3], other[1], one[1], other[3]],
    ]
    round.refresh_from_db()
    assert round.changed_by_hand


def test_two_pairs_of_one_table_change_direction(fixed):
    round = draws.draw_round(tournament=fixed, seed=1)
    one, two, three, four = tables(round)[0]
    assert swap(round, one, two) is True
    assert tables(round)[0] == [two, one, four, three]


def test_partners_change_seats(fixed):
    round = draws.draw_round(tournament=fixed, seed=1)
    one, two, three, four = tables(round)[0]
    assert swap(round, one, three) is False
    assert tables(round)[0] == [three, two, one, four]


def test_who_has_another_partner_each_round_changes_places_alone(rotating):
    round = draws.draw_round(tournament=rotating, seed=1)
    one, other = tables(round)[:2]
    assert swap(round, one[0], other[3]) is False
    assert tables(round)[:2] == [[other[3], *one[1:]], [*other[:3], one[0]]]


def test_nobody_changes_places_with_himself(fixed):
    round = draws.draw_round(tournament=fixed, seed=1)
    before = tables(round)
    with pytest.raises(ActionRefused):
        swap(round, 1, 1)
    assert tables(round) == before


def test_who_comes_for_a_player_who_left_has_his_partner(fixed):
    through(fixed, 1)
    roster.withdraw(entry=entry(fixed, 4))
    roster.enter(tournament=fixed, name="Invaller")
    assert pairs_of(fixed).pairs == ((1, 2), (3, 13), (5, 6), (7, 8), (9, 10), (11, 12))
    assert (3, 13) in set(partners(tables(through(fixed, 2))))
    roster.withdraw(entry=entry(fixed, 13))
    roster.readmit(entry=entry(fixed, 4))
    assert pairs_of(fixed).pairs == tuple(PAIRS)
    assert (3, 4) in set(partners(tables(through(fixed, 3))))


def test_who_has_no_partner_is_named(fixed):
    roster.withdraw(entry=entry(fixed, 4))
    with pytest.raises(ActionRefused) as refused:
        draws.draw_round(tournament=fixed, seed=1)
    assert str(refused.value) == cannot_draw(fixed)
    with override("en"):
        assert cannot_draw(fixed) == (
            "11 players cannot be divided over tables of 4. It can be done with 8 or 12."
            " There is no partner for 3 Speler 3."
        )


def test_a_draw_that_is_only_looked_at_settles_no_pairs(fixed):
    draws.draw_round(tournament=fixed, seed=1)
    roster.edit_entry(entry=entry(fixed, 1), name="Anna", club="", number=20)
    assert pairs_of(fixed).pairs == ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (12, 20))
    transitions.confirm_round(round=fixed.rounds.get())
    assert pairs_of(fixed).pairs == ((2, 20), *PAIRS[1:])


def players_page(client):
    return client.get(reverse("players:list", args=["paren"]), headers=ENGLISH)


def test_the_list_shows_who_play_together(client, fixed):
    roster.withdraw(entry=entry(fixed, 12))
    shown = players_page(client).context["shown"]
    together = {one.number: other and other.number for one, other in shown}
    assert together == dict(
        [*PAIRS[:5], *(pair[::-1] for pair in PAIRS[:5]), (11, None), (12, None)]
    )
    page = players_page(client).content.decode()
    assert page.count("no partner") == 1
    assert "start numbers 1 and 2, 3 and 4" in page


@pytest.mark.parametrize("game", ["wk-boerenbridge", "rubber-bridge"])
def test_the_list_speaks_of_partners_only_where_they_stay(client, db, game):
    made = make(partners="rotating")
    if game != made.game:
        services.update_tournament(tournament=made, game=game)
    page = players_page(client)
    assert page.context["in_pairs"] is False
    assert "artner" not in page.content.decode()


def test_the_list_takes_as_few_queries_for_many(client, fixed, django_assert_num_queries):
    through(fixed, 1)
    with django_assert_num_queries(9):
        players_page(client)


def said(director_client, round, one, other):
    response = director_client.post(
        reverse("rounds:change_seats", args=["paren", round.number]),
        {"player": one, "other": other},
        follow=True,
        headers=ENGLISH,
    )
    return [str(message) for message in response.context["messages"]]


def test_the_page_says_who_changed_places(director_client, fixed):
    round = draws.draw_round(tournament=fixed, seed=1)
    one, other = tables(round)[:2]
    both = f"{one[0]} Speler {one[0]} and {other[1]} Speler {other[1]} have changed seats"
    assert said(director_client, round, one[0], other[1]) == [
        f"{both}, and their partners with them. Repeat meetings: 0, as before."
    ]
    one, other = tables(round)[:2]
    assert said(director_client, round, one[0], one[2]) == [
        f"{one[0]} Speler {one[0]} and {one[2]} Speler {one[2]} have changed seats. "
        "Repeat meetings: 0, as before."
    ]


def round_page(client, number):
    page = reverse("rounds:round", args=["paren", number])
    return client.get(page, headers=ENGLISH)


@pytest.mark.slow
def test_directors_see_what_could_not_be_avoided(director_client, db):
    made = make(players=4, partners="rotating")
    entries = {entry.number: entry for entry in made.entries.all()}
    for number, table in enumerate([(1, 2, 3, 4), (1, 3, 2, 4), (1, 2, 4, 3)], 1):
        seated = [entries[player] for player in table]
        seating.seat_round(tournament=made, number=number, tables={1: seated}, state="started")
    made = services.update_tournament(tournament=made, round_count=4)
    draws.draw_round(tournament=made, seed=4)
    page = on_one_line(round_page(director_client, 4).content.decode())
    assert "36 times two players meet again; fewer cannot be. In this round: 18." in page
    assert "2 pairs of players play together again." in page


def test_pairs_that_stay_together_do_not_meet_each_other(director_client, db):
    made = make(players=4)
    through(made, 1)
    draws.draw_round(tournament=made, seed=2)
    page = round_page(director_client, 2).content.decode()
    assert "1 time two pairs meet again; fewer cannot be." in page
    assert "players meet again" not in page
    assert "Let two pairs change seats" in page


def test_the_compass_shows_who_play_together(client, director_client, fixed, tournament):
    through(fixed, 1)
    page = round_page(client, 1).content.decode()
    assert [page.count(word) for word in ("NORTH", "EAST", "SOUTH", "WEST")] == [3, 3, 3, 3]
    assert "North and South play together, and East and West." in page
    page = client.get(reverse("rounds:round", args=["wk-test", 1]), headers=ENGLISH)
    assert [page.content.decode().count(word) for word in ("NORTH", "EAST")] == [2, 0]
