"""What an organiser asks of the draws: stored, kept to, and told by name where it is not."""

from random import Random

import pytest
from django.db import IntegrityError, transaction

from tests.rounds.constraints.tournaments import (
    count_meetings,
    fix_seat,
    make_tournament,
    seat_of,
    separate_players,
)
from tests.samples import some
from wk import draw
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.constraints.messages import constraints_of
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.models import FixedSeat, Separation, Tournament
from wk.tournament.queries import seatings

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def hall(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make_tournament(24)


# What is stored


def test_what_is_asked_reaches_the_draw(hall):
    separate_players(hall, 3, 1, name="Familie De Wit")
    separate_players(hall, 4, 5, is_hard=False)
    fix_seat(hall, 2, table=1)
    fix_seat(hall, 2, seat=1, round=3)
    assert constraints_of(hall) == [
        draw.Separation(frozenset((1, 3)), True, "Familie De Wit"),
        draw.Separation(frozenset((4, 5)), False),
        draw.FixedSeat(2, table=1),
        draw.FixedSeat(2, seat=1, round=3),
    ]


def test_members_of_a_club_apart_by_one_press_and_again_when_somebody_came(db):
    made = make_tournament(12, clubs=4)
    assert [group.name for group in constraint_services.separate_clubs(tournament=made)] == [
        "Club 0",
        "Club 1",
        "Club 2",
        "Club 3",
    ]
    roster.enter(tournament=made, name="Laat", club="club  1")
    roster.withdraw(entry=made.entries.get(number=5))
    constraint_services.separate_clubs(tournament=made)
    groups = {must.name: must for must in constraints_of(made)}
    assert len(groups) == Separation.objects.count() == 4
    assert groups["Club 1"] == draw.Separation(frozenset((1, 9, 13)), False, "Club 1")


def test_a_must_of_a_clubs_name_stays_as_it_is(db):
    made = make_tournament(8, clubs=4)
    separate_players(made, 1, 2, name="Club 1")
    constraint_services.separate_clubs(tournament=made)
    assert [g.entries.count() for g in made.separations.filter(is_hard=True)] == [2]
    assert made.separations.count() == 5


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda hall: separate_players(hall, 1), "two players"),
        (lambda hall: separate_players(hall, 1, 2), "already"),
        (lambda hall: constraint_services.separate_clubs(tournament=hall), "No club"),
        (lambda hall: fix_seat(hall, 1), "Choose a table"),
        (lambda hall: fix_seat(hall, 1, seat=6), "seat 6"),
        (lambda hall: fix_seat(hall, 1, seat=1, round=4), "round 4"),
        (lambda hall: fix_seat(hall, 1, seat=1, round=1), "Round 1"),
        (lambda hall: fix_seat(hall, 3, table=2), "already"),
        (lambda hall: constraint_services.choose_fours(tournament=hall, fours=6), "Round 1"),
    ],
)
def test_what_makes_no_sense_is_refused(hall, ask, said):
    separate_players(hall, 1, 2)
    fix_seat(hall, 3, table=2)
    transitions.confirm_round(round=draws.draw_round(tournament=hall, seed=1))
    before = constraints_of(hall)
    with pytest.raises(ActionRefused, match=said):
        ask(hall)
    assert constraints_of(hall) == before


def test_more_players_than_anybody_keeps_apart_are_refused(db):
    made = make_tournament(201)
    with pytest.raises(ActionRefused, match="200"):
        separate_players(made, *range(1, 202))
    made.entries.update(club="De Slag")
    with pytest.raises(ActionRefused, match="No club"):
        constraint_services.separate_clubs(tournament=made)


def test_what_is_taken_away_twice_is_told(hall):
    group = separate_players(hall, 1, 2)
    constraint_services.remove_constraint(constraint=Separation.objects.get(pk=group.pk))
    with pytest.raises(ActionRefused):
        constraint_services.remove_constraint(constraint=group)
    assert constraints_of(hall) == []


def test_who_is_taken_off_the_list_has_no_place_any_more(hall):
    separate_players(hall, 1, 2, 3)
    fix_seat(hall, 1, table=1)
    roster.remove_entry(entry=hall.entries.get(number=1))
    assert constraints_of(hall) == [draw.Separation(frozenset((2, 3)))]


def test_a_place_is_a_table_or_a_seat(hall):
    with pytest.raises(IntegrityError), transaction.atomic():
        FixedSeat.objects.create(entry=hall.entries.first())


# The draw


