"""A draw keeps its constraints and the chosen number of tables of four, or is refused."""

from random import Random

import pytest

from tests.rounds.constraints.tournaments import (
    count_meetings,
    fix_seat,
    make_tournament,
    seat_of,
    separate_players,
)
from tests.samples import some
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.queries import seatings

pytestmark = pytest.mark.usefixtures("english")


def test_musts_and_fixed_seats_are_kept_in_every_round(tournament_of_24):
    separate_players(tournament_of_24, 1, 2, 3, name="Familie De Wit")
    fix_seat(tournament_of_24, 4, table=1)
    fix_seat(tournament_of_24, 5, seat=1)
    fix_seat(tournament_of_24, 6, table=2, seat=3, round=2)
    draws.draw_all_rounds(tournament=tournament_of_24, seed=1)
    assert count_meetings(tournament_of_24, 1, 2, 3) == 0
    assert [seat_of(tournament_of_24, n, 4)[0] for n in (1, 2, 3)] == [1, 1, 1]
    assert [seat_of(tournament_of_24, n, 5)[1] for n in (1, 2, 3)] == [1, 1, 1]
    assert seat_of(tournament_of_24, 2, 6) == (2, 3)
    made = outcome(tournament_of_24, seatings(tournament_of_24), 3)
    assert (made.quality.repeat_meetings, made.quality.least_repeat_meetings, made.violations) == (
        0,
        0,
        (),
    )


def test_round_by_round_gives_the_seats_of_all_rounds_at_once(tournament_of_24):
    separate_players(tournament_of_24, 1, 2, 3)
    fix_seat(tournament_of_24, 4, table=1)
    draws.draw_all_rounds(tournament=tournament_of_24, seed=7)
    at_once = seatings(tournament_of_24)
    draws.discard_round(round=tournament_of_24.rounds.get(number=1))
    seeds = []
    for seed in (7, 8, 9):
        round = draws.draw_round(tournament=tournament_of_24, seed=seed)
        transitions.start_round(round=transitions.confirm_round(round=round))
        seeds.append(round.seed)
    assert seatings(tournament_of_24) == at_once
    assert seeds == [7, 7, 7]


def test_a_constraint_asked_after_round_1_is_kept_in_round_2(tournament_of_24):
    separate_players(tournament_of_24, 1, 2)
    transitions.confirm_round(round=draws.draw_round(tournament=tournament_of_24, seed=1))
    company = next(table for table in seatings(tournament_of_24)[0] if 5 in table)
    separate_players(tournament_of_24, *company[:2], 9 if 9 not in company else 10)
    round = draws.draw_round(tournament=tournament_of_24, seed=2)
    assert round.seed == 2
    assert outcome(tournament_of_24, seatings(tournament_of_24), 1).violations == ()
    assert outcome(tournament_of_24, seatings(tournament_of_24), 1).quality.repeat_meetings == 0


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (
            lambda tournament_of_24: separate_players(
                tournament_of_24, *range(1, 7), name="De Slag"
            ),
            "There are too few tables in round 1 to keep them all apart: “De Slag” apart: "
            "1 Speler 1, 2 Speler 2, 3 Speler 3, 4 Speler 4, 5 Speler 5, 6 Speler 6.",
        ),
        (
            lambda tournament_of_24: fix_seat(tournament_of_24, 3, table=9, round=2),
            "There is no such seat in round 2: 3 Speler 3: table 9, round 2.",
        ),
        (
            lambda tournament_of_24: [
                separate_players(tournament_of_24, 1, 2),
                fix_seat(tournament_of_24, 1, table=4),
                fix_seat(tournament_of_24, 2, table=4),
            ],
            "This does not go together in round 1: apart: 1 Speler 1, 2 Speler 2; "
            "1 Speler 1: table 4; 2 Speler 2: table 4.",
        ),
        (
            lambda tournament_of_24: [
                fix_seat(tournament_of_24, 7, table=1, seat=1),
                fix_seat(tournament_of_24, 8, table=1, seat=1),
            ],
            "This does not go together in round 1: 7 Speler 7: table 1, NORTH (seat 1); "
            "8 Speler 8: table 1, NORTH (seat 1).",
        ),
    ],
)
def test_impossible_constraints_are_named_and_nothing_is_drawn(tournament_of_24, ask, said):
    ask(tournament_of_24)
    for draw_rounds in (draws.draw_round, draws.draw_all_rounds):
        with pytest.raises(ActionRefused) as refused:
            draw_rounds(tournament=tournament_of_24, seed=1)
        assert str(refused.value) == f"{said} Nothing has been drawn."
    assert tournament_of_24.rounds.count() == 0


