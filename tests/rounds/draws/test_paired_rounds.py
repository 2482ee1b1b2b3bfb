"""Rounds of games with partners: drawn, changed by hand, and shown."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.pairs import partners, partners_again
from tests.listed_players import tournament_with_players
from tests.markup import messages_of, on_one_line
from tests.rounds.prepared_rounds import draw_and_start
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


def make_tournament(players=12, **options):
    people = [NewEntry(f"Speler {n}") for n in range(1, players + 1)]
    facts = {"game": "rubber-bridge", "options": options}
    return tournament_with_players("Paren", dt.date(2026, 11, 21), people, **facts)[0]


@pytest.fixture
def fixed_pairs(db):
    """Six pairs that stay together."""
    return make_tournament()


@pytest.fixture
def changing_partners(db):
    """Twelve players who have another partner in each round."""
    return make_tournament(partners="rotating")


def tables_of(round):
    """Return the start numbers at each table of a round, in seat order."""
    return seatings(round.tournament, before=round.number + 1)[round.number - 1]


def swapped_as_pairs(round, one, other):
    """Swap two players; return whether their partners were swapped with them."""
    entries = {entry.number: entry for entry in round.tournament.entries.all()}
    done = seat_swaps.swap_seats(
        round=round, first=entries[one], second=entries[other], author=None, now=NOW
    )
    return len(done.moves) > 2


def entry_of(tournament, number):
    return tournament.entries.get(number=number)


def test_fixed_pairs_stay_partners_in_every_round(fixed_pairs):
    for seed in (1, 2, 3):
        assert set(partners(tables_of(draw_and_start(fixed_pairs, seed)))) == set(PAIRS)


def test_partners_change_from_round_to_round(changing_partners):
    for seed in (1, 2, 3):
        draw_and_start(changing_partners, seed)
    rounds = seatings(changing_partners, before=4)
    assert [partners_again(rounds[n], rounds[:n]) for n in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("options", [{}, {"partners": "rotating"}])
def test_the_same_seed_gives_the_same_seats(db, options):
    made = make_tournament(**options)
    first = tables_of(draws.draw_round(tournament=made, seed=7))
    assert tables_of(draws.redraw_round(round=made.rounds.get(), seed=7)) == first
    assert tables_of(draws.redraw_round(round=made.rounds.get(), seed=8)) != first


def test_swapping_players_of_two_tables_swaps_their_pairs(fixed_pairs):
    round = draws.draw_round(tournament=fixed_pairs, seed=1)
    one, other = tables_of(round)[:2]
    assert swapped_as_pairs(round, one[1], other[2]) is True
    assert tables_of(round)[:2] == [
        [one[0], other[2], one[2], other[0]],
        [one[3], other[1], one[1], other[3]],
    ]
    round.refresh_from_db()
    assert round.changed_by_hand


def test_swapping_opponents_turns_the_table(fixed_pairs):
    round = draws.draw_round(tournament=fixed_pairs, seed=1)
    one, two, three, four = tables_of(round)[0]
    assert swapped_as_pairs(round, one, two) is True
    assert tables_of(round)[0] == [two, one, four, three]


def test_swapping_partners_changes_their_seats_alone(fixed_pairs):
    round = draws.draw_round(tournament=fixed_pairs, seed=1)
    one, two, three, four = tables_of(round)[0]
    assert swapped_as_pairs(round, one, three) is False
    assert tables_of(round)[0] == [three, two, one, four]


def test_players_with_changing_partners_swap_alone(changing_partners):
    round = draws.draw_round(tournament=changing_partners, seed=1)
    one, other = tables_of(round)[:2]
    assert swapped_as_pairs(round, one[0], other[3]) is False
    assert tables_of(round)[:2] == [[other[3], *one[1:]], [*other[:3], one[0]]]


def test_a_player_cannot_swap_with_himself(fixed_pairs):
    round = draws.draw_round(tournament=fixed_pairs, seed=1)
    before = tables_of(round)
    with pytest.raises(ActionRefused):
        swapped_as_pairs(round, 1, 1)
    assert tables_of(round) == before


def test_a_newcomer_gets_the_partner_of_the_player_who_left(fixed_pairs):
    draw_and_start(fixed_pairs, 1)
    roster.withdraw(entry=entry_of(fixed_pairs, 4))
    roster.enter(tournament=fixed_pairs, name="Invaller")
    assert pairs_of(fixed_pairs).pairs == ((1, 2), (3, 13), (5, 6), (7, 8), (9, 10), (11, 12))
    assert (3, 13) in set(partners(tables_of(draw_and_start(fixed_pairs, 2))))
    roster.withdraw(entry=entry_of(fixed_pairs, 13))
    roster.readmit(entry=entry_of(fixed_pairs, 4))
    assert pairs_of(fixed_pairs).pairs == tuple(PAIRS)
    assert (3, 4) in set(partners(tables_of(draw_and_start(fixed_pairs, 3))))


def test_a_draw_with_a_player_without_partner_is_refused_by_name(fixed_pairs):
    roster.withdraw(entry=entry_of(fixed_pairs, 4))
    with pytest.raises(ActionRefused) as refused:
        draws.draw_round(tournament=fixed_pairs, seed=1)
    assert str(refused.value) == cannot_draw(fixed_pairs)
    with override("en"):
        assert cannot_draw(fixed_pairs) == (
            "11 players cannot be divided over tables of 4. It can be done with 8 or 12."
            " There is no partner for 3 Speler 3."
        )


def test_pairs_are_settled_when_the_draw_is_confirmed(fixed_pairs):
    draws.draw_round(tournament=fixed_pairs, seed=1)
    roster.edit_entry(entry=entry_of(fixed_pairs, 1), name="Anna", club="", number=20)
    assert pairs_of(fixed_pairs).pairs == ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (12, 20))
    transitions.confirm_round(round=fixed_pairs.rounds.get())
    assert pairs_of(fixed_pairs).pairs == ((2, 20), *PAIRS[1:])


def players_page(client):
    return client.get(reverse("players:list", args=["paren"]), headers=ENGLISH)


def test_the_list_of_players_shows_partners(client, fixed_pairs):
    roster.withdraw(entry=entry_of(fixed_pairs, 12))
    shown = players_page(client).context["shown"]
    together = {one.number: other and other.number for one, other, _seats in shown}
    assert together == dict(
        [*PAIRS[:5], *(pair[::-1] for pair in PAIRS[:5]), (11, None), (12, None)]
    )
    page = players_page(client).content.decode()
    assert page.count("no partner") == 1
    assert "start numbers 1 and 2, 3 and 4" in page


@pytest.mark.parametrize("game", ["wk-boerenbridge", "rubber-bridge"])
def test_the_list_of_players_has_no_partners_where_these_change(client, db, game):
    made = make_tournament(partners="rotating")
    if game != made.game:
        services.update_tournament(tournament=made, game=game)
    page = players_page(client)
    assert page.context["in_pairs"] is False
    assert "artner" not in page.content.decode()


def test_number_of_queries_of_the_list_of_players(client, fixed_pairs, django_assert_num_queries):
    draw_and_start(fixed_pairs, 1)
    with django_assert_num_queries(10):
        players_page(client)


def messages_after_swap(director_client, round, one, other):
    """Swap two players on the page; return its messages."""
    response = director_client.post(
        reverse("rounds:change_seats", args=["paren", round.number]),
        {"player": one, "other": other},
        headers=ENGLISH,
    )
    return messages_of(response)


def test_the_message_says_whether_partners_changed_seats_too(director_client, fixed_pairs):
    round = draws.draw_round(tournament=fixed_pairs, seed=1)
    one, other = tables_of(round)[:2]
    both = f"{one[0]} Speler {one[0]} and {other[1]} Speler {other[1]} have changed seats"
    assert messages_after_swap(director_client, round, one[0], other[1]) == [
        f"{both}, and their partners with them. Repeat meetings: 0, as before."
    ]
    one, other = tables_of(round)[:2]
    assert messages_after_swap(director_client, round, one[0], one[2]) == [
        f"{one[0]} Speler {one[0]} and {one[2]} Speler {one[2]} have changed seats. "
        "Repeat meetings: 0, as before."
    ]


def round_page(client, number):
    page = reverse("rounds:round", args=["paren", number])
    return client.get(page, headers=ENGLISH)


@pytest.mark.slow
def test_directors_see_repeat_meetings_and_repeated_partners(director_client, db):
    made = make_tournament(players=4, partners="rotating")
    entries = {entry.number: entry for entry in made.entries.all()}
    for number, table in enumerate([(1, 2, 3, 4), (1, 3, 2, 4), (1, 2, 4, 3)], 1):
        seated = [entries[player] for player in table]
        seating.seat_round(tournament=made, number=number, tables={1: seated}, state="started")
    made = services.update_tournament(tournament=made, round_count=4)
    draws.draw_round(tournament=made, seed=4)
    page = on_one_line(round_page(director_client, 4).content.decode())
    assert "36 times two players meet again; fewer cannot be. In this round: 18." in page
    assert "2 pairs of players play together again." in page


def test_fixed_pairs_count_as_pairs_that_meet(director_client, db):
    made = make_tournament(players=4)
    draw_and_start(made, 1)
    draws.draw_round(tournament=made, seed=2)
    page = round_page(director_client, 2).content.decode()
    assert "1 time two pairs meet again; fewer cannot be." in page
    assert "players meet again" not in page
    assert "Let two pairs change seats" in page


def test_seats_have_the_four_winds_only_with_partners(
    client, director_client, fixed_pairs, tournament
):
    draw_and_start(fixed_pairs, 1)
    page = round_page(client, 1).content.decode()
    assert [page.count(word) for word in ("NORTH", "EAST", "SOUTH", "WEST")] == [3, 3, 3, 3]
    assert "North and South play together, and East and West." in page
    page = client.get(reverse("rounds:round", args=["wk-test", 1]), headers=ENGLISH)
    assert [page.content.decode().count(word) for word in ("NORTH", "EAST")] == [2, 0]