def test_a_must_and_a_place_are_kept_in_every_round(hall):
    separate_players(hall, 1, 2, 3, name="Familie De Wit")
    fix_seat(hall, 4, table=1)
    fix_seat(hall, 5, seat=1)
    fix_seat(hall, 6, table=2, seat=3, round=2)
    draws.draw_all_rounds(tournament=hall, seed=1)
    assert count_meetings(hall, 1, 2, 3) == 0
    assert [seat_of(hall, n, 4)[0] for n in (1, 2, 3)] == [1, 1, 1]
    assert [seat_of(hall, n, 5)[1] for n in (1, 2, 3)] == [1, 1, 1]
    assert seat_of(hall, 2, 6) == (2, 3)
    made = outcome(hall, seatings(hall), 3)
    assert (made.quality.repeat_meetings, made.quality.least_repeat_meetings, made.violations) == (
        0,
        0,
        (),
    )


def test_round_by_round_is_as_good_as_all_at_once(hall):
    separate_players(hall, 1, 2, 3)
    fix_seat(hall, 4, table=1)
    draws.draw_all_rounds(tournament=hall, seed=7)
    at_once = seatings(hall)
    draws.discard_round(round=hall.rounds.get(number=1))
    seeds = []
    for seed in (7, 8, 9):
        round = draws.draw_round(tournament=hall, seed=seed)
        transitions.start_round(round=transitions.confirm_round(round=round))
        seeds.append(round.seed)
    assert seatings(hall) == at_once
    assert seeds == [7, 7, 7]


def test_what_is_asked_later_counts_from_then_on(hall):
    separate_players(hall, 1, 2)
    transitions.confirm_round(round=draws.draw_round(tournament=hall, seed=1))
    company = next(table for table in seatings(hall)[0] if 5 in table)
    separate_players(hall, *company[:2], 9 if 9 not in company else 10)
    round = draws.draw_round(tournament=hall, seed=2)
    assert round.seed == 2
    assert outcome(hall, seatings(hall), 1).violations == ()
    assert outcome(hall, seatings(hall), 1).quality.repeat_meetings == 0


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (
            lambda hall: separate_players(hall, *range(1, 7), name="De Slag"),
            "There are too few tables in round 1 to keep them all apart: “De Slag” apart: "
            "1 Speler 1, 2 Speler 2, 3 Speler 3, 4 Speler 4, 5 Speler 5, 6 Speler 6.",
        ),
        (
            lambda hall: fix_seat(hall, 3, table=9, round=2),
            "There is no such seat in round 2: 3 Speler 3: table 9, round 2.",
        ),
        (
            lambda hall: [
                separate_players(hall, 1, 2),
                fix_seat(hall, 1, table=4),
                fix_seat(hall, 2, table=4),
            ],
            "This does not go together in round 1: apart: 1 Speler 1, 2 Speler 2; "
            "1 Speler 1: table 4; 2 Speler 2: table 4.",
        ),
        (
            lambda hall: [fix_seat(hall, 7, table=1, seat=1), fix_seat(hall, 8, table=1, seat=1)],
            "This does not go together in round 1: 7 Speler 7: table 1, NORTH; "
            "8 Speler 8: table 1, NORTH.",
        ),
    ],
)
def test_what_cannot_be_is_named_and_nothing_is_drawn(hall, ask, said):
    ask(hall)
    for draw_rounds in (draws.draw_round, draws.draw_all_rounds):
        with pytest.raises(ActionRefused) as refused:
            draw_rounds(tournament=hall, seed=1)
        assert str(refused.value) == f"{said} Nothing has been drawn."
    assert hall.rounds.count() == 0


def test_a_refusal_leaves_the_draw_that_was_there(hall):
    round = draws.draw_round(tournament=hall, seed=1)
    before = seatings(hall)
    fix_seat(hall, 3, table=9)
    with pytest.raises(ActionRefused, match="table 9"):
        draws.redraw_round(round=round, seed=2)
    assert seatings(hall) == before


def test_a_wish_that_is_not_met_is_told_by_name(hall):
    """Seven at five tables: some of them sit together in each round, at no cost of meetings."""
    draws.draw_all_rounds(tournament=hall, seed=1)
    separate_players(hall, *range(1, 8), name="De Slag", is_hard=False)
    made = outcome(hall, seatings(hall), 3)
    assert (made.quality.repeat_meetings, {each.is_hard for each in made.violations}) == (
        0,
        {False},
    )
    expected = [
        (number, f"“De Slag”: {who} sit together at table {table}.")
        for number, tables in enumerate(seatings(hall), 1)
        for table, here in enumerate(tables, 1)
        if len(there := sorted(p for p in here if p < 8)) > 1
        for who in [", ".join(f"{p} Speler {p}" for p in there)]
    ]
    assert [(each.round, each.text) for each in made.violations] == expected