def test_a_refused_redraw_keeps_the_draw(tournament_of_24):
    round = draws.draw_round(tournament=tournament_of_24, seed=1)
    before = seatings(tournament_of_24)
    fix_seat(tournament_of_24, 3, table=9)
    with pytest.raises(ActionRefused, match="table 9"):
        draws.redraw_round(round=round, seed=2)
    assert seatings(tournament_of_24) == before


def test_unmet_wishes_name_the_players_who_sit_together(tournament_of_24):
    """Seven players at five tables: in each round some of them must sit together."""
    draws.draw_all_rounds(tournament=tournament_of_24, seed=1)
    separate_players(tournament_of_24, *range(1, 8), name="De Slag", is_hard=False)
    made = outcome(tournament_of_24, seatings(tournament_of_24), 3)
    assert (made.quality.repeat_meetings, {each.is_hard for each in made.violations}) == (
        0,
        {False},
    )
    expected = [
        (number, f"“De Slag”: {who} sit together at table {table}.")
        for number, tables in enumerate(seatings(tournament_of_24), 1)
        for table, here in enumerate(tables, 1)
        if len(there := sorted(p for p in here if p < 8)) > 1
        for who in [", ".join(f"{p} Speler {p}" for p in there)]
    ]
    assert [(each.round, each.text) for each in made.violations] == expected


def test_constraints_on_a_withdrawn_player_no_longer_count(tournament_of_24):
    separate_players(tournament_of_24, *range(1, 7))
    roster.withdraw(entry=tournament_of_24.entries.get(number=6))
    draws.draw_all_rounds(tournament=tournament_of_24, seed=1)
    assert count_meetings(tournament_of_24, 1, 2, 3, 4, 5) == 0


def test_constraints_must_be_removed_before_a_draw_with_partners(db):
    made = make_tournament(16)
    group = separate_players(made, 1, 3)
    services.update_tournament(tournament=made, game="rubber-bridge")
    with pytest.raises(ActionRefused, match="partners"):
        draws.draw_round(tournament=made, seed=1)
    assert made.rounds.count() == 0
    constraint_services.remove_constraint(constraint=group)
    draws.draw_round(tournament=made, seed=1)


def tournament_with_constraints(seed):
    """Return a tournament with four musts, a wish and two fixed seats, and the random numbers to
    go on with."""
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
def test_constraints_are_kept_after_players_leave_and_come(db, seed):
    made, random = tournament_with_constraints(seed)
    first = draws.draw_round(tournament=made, seed=seed)
    transitions.start_round(round=transitions.confirm_round(round=first))
    for entry in random.sample(list(made.entries.filter(number__gt=2)), 2):
        roster.withdraw(entry=entry)
    roster.enter(tournament=made, name="Laat")
    draws.draw_all_rounds(tournament=made, seed=seed + 100)
    made_of_it = outcome(made, seatings(made), 2)
    assert made_of_it.violations == ()
    assert made_of_it.quality.repeat_meetings == made_of_it.quality.least_repeat_meetings == 0


def sizes_of_last_round(tournament):
    """Return the number of players at each table of the last round."""
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
def test_the_draw_has_the_chosen_number_of_tables_of_four(db, players, fours, expected):
    made = make_tournament(players)
    constraint_services.choose_fours(tournament=made, fours=fours)
    draws.draw_all_rounds(tournament=made, seed=1)
    assert sizes_of_last_round(made) == expected


def test_after_a_withdrawal_the_nearest_possible_number_of_fours_is_used(db):
    made = make_tournament(44)
    constraint_services.choose_fours(tournament=made, fours=6)
    transitions.confirm_round(round=draws.draw_round(tournament=made, seed=1))
    assert sizes_of_last_round(made) == [5] * 4 + [4] * 6
    roster.withdraw(entry=made.entries.get(number=9))
    draws.draw_round(tournament=made, seed=2)
    assert sizes_of_last_round(made) == [5] * 3 + [4] * 7
