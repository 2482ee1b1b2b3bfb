"""Constraints of a draw are stored and removed, or refused with a reason."""

import pytest
from django.db import IntegrityError, transaction

from tests.cases import cases
from tests.rounds.constraints.tournaments import fix_seat, make_tournament, separate_players
from wk import draw
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.constraints.messages import constraints_of
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament.models import FixedSeat, Separation, Tournament

pytestmark = pytest.mark.usefixtures("english")


def test_stored_constraints_reach_the_draw(tournament_of_24):
    separate_players(tournament_of_24, 3, 1, name="Familie De Wit")
    separate_players(tournament_of_24, 4, 5, is_hard=False)
    fix_seat(tournament_of_24, 2, table=1)
    fix_seat(tournament_of_24, 2, seat=1, round=3)
    assert constraints_of(tournament_of_24) == [
        draw.Separation(frozenset((1, 3)), True, "Familie De Wit"),
        draw.Separation(frozenset((4, 5)), False),
        draw.FixedSeat(2, table=1),
        draw.FixedSeat(2, seat=1, round=3),
    ]


def test_separate_clubs_makes_a_wish_of_each_club_and_adds_later_members(db):
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


def test_separate_clubs_leaves_a_must_with_a_clubs_name_unchanged(db):
    made = make_tournament(8, clubs=4)
    separate_players(made, 1, 2, name="Club 1")
    constraint_services.separate_clubs(tournament=made)
    assert [g.entries.count() for g in made.separations.filter(is_hard=True)] == [2]
    assert made.separations.count() == 5


def test_invalid_constraints_are_refused_and_change_nothing(tournament_of_24):
    separate_players(tournament_of_24, 1, 2)
    fix_seat(tournament_of_24, 3, table=2)
    transitions.confirm_round(round=draws.draw_round(tournament=tournament_of_24, seed=1))
    before = constraints_of(tournament_of_24)

    @cases(
        "ask, said",
        [
            (lambda tournament_of_24: separate_players(tournament_of_24, 1), "two players"),
            (lambda tournament_of_24: separate_players(tournament_of_24, 1, 2), "already"),
            (
                lambda tournament_of_24: constraint_services.separate_clubs(
                    tournament=tournament_of_24
                ),
                "No club",
            ),
            (lambda tournament_of_24: fix_seat(tournament_of_24, 1), "Choose a table"),
            (lambda tournament_of_24: fix_seat(tournament_of_24, 1, seat=6), "seat 6"),
            (lambda tournament_of_24: fix_seat(tournament_of_24, 1, seat=1, round=4), "round 4"),
            (lambda tournament_of_24: fix_seat(tournament_of_24, 1, seat=1, round=1), "Round 1"),
            (lambda tournament_of_24: fix_seat(tournament_of_24, 3, table=2), "already"),
            (
                lambda tournament_of_24: constraint_services.choose_fours(
                    tournament=tournament_of_24, fours=6
                ),
                "cannot change any more: round 1",
            ),
        ],
    )
    def is_refused(ask, said):
        with pytest.raises(ActionRefused, match=said):
            ask(tournament_of_24)
        assert constraints_of(tournament_of_24) == before

    is_refused()


def test_more_than_200_players_cannot_be_kept_apart(db):
    made = make_tournament(201)
    with pytest.raises(ActionRefused, match="200"):
        separate_players(made, *range(1, 202))
    made.entries.update(club="De Slag")
    with pytest.raises(ActionRefused, match="No club"):
        constraint_services.separate_clubs(tournament=made)


def test_removing_a_constraint_twice_is_refused(tournament_of_24):
    group = separate_players(tournament_of_24, 1, 2)
    constraint_services.remove_constraint(constraint=Separation.objects.get(pk=group.pk))
    with pytest.raises(ActionRefused):
        constraint_services.remove_constraint(constraint=group)
    assert constraints_of(tournament_of_24) == []


def test_a_removed_player_leaves_his_constraints(tournament_of_24):
    separate_players(tournament_of_24, 1, 2, 3)
    fix_seat(tournament_of_24, 1, table=1)
    roster.remove_entry(entry=tournament_of_24.entries.get(number=1))
    assert constraints_of(tournament_of_24) == [draw.Separation(frozenset((2, 3)))]


def test_a_fixed_seat_needs_a_table_or_a_seat(tournament_of_24):
    with pytest.raises(IntegrityError), transaction.atomic():
        FixedSeat.objects.create(entry=tournament_of_24.entries.first())


@pytest.mark.parametrize("partners", ["fixed", "rotating"])
def test_constraints_are_refused_where_players_have_partners(db, partners):
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


def test_an_impossible_number_of_tables_of_four_is_refused(db):
    made = make_tournament(44)
    for fours in (0, 2, 12, 16):
        with pytest.raises(ActionRefused, match=str(fours)):
            constraint_services.choose_fours(tournament=made, fours=fours)
        assert Tournament.objects.get().fours is None