def test_who_left_asks_nothing_any_more(hall):
    separate_players(hall, *range(1, 7))
    roster.withdraw(entry=hall.entries.get(number=6))
    draws.draw_all_rounds(tournament=hall, seed=1)
    assert count_meetings(hall, 1, 2, 3, 4, 5) == 0


@pytest.mark.parametrize("partners", ["fixed", "rotating"])
def test_with_partners_nothing_can_be_asked(db, partners):
    made = make_tournament(16, game="rubber-bridge", options={"partners": partners})
    for ask in (
        lambda: separate_players(made, 1, 3),
        lambda: fix_seat(made, 1, table=1),
        lambda: constraint_services.separate_clubs(tournament=made),
    ):
        with pytest.raises(ActionRefused, match="partners"):
            ask()
    with pytest.raises(ActionRefused, match="no choice"):
        constraint_services.choose_fours(tournament=made, fours=4)


def test_what_was_asked_before_partners_came_is_taken_away_first(db):
    made = make_tournament(16)
    group = separate_players(made, 1, 3)
    services.update_tournament(tournament=made, game="rubber-bridge")
    with pytest.raises(ActionRefused, match="partners"):
        draws.draw_round(tournament=made, seed=1)
    assert made.rounds.count() == 0
    constraint_services.remove_constraint(constraint=group)
    draws.draw_round(tournament=made, seed=1)


def disturbed(seed):
    """A day: some must not meet, some have a place; after a round some leave, one comes."""
    random = Random(seed)
    made = make_tournament(random.randint(24, 60), slug=f"dag-{seed}")
    numbers = list(range(1, made.entries.count() + 1))
    for _ in range(4):
        separate_players(made, *random.sample(numbers[2:], 2))
    wish = sorted(random.sample(numbers[2:], 3))
    separate_players(made, *wish, name="club", is_hard=False)
    fix_seat(made, 1, table=1)
    fix_seat(made, 2, seat=1)
    return made, random


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(4), 1))
def test_a_day_on_which_some_leave_and_come(db, seed):
    made, random = disturbed(seed)
    first = draws.draw_round(tournament=made, seed=seed)
    transitions.start_round(round=transitions.confirm_round(round=first))
    for entry in random.sample(list(made.entries.filter(number__gt=2)), 2):
        roster.withdraw(entry=entry)
    roster.enter(tournament=made, name="Laat")
    draws.draw_all_rounds(tournament=made, seed=seed + 100)
    made_of_it = outcome(made, seatings(made), 2)
    assert made_of_it.violations == ()
    assert made_of_it.quality.repeat_meetings == made_of_it.quality.least_repeat_meetings == 0


# Tables of four


def sizes(tournament):
    return [len(table) for table in seatings(tournament)[-1]]


@pytest.mark.parametrize(
    ("players", "fours", "expected"),
    [
        (44, None, [5] * 8 + [4]),
        (44, 1, [5] * 8 + [4]),
        (44, 11, [4] * 11),
        (40, 5, [5] * 4 + [4] * 5),
    ],
)
def test_the_tables_of_four_are_chosen(db, players, fours, expected):
    made = make_tournament(players)
    constraint_services.choose_fours(tournament=made, fours=fours)
    draws.draw_all_rounds(tournament=made, seed=1)
    assert sizes(made) == expected


def test_fours_that_cannot_be_are_refused(db):
    made = make_tournament(44)
    for fours in (0, 2, 12, 16):
        with pytest.raises(ActionRefused, match=str(fours)):
            constraint_services.choose_fours(tournament=made, fours=fours)
        assert Tournament.objects.get().fours is None


def test_after_somebody_left_the_nearest_number_of_fours_is_taken(db):
    made = make_tournament(44)
    constraint_services.choose_fours(tournament=made, fours=6)
    transitions.confirm_round(round=draws.draw_round(tournament=made, seed=1))
    assert sizes(made) == [5] * 4 + [4] * 6
    roster.withdraw(entry=made.entries.get(number=9))
    draws.draw_round(tournament=made, seed=2)
    assert sizes(made) == [5] * 3 + [4] * 7
